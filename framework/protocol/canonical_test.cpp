// SPDX-License-Identifier: Apache-2.0
// Properties of the canonical text over many random protocols.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>

#include "base/digest.hpp"
#include "base/random.hpp"
#include "protocol/identity.hpp"
#include "protocol/test_protocols.hpp"
#include "protocol/writer.hpp"

namespace membound {
namespace {

/// Draws random completed protocols. They need not be sensible, only representable.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : seed_(seed) {}

  Protocol protocol() {
    Protocol p;
    p.id = name();
    p.title = line();
    p.question = text();
    p.rationale = text();
    p.prior_data = static_cast<PriorData>(number(3));
    p.prior_note = number(2) == 0 ? "" : text();
    if (number(2) == 0)
      p.amends = {std::string(64, "0123456789abcdef"[number(16)]), text(),
                  static_cast<Seen>(number(4))};
    p.requires_ = {.backend = number(2) == 0 ? "" : "cuda",
                   .device = number(2) == 0 ? "" : line(),
                   .driver = number(2) == 0 ? "" : line()};
    p.workload = {"gemv", "f16", {-real(1e3), real(1e3)}};
    for (const std::string& name : names())
      p.cases.push_back({name, {{"rows", whole()}, {"cols", whole()}}});
    for (const std::string& name : names()) p.arms.push_back(arm(name));
    for (const std::string& name : names()) p.dropped.emplace_back(name, text());
    p.instrument = {.launches = small(),
                    .warmup = {whole() % 600'000'000'000},
                    .rounds = small(),
                    .invocations = small() % 1000 + 1,
                    .large_ceiling = {mebi + whole() % gibi}};
    if (number(3) == 0) {
      p.instrument.launch = LaunchMode::isolated;
      p.instrument.flush = static_cast<Flush>(number(2));
      p.instrument.short_launches = static_cast<ShortLaunches>(number(2));
    }
    p.instrument.order = static_cast<Order>(number(2));
    if (number(2) == 0) p.instrument.working_set = Bytes{4096 + whole()};
    p.gates = {.max_error = real(1),
               .spread = static_cast<Spread>(number(4)),
               .cold_ratio = 1 + real(90),
               .above_ceiling = 1 + real(8)};
    if (number(2) == 0) p.gates.spread_below = 0.001 + real(1);
    p.ceilings = {names("stream/"), names("stream/"), "stream/a", "stream/b"};
    for (const std::string& name : names()) p.predictions.push_back(prediction(name, p));
    for (const std::string& name : names()) {
      p.falsifiers.push_back({name, {}, {}, cases(p), text()});
      p.falsifiers.back().quantity = quantity(p);
      p.falsifiers.back().region = range();
    }
    conclusions(p);
    for (std::uint64_t i = number(3); i > 0; --i)
      p.disclosures.push_back(fmt::format("{} {}", i, text()));
    return p;
  }

 private:
  std::uint64_t number(std::uint64_t bound) {
    return below(bound, [&] { return splitmix64(seed_, next_++); });
  }
  int small() { return static_cast<int>(number(1000) + 1); }
  std::int64_t whole() { return static_cast<std::int64_t>(number(1u << 30) + 1); }
  double real(double most) { return uniform(seed_, next_++, 0, most); }

  std::string name() {
    std::string out(1, static_cast<char>('a' + number(26)));
    for (std::uint64_t i = number(12); i > 0; --i) out += "abcxyz0189-"[number(11)];
    return out == "null" ? "nil" : out;
  }
  std::vector<std::string> names(const std::string& prefix = "") {
    std::vector<std::string> out;
    for (std::uint64_t i = number(4) + 1; i > 0; --i)
      out.push_back(fmt::format("{}{}_{}", prefix, name(), i));
    return out;
  }
  std::string line() {
    static constexpr std::array<std::string_view, 20> pieces{
        "a", " ", "\"", "\\", "'", ": ", "#", "- ", "{",    "}",
        "[", ",", "&",  "*",  "!", "|",  "%", "ä",  "日本", "\t"};
    std::string out = "x";
    for (std::uint64_t i = number(20); i > 0; --i) out += pieces[number(pieces.size())];
    return out;
  }
  std::string text() { return number(3) == 0 ? fmt::format("{}\n{}\n", line(), line()) : line(); }

  ArmUse arm(const std::string& name) {
    ArmUse use{.name = name,
               .kernel = "gemv/warp",
               .format = "f16",
               .parameters = {},
               .role = static_cast<Role>(number(6)),
               .note = number(2) == 0 ? "" : text(),
               .rotation = static_cast<Rotation>(number(2))};
    for (std::uint64_t i = number(3); i > 0; --i) use.parameters[fmt::format("p{}", i)] = whole();
    return use;
  }
  Quantity quantity(const Protocol& p) {
    Quantity q{static_cast<QuantityKind>(number(5)), p.arms.front().name, "", CeilingScope::large};
    if (q.kind == QuantityKind::speedup || q.kind == QuantityKind::time_saved)
      q.over = p.arms.back().name;
    if (q.kind == QuantityKind::share_of_ceiling) q.scope = static_cast<CeilingScope>(number(2));
    return q;
  }
  Range range() {
    const double low = 1e-9 + real(1);
    switch (number(4)) {
      case 0: return {low, std::nullopt};
      case 1: return {std::nullopt, low * 1e13};
      case 2: return {low, low};
      default: return {low, low + real(1e6)};
    }
  }
  CaseSelection cases(const Protocol& p) {
    CaseSelection selection{static_cast<CaseSelection::Kind>(number(3)), 0, {}};
    for (const Case& c : p.cases) selection.cases.push_back(c.name);
    if (selection.kind == CaseSelection::Kind::at_least) selection.count = small() % 400 + 1;
    return selection;
  }
  Prediction prediction(const std::string& name, const Protocol& p) {
    Prediction out{.name = name, .cases = cases(p), .because = text()};
    if (number(4) == 0) {
      out.order = names();
      out.order.emplace_back("last");
    } else {
      out.quantity = quantity(p);
      out.range = range();
    }
    return out;
  }

  void conclusions(Protocol& p) {
    if (number(2) == 0) return;
    for (const std::string& name : names())
      p.observations.push_back({name, quantity(p), cases(p), number(2) == 0 ? "" : text()});
    for (const std::string& name : names()) {
      p.claims.push_back({name, line(), condition(p, 3), std::nullopt});
      if (number(2) == 0) p.claims.back().level = static_cast<EvidenceLevel>(number(4));
    }
    for (const std::string& name : names()) {
      p.decisions.push_back({.name = name, .land = condition(p, 2)});
      if (number(2) == 0) p.decisions.back().close = condition(p, 1);
    }
    for (const std::string& name : names()) p.stop_rules.push_back({name, condition(p, 1), text()});
  }

  Condition condition(const Protocol& p, int depth) {
    Condition out;
    out.kind = static_cast<Condition::Kind>(number(depth > 0 ? 10 : 8));
    switch (out.kind) {
      case Condition::Kind::all:
      case Condition::Kind::any:
        for (std::uint64_t i = number(3) + 1; i > 0; --i)
          out.parts.push_back(condition(p, depth - 1));
        break;
      case Condition::Kind::comparison:
        out.quantity = quantity(p);
        out.range = range();
        out.cases = cases(p);
        break;
      case Condition::Kind::disjoint_ranges:
        out.faster = p.arms.front().name;
        out.slower = p.arms.back().name;
        out.cases = cases(p);
        break;
      default: out.name = name();
    }
    return out;
  }

  std::uint64_t seed_;
  std::uint64_t next_ = 0;
};

TEST(Canonical, reads_back_as_the_same_protocol) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Protocol protocol = Draw(seed).protocol();
    const std::string text = canonical(protocol);
    const Parsed back = parse(text);
    ASSERT_TRUE(back.findings.empty()) << render(back.findings, "canonical", text);
    ASSERT_EQ(back.protocol, protocol) << text;
    ASSERT_EQ(canonical(back.protocol), text);
  }
}

