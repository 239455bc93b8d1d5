// SPDX-License-Identifier: Apache-2.0
// Tests on published results: what may be claimed and decided from them, in the strict reading of
// their protocols. Ranges as in published_test.cpp: ten rounds of one process between the least and
// the most.
#include <gmock/gmock.h>

#include "judge/scene.hpp"

namespace membound {
namespace {

using testing::HasSubstr;
using Kind = Condition::Kind;

Times published(double least, double most) {
  return [=](int, int round) { return 1000 * (least + (most - least) * round / 9); };
}

Condition names(Kind kind, const std::string& name) { return {.kind = kind, .name = name}; }
Condition at_least(const Quantity& quantity, double low) {
  return {.kind = Kind::comparison,
          .quantity = quantity,
          .range = {low, {}},
          .cases = {.cases = {"c"}}};
}
Condition all(std::vector<Condition> parts) {
  return {.kind = Kind::all, .parts = std::move(parts)};
}

Claim beats(const std::string& faster, const std::string& slower) {
  return {.name = "beats-vendor",
          .text = "faster than the vendor library at this shape on this card",
          .condition = {.kind = Kind::disjoint_ranges,
                        .faster = faster,
                        .slower = slower,
                        .cases = {.cases = {"c"}}}};
}

/// A round in which a spread that is too large bars claims and leaves verdicts standing, as the
/// rounds were run.
Scene round(double spread_below) {
  Scene scene(1, 10);
  scene.protocol.gates.spread_below = spread_below;
  scene.protocol.gates.spread_blocks = Blocks::claims;
  return scene;
}

Scene first() {
  Scene scene = round(0.05);
  scene.arm("bf16", published(399, 403));
  scene.arm("q8", published(468, 474));
  scene.arm("bf16-b", published(194, 195));
  scene.protocol.arms = {{.name = "bf16", .role = Role::baseline},
                         {.name = "q8"},
                         {.name = "bf16-b", .role = Role::post_hoc}};
  return scene;
}

Scene second() {
  Scene scene = round(0.015);
  scene.arm("bf16-b", published(195.0, 195.9));
  scene.arm("q8b", published(164.5, 165.3));
  scene.arm("vendor", published(123.0, 126.2));
  scene.protocol.claims = {beats("q8b", "vendor")};
  scene.protocol.dropped = {{"bf16", "needs memory that another process held"}};
  return scene;
}

Scene third() {
  Scene scene = round(0.015);
  scene.arm("v1", published(194.1, 194.8));
  scene.arm("cpt2", published(150.7, 151.4));
  scene.arm("cpt4", published(140.0, 140.7));
  scene.arm("cpt8", published(138.8, 139.8));
  scene.arm("vendor", published(125.1, 127.8));
  scene.protocol.groups = {{"cpt", {"cpt2", "cpt4", "cpt8"}}};
  scene.protocol.claims = {beats("cpt", "vendor")};
  return scene;
}

Scene fourth() {
  Scene scene = round(0.015);
  scene.arm("general", published(137.8, 138.9));
  scene.arm("m1c8", published(121.2, 121.8));
  scene.arm("m1c4", published(123.5, 124.3));
  scene.arm("vendor", published(122.1, 123.3));
  scene.protocol.claims = {beats("m1c8", "vendor")};
  return scene;
}

Ruling claim(const Scene& scene) { return scene.conclusions().at(0).ruling; }

TEST(PublishedClaim, is_allowed_in_the_fourth_round_alone) {
  EXPECT_EQ(claim(second()), Ruling::not_allowed);
  EXPECT_EQ(claim(third()), Ruling::not_allowed);
  EXPECT_EQ(claim(fourth()), Ruling::allowed);
}

TEST(PublishedClaim, is_blocked_when_the_817_us_repetition_is_kept) {
  Scene scene = fourth();
  scene.repetition(3, 0, 0).time = {817'000'000};
  EXPECT_EQ(claim(scene), Ruling::not_allowed);
  EXPECT_THAT(scene.conclusions()[0].reason, HasSubstr("steady: vendor"));
  EXPECT_EQ(scene.conclusions()[0].clauses[0].truth, Truth::met);  // on the far side of the overlap
}

TEST(PublishedClaim, is_allowed_when_a_frozen_rule_drops_it) {
  Scene scene = fourth();
  scene.repetition(3, 0, 0).time = {817'000'000};
  scene.protocol.analysis.outliers = "drop";
  scene.protocol.analysis.outlier_mads = 10;
  EXPECT_EQ(claim(scene), Ruling::allowed);
}

TEST(PublishedClaim, does_not_depend_on_how_verdicts_stand) {
  Scene scene = fourth();
  scene.repetition(3, 0, 0).time = {817'000'000};
  scene.predict(time_of("general"), {135'000, 145'000});
  EXPECT_EQ(scene.verdict().outcome, Outcome::held);
}

TEST(PublishedClaim, of_a_post_hoc_arm_is_never_allowed) {
  Scene scene = first();
  scene.protocol.claims = {beats("bf16-b", "q8")};
  EXPECT_EQ(claim(scene), Ruling::not_allowed);
  EXPECT_THAT(scene.conclusions()[0].reason, HasSubstr("bf16-b was added after"));
  scene.protocol.claims = {beats("bf16", "q8")};
  EXPECT_EQ(claim(scene), Ruling::allowed);
}

TEST(PublishedSpread, decides_over_claims_by_its_definition) {
  Scene scene = second();
  scene.protocol.claims = {beats("vendor", "q8b")};
  for (const Spread strict :
       {Spread::range_over_mean, Spread::range_over_median, Spread::max_over_min}) {
    scene.protocol.gates.spread = strict;
    EXPECT_EQ(claim(scene), Ruling::not_allowed);  // 2.57 %
  }
  scene.protocol.gates.spread = Spread::half_range_over_mean;
  EXPECT_EQ(claim(scene), Ruling::allowed);
}

TEST(PublishedSpread, as_a_prediction_misses_one_percent_in_the_first_round) {
  Scene scene = first();
  const Quantity spread{.kind = QuantityKind::spread, .arm = "q8"};
  scene.predict(spread, {{}, 0.01});
  scene.predict(spread, {{}, 0.05});
  EXPECT_EQ(scene.verdicts()[0].outcome, Outcome::falsified);
  EXPECT_NEAR(*scene.verdicts()[0].cases[0].estimate, 0.0127, 0.00005);
  EXPECT_EQ(scene.verdicts()[1].outcome, Outcome::held);
}

TEST(PublishedGroup, holds_for_the_best_of_three_widths) {
  Scene scene = third();
  scene.predict(time_of("cpt"), {130'000, 165'000});
  EXPECT_EQ(scene.verdict().outcome, Outcome::held);
  EXPECT_THAT(scene.verdict().reason, HasSubstr("fastest of cpt: cpt8 in 1 invocation"));
  scene.predict(speedup_of("cpt", "v1"), {1.39, 1.41});
  EXPECT_EQ(scene.verdicts()[1].outcome, Outcome::held);
}

TEST(PublishedAdoption, lands_by_its_margin_and_leaves_the_token_gate_to_others) {
  Scene scene = third();
  scene.protocol.decisions = {{.name = "adopt",
                               .land = all({at_least(saved_by("cpt", "v1"), 0.10)}),
                               .also = "16 of 16 tokens equal"}};
  const Conclusion adopt = scene.conclusions().at(1);
  EXPECT_EQ(adopt.ruling, Ruling::land);
  EXPECT_EQ(adopt.clauses.back().reason, "not evaluated here");
  scene.protocol.decisions[0].land.parts.push_back(names(Kind::outside, "16 of 16 tokens equal"));
  EXPECT_EQ(scene.conclusions().at(1).ruling, Ruling::undecided);
}

TEST(PublishedMechanism, of_equal_traffic_is_refuted_by_the_bytes_that_are_written) {
  Scene scene = fourth();
  scene.read_back(0, "dram_bytes_written", 12'582'912);
  scene.read_back(1, "dram_bytes_written", 1'572'864);
  scene.predict(counter_of("m1c8", "dram_bytes_written", "general"), {0.95, 1.05});
  EXPECT_EQ(scene.verdict().outcome, Outcome::falsified);
}

/// Time of the old over that of the new kernel on three shapes.
Scene shapes(const std::vector<double>& speedups) {
  Scene scene(1, 10);
  for (std::size_t i = 0; i < speedups.size(); ++i) {
    const std::string name = "shape" + std::to_string(i);
    scene.arm("old", always(100'000 * speedups[i]), name);
    scene.arm("new", always(100'000), name);
  }
  const auto on = [](CaseSelection::Kind kind, int count) {
    return CaseSelection{kind, count, {"shape0", "shape1", "shape2"}};
  };
  const auto compare = [](const Range& range, const CaseSelection& cases) {
    return Condition{.kind = Kind::comparison,
                     .quantity = speedup_of("new", "old"),
                     .range = range,
                     .cases = cases};
  };
  const auto two = on(CaseSelection::Kind::at_least, 2);
  scene.protocol.decisions = {
      {.name = "attention",
       .land = all({compare({1.5, {}}, two), compare({1.0, {}}, on(CaseSelection::Kind::all, 0))}),
       .close = all({compare({{}, 1.0999}, two)})}};
  return scene;
}

TEST(PublishedDecision, lands_closes_or_lies_between) {
  const auto ruling = [](const std::vector<double>& speedups) {
    return shapes(speedups).conclusions().at(0).ruling;
  };
  EXPECT_EQ(ruling({1.2, 1.6, 1.8}), Ruling::land);
  EXPECT_EQ(ruling({0.9, 1.6, 1.8}), Ruling::between);  // slower on one shape
  EXPECT_EQ(ruling({1.05, 1.02, 1.8}), Ruling::close);
  EXPECT_EQ(ruling({1.2, 1.3, 1.8}), Ruling::between);
}

TEST(PublishedControl, that_did_not_come_back_is_falsified_and_keeps_its_words) {
  Scene scene(1, 10);
  scene.arm("q8row", published(69.8, 70.2));
  Prediction& control = scene.predict(time_of("q8row"), {61'500, 63'500});
  control.reproduces = "62.6 us in the round before";
  control.on_miss = "judge every arm against today's control";
  EXPECT_EQ(scene.verdict().outcome, Outcome::falsified);
}

TEST(PublishedDifference, inside_five_points_passes_fails_or_is_inconclusive) {
  const auto outcome = [](double least, double most) {
    Scene scene(1, 10);
    scene.arm("new", published(100, 100));
    scene.arm("old", published(least, most));
    scene.predict(speedup_of("new", "old"), {0.95, 1.05});
    return scene.verdict().outcome;
  };
  EXPECT_EQ(outcome(99, 103), Outcome::held);
  EXPECT_EQ(outcome(106, 112), Outcome::falsified);
  EXPECT_EQ(outcome(98, 112), Outcome::inconclusive);
}

/// Shares of the probes alone and of a denominator that admits the kernel under test.
TEST(PublishedDenominator, that_admits_the_kernel_cannot_exceed_one_and_the_probes_can) {
  const auto share = [](bool admitted) {
    Scene scene(1, 10);
    scene.add({.name = "vec", .times = always(1000), .traffic = 417'000});
    scene.protocol.cases = {{"c", {}}};
    const auto ceiling = [&](const std::string& name, std::int64_t traffic) {
      scene.add({.kind = CellKind::large_ceiling,
                 .name = name,
                 .times = always(1000),
                 .traffic = traffic,
                 .case_name = "large",
                 .set = 9});
    };
    ceiling("read", 415'400);
    if (admitted) ceiling("vec as its own ceiling", 417'000);
    scene.predict(share_of("vec", CeilingScope::large), {0.9, 1});
    return scene.verdict();
  };
  EXPECT_EQ(share(true).outcome, Outcome::held);
  EXPECT_EQ(share(true).estimate, 1);
  EXPECT_EQ(share(false).outcome, Outcome::falsified);
  EXPECT_NEAR(*share(false).estimate, 1.00385, 0.00001);
}

/// Quantised weights cannot beat the ratio of the bytes: 5.9x and 4.08x are above the cap of 3.875.
TEST(PublishedCap, is_exceeded_by_ratios_that_no_memory_can_deliver) {
  const auto outcome = [](double ratio) {
    Scene scene(1, 10);
    scene.add({.name = "fp16", .times = always(1000 * ratio), .traffic = 3875});
    scene.add({.name = "q4", .times = always(1000), .traffic = 1000});
    scene.protocol.cases = {{"c", {}}};
    Prediction& cap = scene.predict(speedup_of("q4", "fp16"), {});
    cap.range.high_of = Expression{
        .quantity = Quantity{.kind = QuantityKind::bytes_ratio, .arm = "q4", .over = "fp16"}};
    return scene.verdict().outcome;
  };
  EXPECT_EQ(outcome(5.9), Outcome::falsified);
  EXPECT_EQ(outcome(4.08), Outcome::falsified);
  EXPECT_EQ(outcome(3.60), Outcome::held);
}

}  // namespace
}  // namespace membound
