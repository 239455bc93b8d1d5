// SPDX-License-Identifier: Apache-2.0
// Tests on published results of cold-cache rounds: what this judge finds where their authors judged
// by eye.
//
// Published are the least and the most of ten repetitions per arm, taken in one process. The
// fixtures spread ten rounds evenly between them, rising in every arm, as a drift that all arms
// share would have them.
#include <gmock/gmock.h>

#include "judge/scene.hpp"

namespace membound {
namespace {

using testing::StartsWith;

constexpr int repetitions = 10;

/// In microseconds, as published.
Times published(double least, double most) {
  return
      [=](int, int round) { return 1000 * (least + (most - least) * round / (repetitions - 1)); };
}

Range us(double low, double high) { return {low * 1000, high * 1000}; }

Scene one_process() { return {1, repetitions}; }

CaseVerdict verdict_of(Scene scene, const Quantity& quantity, Range range) {
  scene.predict(quantity, range);
  return scene.verdict();
}

Scene first_round() {
  Scene scene = one_process();
  scene.arm("bf16", published(399, 403));
  scene.arm("q8", published(468, 474));
  return scene;
}

TEST(PublishedFirstRound, falsifies_both_its_time_and_its_speedup) {
  const CaseVerdict time = verdict_of(first_round(), time_of("bf16"), us(105, 200));
  EXPECT_EQ(time.outcome, Outcome::falsified);
  EXPECT_THAT(time.reason, StartsWith("high:"));
  const CaseVerdict speedup = verdict_of(first_round(), speedup_of("q8", "bf16"), {1.5, 1.9});
  EXPECT_EQ(speedup.outcome, Outcome::falsified);
  EXPECT_THAT(speedup.reason, StartsWith("low:"));
  EXPECT_NEAR(*speedup.estimate, 0.85, 0.005);
}

Scene second_round() {
  Scene scene = one_process();
  scene.arm("bf16-b", published(195.0, 195.9));
  scene.arm("q8b", published(164.5, 165.3));
  scene.arm("vendor", published(123.0, 126.2));
  scene.protocol.gates.spread_below = 0.015;
  return scene;
}

TEST(PublishedSecondRound, misses_high_in_time_and_low_in_speedup) {
  EXPECT_THAT(verdict_of(second_round(), time_of("q8b"), us(105, 145)).reason, StartsWith("high:"));
  EXPECT_THAT(verdict_of(second_round(), speedup_of("q8b", "bf16-b"), {1.45, 1.85}).reason,
              StartsWith("low:"));
}

TEST(PublishedSecondRound, turns_on_the_definition_of_spread_for_its_vendor_arm) {
  Scene scene = second_round();
  scene.predict(time_of("vendor"), us(110, 200));
  EXPECT_EQ(scene.verdict().outcome, Outcome::voided);
  EXPECT_EQ(scene.verdict().reason,
            "steady: vendor on c in invocation 0 spreads over 2.57 %, which is not below 1.5 %");
  scene.protocol.gates.spread = Spread::range_over_median;
  EXPECT_EQ(scene.verdict().outcome, Outcome::voided);
  scene.protocol.gates.spread = Spread::max_over_min;
  EXPECT_EQ(scene.verdict().outcome, Outcome::voided);
  scene.protocol.gates.spread = Spread::half_range_over_mean;
  EXPECT_EQ(scene.verdict().outcome, Outcome::held);
}

TEST(PublishedSecondRound, loses_an_arm_to_the_510_us_repetition_that_its_authors_left_out) {
  Scene scene = second_round();
  scene.protocol.gates.spread = Spread::half_range_over_mean;
  scene.predict(speedup_of("q8b", "bf16-b"), {1.45, 1.85});
  scene.predict(time_of("q8b"), us(105, 145));
  scene.repetition(0, 0, 0).time = {510'000'000};
  EXPECT_EQ(scene.verdicts()[0].outcome, Outcome::voided);
  EXPECT_EQ(scene.verdicts()[1].outcome, Outcome::falsified);  // uses another arm
}

Scene third_round() {
  Scene scene = one_process();
  scene.arm("cpt2", published(150.7, 151.4));
  scene.arm("cpt4", published(140.0, 140.7));
  scene.arm("cpt8", published(138.8, 139.8));
  scene.protocol.gates.spread_below = 0.015;
  return scene;
}

TEST(PublishedThirdRound, holds_in_time_and_misses_its_order) {
  EXPECT_EQ(verdict_of(third_round(), time_of("cpt4"), us(130, 165)).outcome, Outcome::held);
  Scene scene = third_round();
  scene.predict_order({"cpt4", "cpt8", "cpt2"});
  EXPECT_EQ(scene.verdict().outcome, Outcome::falsified);
  EXPECT_THAT(scene.verdict().reason, StartsWith("cpt4 before cpt8: order:"));
  scene.protocol.predictions[0].order = {"cpt8", "cpt4", "cpt2"};
  EXPECT_EQ(scene.verdict().outcome, Outcome::held);
}

TEST(PublishedThirdRound, does_not_fire_its_falsifier) {
  Scene scene = third_round();
  scene.falsify(time_of("cpt8"), {185'000.0, {}});
  EXPECT_EQ(scene.verdicts()[0].outcome, Outcome::held);
}

Scene fourth_round() {
  Scene scene = one_process();
  scene.arm("general", published(137.8, 138.9));
  scene.arm("specialised", published(121.2, 121.8));
  scene.arm("vendor", published(122.1, 123.3));
  scene.protocol.gates.spread_below = 0.015;
  return scene;
}

TEST(PublishedFourthRound, holds_in_time_and_misses_high_in_time_saved) {
  EXPECT_EQ(verdict_of(fourth_round(), time_of("general"), us(135, 145)).outcome, Outcome::held);
  EXPECT_EQ(verdict_of(fourth_round(), time_of("specialised"), us(117, 135)).outcome,
            Outcome::held);
  const CaseVerdict saved =
      verdict_of(fourth_round(), saved_by("specialised", "general"), {0.03, 0.12});
  EXPECT_EQ(saved.outcome, Outcome::falsified);
  EXPECT_THAT(saved.reason, StartsWith("high:"));
  EXPECT_NEAR(*saved.estimate, 0.122, 0.0005);
}

TEST(PublishedFourthRound, reads_12_3_percent_as_outside_3_to_12_percent) {
  Scene scene = one_process();
  scene.arm("general", always(100'000));
  scene.arm("specialised", always(87'700));
  scene.predict(saved_by("specialised", "general"), {0.03, 0.12});
  EXPECT_EQ(scene.verdict().estimate, 0.123);
  EXPECT_EQ(scene.verdict().outcome, Outcome::falsified);
  EXPECT_THAT(scene.verdict().reason, StartsWith("high:"));
}

TEST(PublishedFourthRound, is_another_number_as_speedup_than_as_time_saved) {
  EXPECT_NEAR(*verdict_of(fourth_round(), speedup_of("specialised", "general"), {}).estimate, 1.139,
              0.0005);
}

TEST(PublishedFourthRound, does_not_fire_its_falsifier) {
  Scene scene = fourth_round();
  scene.falsify(saved_by("specialised", "general"), {{}, 0.03});
  EXPECT_EQ(scene.verdicts()[0].outcome, Outcome::held);
}

TEST(PublishedFourthRound, beats_the_vendor_only_without_the_817_us_repetition) {
  Scene scene = fourth_round();
  scene.predict_order({"specialised", "vendor"});
  EXPECT_EQ(scene.verdict().outcome, Outcome::held);
  scene.repetition(2, 0, 4).time = {817'000'000};
  EXPECT_EQ(scene.verdict().outcome, Outcome::voided);
  EXPECT_THAT(scene.verdict().reason, StartsWith("specialised before vendor: steady: vendor"));
  scene.protocol.gates.spread_below
      .reset();  // the repetition itself is on the far side: it changes no order
  EXPECT_EQ(scene.verdict().outcome, Outcome::held);
}

TEST(PublishedSuccessors, are_judged_by_the_range_alone) {
  Scene scene = one_process();
  scene.arm("wave per row, bf16", always(117'500));
  scene.arm("wave per row, q8", always(62'600));
  EXPECT_EQ(verdict_of(scene, time_of("wave per row, bf16"), us(105, 115)).outcome,
            Outcome::falsified);
  EXPECT_EQ(verdict_of(scene, time_of("wave per row, q8"), us(62, 75)).outcome, Outcome::held);
}

TEST(PublishedSuccessors, falsify_a_control_that_did_not_come_back) {
  Scene scene = one_process();
  scene.arm("q8row", always(70'000));
  EXPECT_EQ(verdict_of(scene, time_of("q8row"), us(61.5, 63.5)).outcome, Outcome::falsified);
}

/// Shares of a ceiling that were published although no memory can deliver them.
TEST(PublishedOvershoot, voids_the_arm) {
  const auto verdict = [](double share, double allowed) {
    Scene scene = one_process();
    scene.arm("a", always(100'000 / share));
    scene.add({.kind = CellKind::large_ceiling,
               .name = "l",
               .times = always(1'000'000),
               .traffic = 10000,
               .case_name = "large",
               .set = 9});
    scene.protocol.gates.above_ceiling = allowed;
    return verdict_of(scene, share_of("a", CeilingScope::large), {0.5, {}}).outcome;
  };
  for (const double share : {4.24, 5.9, 4.08})
    EXPECT_EQ(verdict(share, 1.1), Outcome::voided) << share;
  for (const double share : {1.04, 1.07}) {
    EXPECT_EQ(verdict(share, 1.02), Outcome::voided) << share;
    EXPECT_EQ(verdict(share, 1.1), Outcome::held) << share;
  }
}

TEST(PublishedQuantifier, lands_with_two_shapes_of_three_at_one_and_a_half) {
  Scene scene = one_process();
  const std::vector<std::pair<std::string, double>> speedups{
      {"short", 1.2}, {"middle", 1.6}, {"long", 1.8}};
  for (const auto& [shape, speedup] : speedups) {
    scene.arm("old", always(100'000 * speedup), shape);
    scene.arm("new", always(100'000), shape);
  }
  Prediction& land = scene.predict(speedup_of("new", "old"), {1.5, {}});
  land.cases.kind = CaseSelection::Kind::at_least;
  land.cases.count = 2;
  EXPECT_EQ(scene.verdicts()[0].outcome, Outcome::held);
  scene.protocol.predictions[0].cases.count = 3;
  EXPECT_EQ(scene.verdicts()[0].outcome, Outcome::falsified);
}

}  // namespace
}  // namespace membound
