// SPDX-License-Identifier: Apache-2.0
// Tests of bounds that the run gives: paired in each round, each judged on its own.
#include "judge/expression.hpp"

#include <gmock/gmock.h>

#include "judge/scene.hpp"

namespace membound {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

Expression times_of(double factor, const Quantity& quantity) {
  return {.quantity = quantity, .times = factor};
}

/// Arm "a" takes 0.55 times what "b" takes, in every round, whatever the drift of both.
Scene drifting() {
  Scene scene(5, 5);
  const auto drift = [](int invocation, int round) {
    return (1.0 + 0.5 * invocation) * (1.0 + 0.2 * round);
  };
  scene.arm("a", [=](int i, int r) { return 550 * drift(i, r); });
  scene.arm("b", [=](int i, int r) { return 1000 * drift(i, r); });
  return scene;
}

CaseVerdict judged(Scene scene, const Range& range) {
  scene.predict(time_of("a"), range);
  return scene.verdict();
}

Range below(const Expression& bound) { return {.high_of = bound}; }
Range above(const Expression& bound) { return {.low_of = bound}; }

TEST(ExpressionBound, is_paired_within_the_round) {
  EXPECT_EQ(judged(drifting(), below(times_of(0.56, time_of("b")))).outcome, Outcome::held);
  EXPECT_EQ(judged(drifting(), below(times_of(0.54, time_of("b")))).outcome, Outcome::falsified);
  EXPECT_EQ(judged(drifting(), above(times_of(0.54, time_of("b")))).outcome, Outcome::held);
  EXPECT_EQ(judged(drifting(), above(times_of(0.56, time_of("b")))).outcome, Outcome::falsified);
}

TEST(ExpressionBound, is_touched_from_inside) {
  EXPECT_EQ(judged(drifting(), below(times_of(0.55, time_of("b")))).outcome, Outcome::held);
}

TEST(ExpressionBound, shows_the_quantity_and_how_far_it_is_from_the_bound) {
  const CaseVerdict verdict = judged(drifting(), below(times_of(1.1, time_of("b"))));
  EXPECT_EQ(verdict.units.size(), 5U);
  EXPECT_EQ(verdict.units[0], 550 * 1.4);
  EXPECT_EQ(verdict.reason,
            "the interval lies inside the predicted range; 0.5 to 0.5 times its upper bound");
}

TEST(ExpressionBound, is_judged_on_its_own_beside_the_other) {
  const Expression low = times_of(0.5, time_of("b"));
  const Expression high = times_of(0.6, time_of("b"));
  EXPECT_EQ(judged(drifting(), {.low_of = low, .high_of = high}).outcome, Outcome::held);
  EXPECT_EQ(judged(drifting(), {.low_of = high, .high_of = times_of(0.7, time_of("b"))}).outcome,
            Outcome::falsified);
  EXPECT_EQ(judged(drifting(), {.low_of = times_of(0.3, time_of("b")), .high_of = low}).outcome,
            Outcome::falsified);
}

TEST(ExpressionBound, stands_beside_a_number) {
  const Expression high = times_of(0.6, time_of("b"));
  EXPECT_EQ(judged(drifting(), {.low = 500, .high_of = high}).outcome, Outcome::held);
  EXPECT_EQ(judged(drifting(), {.low = 5000, .high_of = high}).outcome, Outcome::falsified);
  EXPECT_EQ(judged(drifting(), {.low = 1000, .high_of = high}).outcome, Outcome::inconclusive);
}

TEST(ExpressionBound, leaves_open_what_its_ratio_leaves_open) {
  Scene scene = drifting();
  for (int round = 0; round < 5; ++round) scene.repetition(0, 2, round).time.value *= 2;
  EXPECT_EQ(judged(scene, below(times_of(0.6, time_of("b")))).outcome, Outcome::inconclusive);
}

TEST(ExpressionBound, adds_what_was_frozen) {
  Scene scene(5, 1);
  scene.arm("a", always(130));
  scene.arm("b", always(100));
  Expression bound = times_of(1, time_of("b"));
  bound.plus = 31;
  EXPECT_EQ(judged(scene, below(bound)).outcome, Outcome::held);
  bound.plus = 29;
  EXPECT_EQ(judged(scene, below(bound)).outcome, Outcome::falsified);
}

TEST(ExpressionBound, is_the_time_that_counted_traffic_takes_at_a_rate) {
  Scene scene(5, 1);
  scene.arm("a", always(130));  // moves 1000 bytes
  const auto floor = [](double rate) {
    return Expression{.traffic_of = "a", .rate = rate, .times = 1};
  };
  EXPECT_EQ(judged(scene, above(floor(10e9))).outcome, Outcome::held);      // 100 ns
  EXPECT_EQ(judged(scene, above(floor(5e9))).outcome, Outcome::falsified);  // 200 ns
}

TEST(ExpressionBound, needs_what_it_names) {
  Scene scene = drifting();
  EXPECT_EQ(judged(scene, below(times_of(1, time_of("z")))).outcome, Outcome::not_run);
  scene.check(1, 0, Correctness::When::before).passed = false;
  EXPECT_EQ(judged(scene, below(times_of(1, time_of("b")))).outcome, Outcome::voided);
}

TEST(ExpressionBound, that_is_not_above_zero_compares_with_nothing) {
  Expression bound = times_of(1, time_of("b"));
  bound.plus = -1e9;
  const CaseVerdict verdict = judged(drifting(), below(bound));
  EXPECT_EQ(verdict.outcome, Outcome::not_run);
  EXPECT_THAT(verdict.reason, HasSubstr("not above zero"));
}

TEST(ExpressionBound, is_in_no_devices_units_unless_it_brings_some) {
  Scene scene = drifting();
  scene.protocol.requires_.device = "*RX*";
  EXPECT_EQ(judged(scene, below(times_of(0.6, time_of("b")))).outcome, Outcome::held);
  EXPECT_EQ(judged(scene, {.low = 1, .high_of = times_of(0.6, time_of("b"))}).outcome,
            Outcome::not_applicable);
  EXPECT_EQ(judged(scene, above({.traffic_of = "a", .rate = 1e9})).outcome,
            Outcome::not_applicable);
}

TEST(ExpressionBound, fires_a_falsifier_only_inside_all_of_its_region) {
  Scene scene = drifting();
  scene.falsify(time_of("a"), above(times_of(0.5, time_of("b"))));
  scene.falsify(time_of("a"), above(times_of(0.6, time_of("b"))));
  EXPECT_THAT(scene.verdicts()[0].reason, StartsWith("fired"));
  EXPECT_EQ(scene.verdicts()[1].outcome, Outcome::held);
}

TEST(ExpressionBound, of_exact_quantities_is_exact) {
  Scene scene(2, 1);
  scene.read_back(scene.arm("a", always(100)), "spills", 618);
  scene.read_back(scene.arm("b", always(100)), "spills", 603);
  scene.predict(counter_of("a", "spills"), {.low_of = times_of(0.97, counter_of("b", "spills")),
                                            .high_of = times_of(1.03, counter_of("b", "spills"))});
  EXPECT_EQ(scene.verdict().outcome, Outcome::held);
  scene.read_back(0, "spills", 2029);
  EXPECT_EQ(scene.verdict().outcome, Outcome::falsified);
}

}  // namespace
}  // namespace membound
