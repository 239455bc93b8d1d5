// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ctime>

#include "base/random.hpp"
#include "protocol/test_protocols.hpp"

namespace membound {
namespace {

using testing::check;
using ::testing::ElementsAre;
using testing::good_text;

TEST(Parse, reads_every_field_in_natural_units) {
  const Protocol p = parse(good_text("gemv_stages.yaml")).protocol;
  EXPECT_EQ(p.version, 1);
  EXPECT_EQ(p.id, "gemv-stages");
  EXPECT_EQ(p.prior_data, PriorData::seen);
  EXPECT_EQ(p.prior_note, "the first figures of one card, not of these shapes");
  EXPECT_EQ(p.requires_, (Requirements{"cuda", "*H200*"}));
  EXPECT_EQ(p.workload, (WorkloadUse{"gemv", "f16", {-1, 1}}));
  ASSERT_EQ(p.cases.size(), 3U);
  EXPECT_EQ(p.cases[1], (Case{"tall", {{"rows", 65536}, {"cols", 1024}}}));
  ASSERT_EQ(p.arms.size(), 4U);
  EXPECT_EQ(p.arms[1], (ArmUse{"warp", "gemv/warp", "", {{"block", 128}}, Role::treatment, ""}));
  EXPECT_EQ(p.arms[3].format, "q4");
  EXPECT_THAT(p.dropped, ElementsAre(std::pair<std::string, std::string>(
                             "q8", "the format is not implemented yet")));
  EXPECT_EQ(p.instrument, (Instrument{.launches = 40,
                                      .working_set = Bytes{gibi},
                                      .warmup = Nanoseconds{500'000'000},
                                      .rounds = 10,
                                      .invocations = 5,
                                      .large_ceiling = Bytes{512 * mebi}}));
  EXPECT_EQ(p.analysis, Analysis{});
  EXPECT_EQ(p.gates, (Gates{.max_error = 1e-3, .spread_below = 0.05, .cold_ratio = 1.2}));
  EXPECT_EQ(
      p.ceilings,
      (Ceilings{{"stream/read_plain", "stream/read_wide"}, {}, "stream/read_wide", "stream/null"}));
  EXPECT_EQ(p.disclosures.size(), 2U);
}

TEST(Parse, reads_predictions_of_every_kind) {
  const std::vector<Prediction> p = parse(good_text("gemv_stages.yaml")).protocol.predictions;
  ASSERT_EQ(p.size(), 7U);
  EXPECT_EQ(p[0].quantity, (Quantity{QuantityKind::time, "warp", "", CeilingScope::large}));
  EXPECT_EQ(p[0].range, (Range{9500, 12000}));
  EXPECT_EQ(p[0].cases, (CaseSelection{CaseSelection::Kind::all, 0, {"square"}}));
  EXPECT_EQ(p[1].range, (Range{3.2e12, std::nullopt}));
  EXPECT_EQ(p[1].cases,
            (CaseSelection{CaseSelection::Kind::at_least, 2, {"wide", "tall", "square"}}));
  EXPECT_EQ(p[2].quantity,
            (Quantity{QuantityKind::share_of_ceiling, "wide", "", CeilingScope::matched}));
  EXPECT_EQ(p[2].cases, (CaseSelection{CaseSelection::Kind::any, 0, {"tall", "square"}}));
  EXPECT_EQ(p[3].quantity,
            (Quantity{QuantityKind::time_saved, "wide", "warp", CeilingScope::large}));
  EXPECT_EQ(p[3].range, (Range{-0.02, 0.12}));
  EXPECT_EQ(p[4].quantity, (Quantity{QuantityKind::speedup, "warp", "naive", CeilingScope::large}));
  EXPECT_EQ(p[4].range, (Range{4, std::nullopt}));
  EXPECT_EQ(p[5].quantity, std::nullopt);
  EXPECT_THAT(p[5].order, ElementsAre("wide", "warp", "naive"));
}

TEST(Parse, reads_falsifiers_as_regions) {
  const std::vector<Falsifier> f = parse(good_text("gemv_stages.yaml")).protocol.falsifiers;
  ASSERT_EQ(f.size(), 2U);
  EXPECT_EQ(f[0].region, (Range{std::nullopt, 0.01}));
  EXPECT_EQ(f[1].region, (Range{40'000, std::nullopt}));
  EXPECT_EQ(f[1].cases, (CaseSelection{CaseSelection::Kind::any, 0, {"square"}}));
  EXPECT_EQ(f[1].means, "the layout is wrong");
}

TEST(Parse, keeps_the_place_of_every_part) {
  const Marks marks = parse("membound: 1\narms:\n  a: {kernel: gemv/warp}\n").marks;
  EXPECT_EQ(marks.at("membound"), (Mark{1, 11}));
  EXPECT_EQ(marks.at("arms"), (Mark{2, 1}));
  EXPECT_EQ(marks.at("arms.a"), (Mark{3, 3}));
  EXPECT_EQ(marks.at("arms.a.kernel"), (Mark{3, 15}));
}

TEST(Parse, refuses_what_is_no_mapping) {
  for (const char* text :
       {"", "\n", "# only a comment\n", "---\n", "null", "a text", "- a\n- b\n", "[]", "..."}) {
    const Parsed parsed = parse(text);
    EXPECT_EQ(parsed.findings.size(), 1U) << text;
    EXPECT_TRUE(has_errors(parsed.findings)) << text;
  }
}

TEST(Parse, survives_every_truncation) {
  const std::string text = good_text("explicit_defaults.yaml");
  const std::size_t whole = text.find("falsifiers");  // from here on only optional keys follow
  for (std::size_t length = 0; length < whole; ++length) {
    const std::vector<Finding> findings = check(text.substr(0, length));
    EXPECT_TRUE(has_errors(findings) || length + 1 == whole) << length;
  }
  for (std::size_t length = whole; length <= text.size(); ++length) {
    static_cast<void>(check(text.substr(0, length)));
  }
}

TEST(Parse, survives_random_edits) {
  const std::string text = good_text("every_role.yaml");
  constexpr std::string_view alphabet = "{}[]:,\n \"'#&*!|>-?%@`~0129azx/.\t\\\xc3";
  std::uint64_t next = 0;
  const auto draw = [&](std::uint64_t bound) {
    return below(bound, [&] { return splitmix64(42, next++); });
  };
  for (int round = 0; round < 1000; ++round) {
    std::string edited = text;
    for (std::uint64_t edit = draw(4) + 1; edit > 0; --edit) {
      edited[static_cast<std::size_t>(draw(edited.size()))] =
          alphabet[static_cast<std::size_t>(draw(alphabet.size()))];
    }
    const Parsed parsed = read_protocol(edited, testing::test_catalogue());
    if (parsed.findings.empty()) {
      EXPECT_EQ(parse(canonical(parsed.protocol)).protocol, parsed.protocol) << edited;
    }
    EXPECT_FALSE(render(parsed.findings, "edited.yaml", edited).empty() &&
                 has_errors(parsed.findings));
  }
}

TEST(Parse, says_every_mistake_at_once_up_to_a_limit) {
  std::string text = good_text("minimal.yaml") + "disclosures:\n";
  for (int i = 0; i < 300; ++i) text += "  - {}\n";
  const std::vector<Finding> findings = check(text);  // one for each item, and one for their number
  ASSERT_EQ(findings.size(), 101U);
  EXPECT_EQ(findings.back().message, "201 more problems are not shown");
}

TEST(Parse, reads_two_hundred_predictions_quickly) {
  std::string text = good_text("minimal.yaml");
  for (int i = 0; i < 200; ++i) {
    text += fmt::format(
        "  p{}:\n    quantity: {{time: warp}}\n    between: [10 us, {} us]\n    cases: all\n    "
        "because: x\n",
        i, 20 + i);
  }
  const std::clock_t start = std::clock();
  EXPECT_TRUE(check(text).empty());
  EXPECT_LT(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC, 0.05);
}

}  // namespace
}  // namespace membound
