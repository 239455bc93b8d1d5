// SPDX-License-Identifier: Apache-2.0
// The protocols of testdata/sources/: what the published experiments state can be said in this
// language, and is.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "protocol/guard.hpp"
#include "protocol/source_catalogue.hpp"
#include "protocol/test_protocols.hpp"

namespace membound {
namespace {

using testing::files_of;
using testing::read_text;
using testing::source_catalogue;

class Source : public ::testing::TestWithParam<std::filesystem::path> {};

TEST_P(Source, has_nothing_wrong_but_may_rest_on_one_process) {
  const std::string text = read_text(GetParam());
  const std::vector<Finding> findings = read_protocol(text, source_catalogue()).findings;
  EXPECT_FALSE(has_errors(findings)) << render(findings, GetParam().filename(), text);
  for (const Finding& finding : findings)
    EXPECT_EQ(finding.message, "one invocation: verdicts hold within one process only");
}

TEST_P(Source, reads_back_from_its_canonical_text) {
  const Protocol protocol = read_protocol(read_text(GetParam()), source_catalogue()).protocol;
  const std::string text = canonical(protocol);
  const Parsed back = parse(text);
  EXPECT_TRUE(back.findings.empty()) << render(back.findings, "canonical", text);
  EXPECT_EQ(back.protocol, protocol) << text;
  EXPECT_EQ(canonical(back.protocol), text);
}

TEST_P(Source, can_be_frozen_and_thawed) {
  const Protocol protocol = read_protocol(read_text(GetParam()), source_catalogue()).protocol;
  const FrozenProtocol frozen = freeze(protocol, source_catalogue(), testing::test_provenance());
  const FrozenProtocol back = thaw(frozen.text());
  EXPECT_EQ(back.digest(), frozen.digest());
  EXPECT_EQ(difference(back, protocol, source_catalogue()), "");
}

TEST_P(Source, is_complete_after_one_completion) {
  const Protocol once = read_protocol(read_text(GetParam()), source_catalogue()).protocol;
  EXPECT_EQ(complete(once, source_catalogue()), once);
}

std::string name_of_file(const ::testing::TestParamInfo<std::filesystem::path>& file) {
  std::string name = file.param.stem().string();
  std::ranges::replace(name, '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Sources, Source, ::testing::ValuesIn(files_of("sources")), name_of_file);

/// A construct that the published experiments need, and a place in the corpus that has it.
struct Construct {
  const char* what;
  const char* file;
  std::vector<std::string> path;
};

/// The node at a path; an item of a list is named by its place.
const yaml::Node* at(const yaml::Node& root, const std::vector<std::string>& path) {
  const yaml::Node* node = &root;
  for (const std::string& step : path) {
    if (node->kind == yaml::Node::Kind::sequence) {
      const std::size_t place = std::stoul(step);
      if (place >= node->items.size()) return nullptr;
      node = &node->items[place];
      continue;
    }
    const yaml::Entry* entry = node->find(step);
    if (entry == nullptr) return nullptr;
    node = &entry->value;
  }
  return node;
}

const std::vector<Construct>& constructs() {
  static const std::vector<Construct> all{
      {"id", "coldcache-1", {"id"}},
      {"question", "coldcache-1", {"question"}},
      {"rationale", "coldcache-1", {"rationale"}},
      {"scope", "coldcache-1", {"scope"}},
      {"out of scope", "coldcache-1", {"out_of_scope"}},
      {"follows", "coldcache-2", {"follows"}},
      {"supersedes", "coldcache-1", {"supersedes"}},
      {"condition for a round", "coldcache-4", {"proceeds_if", "outcome"}},
      {"condition for a prediction", "coldcache-1", {"predictions", "q8-pays", "only_if"}},
      {"kernel", "coldcache-4", {"arms", "m1-8", "kernel"}},
      {"parameters", "coldcache-4", {"arms", "m1-8", "params", "batch_rows"}},
      {"format", "coldcache-1", {"arms", "q8", "format"}},
      {"role", "coldcache-2", {"arms", "vendor", "role"}},
      {"stated handicap", "coldcache-2", {"arms", "vendor", "handicap"}},
      {"typed bytes, checked", "coldcache-1", {"arms", "q8", "traffic", "ffn_gate"}},
      {"ratio of bytes",
       "membound-dequant",
       {"predictions", "q8-bytes", "quantity", "bytes_ratio"}},
      {"scope of the timed operation", "coldcache-1", {"arms", "bf16", "scope"}},
      {"sweep of shapes", "membound-gemv", {"cases", "square", "rows", "1"}},
      {"square shapes", "membound-gemv", {"cases", "square", "cols"}},
      {"combinations left out", "membound-dequant", {"cases", "table", "except", "4"}},
      {"sweep of a parameter",
       "coldcache-3",
       {"arms", "wide", "params", "columns_per_thread", "2"}},
      {"distribution of the data", "membound-softmax", {"workload", "data", "low"}},
      {"launches of a sample", "coldcache-1", {"instrument", "launches"}},
      {"rotation", "coldcache-1", {"instrument", "working_set"}},
      {"warm-up by seconds", "coldcache-1", {"instrument", "warmup"}},
      {"instrument", "coldcache-1", {"instrument", "launch"}},
      {"statistic: mean", "coldcache-1", {"analysis", "statistic"}},
      {"statistic: minimum", "membound-dequant", {"analysis", "statistic"}},
      {"definition of spread", "coldcache-1", {"gates", "steady", "spread"}},
      {"what a gate blocks", "coldcache-2", {"gates", "steady", "blocks"}},
      {"outliers kept", "coldcache-2", {"analysis", "outliers"}},
      {"outliers dropped", "coldcache-4", {"analysis", "outliers", "drop_beyond_mads"}},
      {"gate of correctness", "membound-softmax", {"gates", "correct", "max_error"}},
      {"parity before the freeze", "coldcache-2", {"beforehand", "parity", "value"}},
      {"receipt that must be read back", "coldcache-4", {"arms", "m1-8", "receipts", "batch_rows"}},
      {"registers relative to another arm",
       "coldcache-4",
       {"predictions", "fewer-registers", "quantity", "over"}},
      {"range", "coldcache-2", {"predictions", "q8-time", "between"}},
      {"one-sided range", "membound-gemv", {"predictions", "vec-is-near", "at_least"}},
      {"point and tolerance", "coldcache-2", {"predictions", "control-repeats", "tolerance"}},
      {"floor from bytes and peak",
       "coldcache-1",
       {"predictions", "bf16-time", "between", "0", "traffic_of"}},
      {"share of a measured ceiling",
       "membound-gemv",
       {"predictions", "warp-is-near", "quantity", "share_of_ceiling"}},
      {"bound over another arm",
       "membound-dequant",
       {"predictions", "q4-stays-near", "at_least", "of", "share_of_ceiling"}},
      {"speedup", "coldcache-1", {"predictions", "q8-pays", "quantity", "speedup"}},
      {"time saved", "coldcache-4", {"predictions", "saves-time", "quantity", "time_saved"}},
      {"order", "coldcache-3", {"predictions", "four-before-eight", "order"}},
      {"best of a set in a range", "coldcache-3", {"predictions", "best-in-range", "between"}},
      {"named group", "coldcache-4", {"groups", "specialised"}},
      {"fastest", "membound-gemv", {"predictions", "vec-is-fastest", "fastest"}},
      {"trend", "membound-softmax", {"predictions", "share-falls", "monotone"}},
      {"equal arms", "membound-gemv", {"predictions", "noise-is-small", "within"}},
      {"no direction predicted", "coldcache-2", {"observations", "like-for-like"}},
      {"exact counter", "membound-gemv", {"predictions", "sectors-of-naive", "equals"}},
      {"at least k of n", "membound-gemv", {"predictions", "vec-is-fastest", "cases", "at_least"}},
      {"not applicable as predicted",
       "membound-softmax",
       {"predictions", "split-cannot-run", "unavailable"}},
      {"mechanism", "coldcache-4", {"predictions", "saves-time", "mechanism"}},
      {"counter that confirms it", "coldcache-4", {"predictions", "saves-time", "confirmed_by"}},
      {"falsifier with its consequence", "coldcache-3", {"falsifiers", "no-gain", "means"}},
      {"claim on disjoint ranges",
       "coldcache-4",
       {"claims", "beats-vendor", "requires", "3", "disjoint_ranges"}},
      {"claim joined with predictions", "coldcache-1", {"claims", "q8-faster", "requires", "0"}},
      {"landing with a least effect",
       "coldcache-4",
       {"decisions", "adopt", "when", "0", "at_least"}},
      {"gate outside the tool", "coldcache-4", {"decisions", "adopt", "when", "1", "outside"}},
      {"closing", "coldcache-4", {"decisions", "adopt", "close_when", "fired"}},
      {"between landing and closing", "coldcache-3", {"decisions", "adopt", "otherwise"}},
      {"stop rule", "coldcache-3", {"stop_rules", "no-wide-loads"}},
      {"dropped arm with its reason", "coldcache-2", {"dropped", "bf16-native"}},
      {"post-hoc arm", "coldcache-1", {"arms", "bf16-transposed", "role"}},
      {"disclosure", "coldcache-2", {"disclosures", "0"}},
      {"required device", "coldcache-1", {"requires", "device"}},
      {"required driver", "coldcache-3", {"requires", "driver"}},
      {"control reproduction", "coldcache-2", {"predictions", "control-repeats", "reproduces"}},
      {"what follows a miss", "coldcache-2", {"predictions", "control-repeats", "on_miss"}},
      {"the same kernel twice", "membound-gemv", {"arms", "warp-again", "role"}},
      {"level of evidence", "coldcache-1", {"claims", "q8-faster", "level"}},
      {"verdict other than held",
       "quantized-gemv-lesson",
       {"predictions", "time-falls", "only_if", "any", "1", "falsified"}},
      {"error of the outputs",
       "quantized-gemv-lesson",
       {"predictions", "both-meet-the-reference", "quantity", "error"}},
      {"tokens a second",
       "quantized-gemv-lesson",
       {"observations", "rate", "quantity", "tokens_per_second"}},
      {"prior knowledge", "coldcache-1", {"prior_data", "note"}},
  };
  return all;
}

TEST(Sources, have_every_construct_that_the_published_experiments_need) {
  for (const Construct& construct : constructs()) {
    const std::string file = std::string(construct.file) + ".yaml";
    const yaml::Tree tree = yaml::guard(read_text(testing::testdata() / "sources" / file));
    EXPECT_NE(at(tree.root, construct.path), nullptr)
        << construct.what << ": " << file << ": " << ::testing::PrintToString(construct.path);
  }
}

Protocol source(const std::string& name) {
  return read_protocol(read_text(testing::testdata() / "sources" / (name + ".yaml")),
                       source_catalogue())
      .protocol;
}

TEST(Sources, expand_the_table_of_shapes_and_the_sweep_of_widths) {
  std::vector<std::string> cases;
  for (const Case& one : source("membound-dequant").cases) cases.push_back(one.name);
  EXPECT_THAT(cases, ::testing::ElementsAre("table-4096x4096", "table-4096x14336",
                                            "table-8192x8192", "table-14336x4096"));
  const Protocol widths = source("coldcache-3");
  ASSERT_EQ(widths.groups.size(), 1U);
  EXPECT_EQ(widths.groups[0], (Group{"wide", {"wide-2", "wide-4", "wide-8"}}));
  EXPECT_EQ(widths.arms[2].parameters.at("columns_per_thread"), 4);
}

TEST(Sources, let_the_name_of_an_entry_stand_for_its_cases) {
  const Protocol table = source("membound-gemv");
  EXPECT_THAT(table.predictions[5].cases.cases,
              ::testing::ElementsAre("square-4096", "square-8192", "tall", "wide"));
  EXPECT_EQ(table.cases[1].extents, (Extents{{"rows", 8192}, {"cols", 8192}}));
}

}  // namespace
}  // namespace membound