TEST(Canonical, differs_for_different_protocols) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    EXPECT_NE(canonical(Draw(seed).protocol()), canonical(Draw(seed + 1).protocol()));
  }
}

using Change = std::function<void(Protocol&)>;

/// Every change must give a digest that neither the original nor another change has.
void expect_other_digests(const Protocol& original, const std::vector<Change>& changes) {
  std::vector<std::string> digests{identity({1, {}, original})};
  for (std::size_t i = 0; i < changes.size(); ++i) {
    Protocol changed = original;
    changes[i](changed);
    const std::string digest = identity({1, {}, changed});
    EXPECT_EQ(std::ranges::find(digests, digest), digests.end())
        << "change " << i << " leaves the digest as it was";
    digests.push_back(digest);
  }
}

TEST(Canonical, changes_the_digest_with_every_field) {
  const std::vector<Change> changes{
      [](Protocol& p) { p.version = 2; },
      [](Protocol& p) { p.id += "x"; },
      [](Protocol& p) { p.title += "x"; },
      [](Protocol& p) { p.question += "x"; },
      [](Protocol& p) { p.rationale += "x"; },
      [](Protocol& p) { p.prior_data = PriorData::pilot; },
      [](Protocol& p) { p.prior_note += "x"; },
      [](Protocol& p) { p.amends = Amendment{.parent = "p", .reason = "r"}; },
      [](Protocol& p) { p.amends = Amendment{.parent = "q", .reason = "r"}; },
      [](Protocol& p) { p.amends = Amendment{.parent = "p", .reason = "s"}; },
      [](Protocol& p) {
        p.amends = Amendment{.parent = "p", .reason = "r", .seen = Seen::results_seen};
      },
      [](Protocol& p) { p.requires_.backend += "x"; },
      [](Protocol& p) { p.requires_.device += "x"; },
      [](Protocol& p) { p.workload.name += "x"; },
      [](Protocol& p) { p.workload.format += "x"; },
      [](Protocol& p) { p.workload.data.low -= 1; },
      [](Protocol& p) { p.workload.data.high += 1e-15; },
      [](Protocol& p) { p.cases[0].name += "x"; },
      [](Protocol& p) { p.cases[0].extents["rows"] += 1; },
      [](Protocol& p) { std::swap(p.cases[0], p.cases[1]); },
      [](Protocol& p) { p.arms[0].name += "x"; },
      [](Protocol& p) { p.arms[0].kernel += "x"; },
      [](Protocol& p) { p.arms[0].format += "x"; },
      [](Protocol& p) { p.arms[0].role = Role::probe; },
      [](Protocol& p) { p.arms[0].note += "x"; },
      [](Protocol& p) { p.arms[1].parameters["block"] += 1; },
      [](Protocol& p) { std::swap(p.arms[0], p.arms[1]); },
      [](Protocol& p) { p.dropped[0].first += "x"; },
      [](Protocol& p) { p.dropped[0].second += "x"; },
      [](Protocol& p) { p.instrument.launch = LaunchMode::chain; },
      [](Protocol& p) { p.instrument.launches += 1; },
      [](Protocol& p) { p.instrument.working_set = std::nullopt; },
      [](Protocol& p) { p.instrument.working_set->value += 1; },
      [](Protocol& p) { p.instrument.warmup.value += 1; },
      [](Protocol& p) { p.instrument.rounds += 1; },
      [](Protocol& p) { p.instrument.invocations += 1; },
      [](Protocol& p) { p.instrument.large_ceiling.value += 1; },
      [](Protocol& p) { p.analysis.statistic += "x"; },
      [](Protocol& p) { p.analysis.interval += "x"; },
      [](Protocol& p) { p.analysis.tail += 0.01; },
      [](Protocol& p) { p.analysis.outliers += "x"; },
      [](Protocol& p) { p.gates.max_error *= 2; },
      [](Protocol& p) { p.gates.spread_below = std::nullopt; },
      [](Protocol& p) { p.gates.spread = Spread::max_over_min; },
      [](Protocol& p) { p.gates.cold_ratio += 0.1; },
      [](Protocol& p) { p.gates.above_ceiling += 0.1; },
      [](Protocol& p) { p.ceilings.read.pop_back(); },
      [](Protocol& p) { p.ceilings.copy.emplace_back("x"); },
      [](Protocol& p) { p.ceilings.hot_probe += "x"; },
      [](Protocol& p) { p.ceilings.null_launch += "x"; },
      [](Protocol& p) { p.predictions[0].name += "x"; },
      [](Protocol& p) { p.predictions[0].quantity->kind = QuantityKind::bandwidth; },
      [](Protocol& p) { p.predictions[0].quantity->arm += "x"; },
      [](Protocol& p) { p.predictions[2].quantity->scope = CeilingScope::large; },
      [](Protocol& p) { p.predictions[3].quantity->over += "x"; },
      [](Protocol& p) { *p.predictions[0].range.low += 1; },
      [](Protocol& p) { *p.predictions[0].range.high += 1; },
      [](Protocol& p) { p.predictions[0].range.high = std::nullopt; },
      [](Protocol& p) { p.predictions[0].cases.kind = CaseSelection::Kind::any; },
      [](Protocol& p) { p.predictions[0].cases.cases.emplace_back("x"); },
      [](Protocol& p) { p.predictions[1].cases.count += 1; },
      [](Protocol& p) { std::swap(p.predictions[5].order[0], p.predictions[5].order[1]); },
      [](Protocol& p) { p.predictions[0].because += "x"; },
      [](Protocol& p) { p.falsifiers[0].name += "x"; },
      [](Protocol& p) { p.falsifiers[0].quantity.over += "x"; },
      [](Protocol& p) { *p.falsifiers[0].region.high += 0.01; },
      [](Protocol& p) { std::swap(p.falsifiers[0].region.low, p.falsifiers[0].region.high); },
      [](Protocol& p) { p.falsifiers[0].cases.cases.pop_back(); },
      [](Protocol& p) { p.falsifiers[0].means += "x"; },
      [](Protocol& p) { p.disclosures.pop_back(); },
  };
  expect_other_digests(testing::completed(testing::good_text("gemv_stages.yaml")), changes);
}

TEST(Canonical, changes_the_digest_with_every_field_that_is_written_when_given) {
  const std::vector<Change> changes{
      [](Protocol& p) { p.scope += "x"; },
      [](Protocol& p) { p.out_of_scope += "x"; },
      [](Protocol& p) { p.lineage.follows += "x"; },
      [](Protocol& p) { p.lineage.supersedes += "x"; },
      [](Protocol& p) { p.lineage.replicates += "x"; },
      [](Protocol& p) { p.proceeds_if->protocol += "x"; },
      [](Protocol& p) { p.proceeds_if->prediction += "x"; },
      [](Protocol& p) { p.proceeds_if->outcome = "fired"; },
      [](Protocol& p) { p.proceeds_if = std::nullopt; },
      [](Protocol& p) { p.requires_.driver += "x"; },
      [](Protocol& p) { p.arms[3].handicap += "x"; },
      [](Protocol& p) { p.arms[3].scope = Scope::operation; },
      [](Protocol& p) { p.arms[3].rotation = Rotation::full; },
      [](Protocol& p) { p.instrument.order = Order::blocked; },
      [](Protocol& p) { p.arms[1].traffic["square"].value += 1; },
      [](Protocol& p) { p.arms[1].receipts["registers"] += 1; },
      [](Protocol& p) { p.groups[0].name += "x"; },
      [](Protocol& p) { p.groups[0].arms.pop_back(); },
      [](Protocol& p) { p.beforehand[0].value /= 2; },
      [](Protocol& p) { p.beforehand[0].at_most *= 2; },
      [](Protocol& p) { p.beforehand[0].note += "x"; },
      [](Protocol& p) { p.analysis.statistic = "mean"; },
      [](Protocol& p) { p.analysis.outlier_mads += 1; },
      [](Protocol& p) { p.analysis.outliers = "keep"; },
      [](Protocol& p) { p.gates.spread_blocks = Blocks::all; },
      [](Protocol& p) { p.predictions[0].range.low_of->traffic_of += "x"; },
      [](Protocol& p) { p.predictions[0].range.low_of->rate *= 2; },
      [](Protocol& p) { p.predictions[0].range.low_of->is = std::nullopt; },
      [](Protocol& p) { p.predictions[1].range.low_of->times = 2; },
      [](Protocol& p) { p.predictions[1].range.low_of->plus += 1; },
      [](Protocol& p) { p.predictions[2].range.high_of->quantity->arm += "x"; },
      [](Protocol& p) { p.predictions[8].quantity->launches_per_token += 1; },
      [](Protocol& p) { p.predictions[11].quantity->name += "x"; },
      [](Protocol& p) { p.predictions[12].quantity->over += "x"; },
      [](Protocol& p) { p.predictions[14].trend->rising = false; },
      [](Protocol& p) { p.predictions[14].trend->cases.pop_back(); },
      [](Protocol& p) { p.predictions[14].trend->quantity.arm += "x"; },
      [](Protocol& p) { p.predictions[16].fastest->arm += "x"; },
      [](Protocol& p) { p.predictions[16].fastest->of.pop_back(); },
      [](Protocol& p) { p.predictions[18].unavailable += "x"; },
      [](Protocol& p) { p.predictions[19].mechanism += "x"; },
      [](Protocol& p) { p.predictions[19].confirmed_by.emplace_back("rate"); },
      [](Protocol& p) { p.predictions[19].only_if = std::nullopt; },
      [](Protocol& p) { p.predictions[19].only_if->parts.pop_back(); },
      [](Protocol& p) { p.predictions[19].reproduces += "x"; },
      [](Protocol& p) { p.predictions[19].on_miss += "x"; },
      [](Protocol& p) { p.observations[0].because += "x"; },
      [](Protocol& p) { p.observations[0].quantity.arm += "x"; },
      [](Protocol& p) { p.observations[0].cases.cases.emplace_back("x"); },
      [](Protocol& p) { p.claims[0].text += "x"; },
      [](Protocol& p) { p.claims[0].level = std::nullopt; },
      [](Protocol& p) { p.claims[0].condition.kind = Condition::Kind::any; },
      [](Protocol& p) { p.claims[0].condition.parts[0].kind = Condition::Kind::falsified; },
      [](Protocol& p) { p.claims[0].condition.parts[1].parts.pop_back(); },
      [](Protocol& p) { p.claims[0].condition.parts[2].faster += "x"; },
      [](Protocol& p) { p.claims[0].condition.parts[2].slower += "x"; },
      [](Protocol& p) { p.claims[0].condition.parts[2].cases.cases.pop_back(); },
      [](Protocol& p) { p.decisions[0].close = std::nullopt; },
      [](Protocol& p) { p.decisions[0].land.parts[1].name += "x"; },
      [](Protocol& p) { p.decisions[0].also += "x"; },
      [](Protocol& p) { p.decisions[0].means += "x"; },
      [](Protocol& p) { p.decisions[0].otherwise += "x"; },
      [](Protocol& p) { *p.stop_rules[0].when.range.high += 0.01; },
      [](Protocol& p) { p.stop_rules[0].when.cases.kind = CaseSelection::Kind::all; },
      [](Protocol& p) { p.stop_rules[0].means += "x"; },
  };
  expect_other_digests(testing::completed(testing::good_text("whole_language.yaml")), changes);
}

TEST(Canonical, leaves_the_digests_of_what_the_repository_has_frozen) {
  int frozen = 0;
  const std::filesystem::path folder = std::filesystem::path(MEMBOUND_SOURCE_DIR) / "protocols";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (!entry.path().string().ends_with(".frozen.yaml")) continue;
    ++frozen;
    EXPECT_NO_THROW(static_cast<void>(thaw(testing::read_text(entry.path())))) << entry.path();
  }
  EXPECT_GT(frozen, 0);
}

TEST(Canonical, is_the_same_with_defaults_named_and_left_out) {
  EXPECT_EQ(canonical(testing::completed(testing::good_text("explicit_defaults.yaml"))),
            canonical(testing::completed(testing::good_text("implicit_defaults.yaml"))));
}

TEST(Writer, quotes_what_could_end_or_change_a_text) {
  EXPECT_EQ(yaml::quoted("a \"b\" \\ c\n\td"), "\"a \\\"b\\\" \\\\ c\\n\\td\"");
}

TEST(Writer, writes_empty_mappings_and_lists_as_such) {
  yaml::Writer out;
  out.mapping("a", [&] {
    out.mapping("b", [] {});
    out.texts("c", {});
    out.words("d", {"1", "2"});
  });
  EXPECT_EQ(out.str(), "a:\n  b: {}\n  c: []\n  d:\n    - 1\n    - 2\n");
}

}  // namespace
}  // namespace membound
