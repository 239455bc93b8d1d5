// SPDX-License-Identifier: Apache-2.0
// Tests of the quantities that are no times: what they are, and that exact ones are compared
// exactly.
#include "judge/series.hpp"

#include <gmock/gmock.h>

#include "judge/scene.hpp"

namespace membound {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

/// Two invocations: too few for any interval, enough for what is exact.
Scene two_invocations() {
  Scene scene(2, 3);
  scene.arm("a", always(100));
  scene.arm("b", always(125));
  return scene;
}

CaseVerdict judged(Scene& scene, const Quantity& quantity, const Range& range) {
  scene.predict(quantity, range);
  return scene.verdicts().back().cases.at(0);
}

TEST(Traffic, over_that_of_the_arm_is_the_bytes_ratio) {
  Scene scene(2, 3);
  scene.add({.name = "bf16", .times = always(100), .traffic = 4000});
  scene.add({.name = "q8", .times = always(100), .traffic = 2250});
  scene.protocol.cases = {{"c", {}}};
  const Quantity ratio{.kind = QuantityKind::bytes_ratio, .arm = "q8", .over = "bf16"};
  const CaseVerdict verdict = judged(scene, ratio, {1.77, 1.78});
  EXPECT_EQ(verdict.outcome, Outcome::held);
  EXPECT_EQ(verdict.estimate, 1.77777777778);
  EXPECT_EQ(verdict.reason, "every value lies inside the predicted range");
}

TEST(TokensPerSecond, is_what_the_launches_of_a_token_leave_time_for) {
  Scene scene(5, 3);
  scene.arm("a", always(1000));
  const Quantity tokens{
      .kind = QuantityKind::tokens_per_second, .arm = "a", .launches_per_token = 200};
  const CaseVerdict verdict = judged(scene, tokens, {4999, 5001});
  EXPECT_THAT(verdict.units, Each(5000));
  EXPECT_EQ(verdict.outcome, Outcome::held);
}

TEST(SpreadOfAnArm, is_that_of_each_invocation_by_the_gates_definition) {
  Scene scene(5, 2);
  scene.arm("a", by_round({300, 500}));
  const Quantity spread{.kind = QuantityKind::spread, .arm = "a"};
  EXPECT_THAT(judged(scene, spread, {{}, 0.6}).units, ElementsAre(0.5, 0.5, 0.5, 0.5, 0.5));
  scene.protocol.gates.spread = Spread::half_range_over_mean;
  EXPECT_THAT(judged(scene, spread, {{}, 0.2}).units, Each(0.25));
  EXPECT_EQ(scene.verdicts().back().outcome, Outcome::falsified);
}

TEST(SpreadOfAnArm, needs_an_interval_over_invocations_and_none_within_one) {
  const Quantity spread{.kind = QuantityKind::spread, .arm = "a"};
  Scene several = two_invocations();
  EXPECT_EQ(judged(several, spread, {{}, 0.1}).outcome, Outcome::inconclusive);
  Scene one(1, 10);
  one.arm("a", always(100));
  const CaseVerdict verdict = judged(one, spread, {{}, 0.1});
  EXPECT_EQ(verdict.outcome, Outcome::held);
  EXPECT_THAT(verdict.reason, HasSubstr("within one process"));
}

TEST(ErrorOfAnArm, is_the_largest_of_the_invocation) {
  Scene scene = two_invocations();
  scene.check(0, 1, Correctness::When::after).error = 5e-6;
  const Quantity error{.kind = QuantityKind::error, .arm = "a"};
  const CaseVerdict verdict = judged(scene, error, {{}, 5e-6});
  EXPECT_THAT(verdict.units, ElementsAre(1e-6, 5e-6));
  EXPECT_EQ(verdict.outcome, Outcome::held);
}

TEST(ExactQuantity, is_held_inside_falsified_on_one_side_and_else_inconclusive) {
  const struct {
    double first, second;
    Outcome expected;
  } rows[] = {
      {10, 20, Outcome::held},           {9, 9.5, Outcome::falsified},
      {21, 30, Outcome::falsified},      {9, 15, Outcome::inconclusive},
      {15, 20.1, Outcome::inconclusive}, {9, 21, Outcome::inconclusive},
  };
  for (const auto& row : rows) {
    Scene scene = two_invocations();
    scene.read_back(0, "sectors", row.first);
    scene.evidence.readings[1].value = row.second;
    EXPECT_EQ(judged(scene, counter_of("a", "sectors"), {10, 20}).outcome, row.expected)
        << row.first << " and " << row.second;
  }
}

TEST(ExactQuantity, says_that_values_lie_on_both_sides) {
  Scene scene = two_invocations();
  scene.read_back(0, "sectors", 9);
  scene.evidence.readings[1].value = 15;
  EXPECT_EQ(judged(scene, counter_of("a", "sectors"), {10, 20}).reason,
            "the values lie on both sides of a bound of the predicted range");
}

TEST(Counter, is_divided_by_that_of_the_other_arm) {
  Scene scene = two_invocations();
  scene.read_back(0, "dram_bytes_written", 1'572'864);
  scene.read_back(1, "dram_bytes_written", 12'582'912);
  const Quantity ratio = counter_of("a", "dram_bytes_written", "b");
  EXPECT_EQ(judged(scene, ratio, {0.95, 1.05}).outcome, Outcome::falsified);
  EXPECT_EQ(*scene.verdicts().back().cases[0].estimate, 0.125);
}

TEST(Counter, that_reads_nothing_of_either_arm_is_equal) {
  Scene scene = two_invocations();
  scene.read_back(0, "spills", 0);
  scene.read_back(1, "spills", 0);
  EXPECT_EQ(judged(scene, counter_of("a", "spills", "b"), {1, 1}).outcome, Outcome::held);
}

TEST(Counter, that_nothing_reads_back_is_not_run) {
  Scene scene = two_invocations();
  const CaseVerdict without = judged(scene, counter_of("a", "sectors"), {10, 20});
  EXPECT_EQ(without.outcome, Outcome::not_run);
  EXPECT_EQ(without.reason, "nothing reads back sectors of a on c in invocation 0");
  scene.read_back(0, "sectors", 15);
  scene.evidence.readings.pop_back();
  EXPECT_EQ(scene.verdicts().back().cases[0].reason,
            "nothing reads back sectors of a on c in invocation 1");
  const CaseVerdict other = judged(scene, counter_of("b", "sectors", "a"), {10, 20});
  EXPECT_EQ(other.outcome, Outcome::not_run);
}

TEST(Receipt, is_read_like_a_counter) {
  Scene scene = two_invocations();
  scene.read_back(0, "registers", 40);
  const Quantity registers{.kind = QuantityKind::receipt, .arm = "a", .name = "registers"};
  EXPECT_EQ(judged(scene, registers, {{}, 64}).outcome, Outcome::held);
}

TEST(Readings, of_an_invocation_that_did_not_finish_do_not_count) {
  Scene scene = two_invocations();
  scene.read_back(0, "sectors", 15);
  scene.evidence.readings.push_back({7, 0, "sectors", 99, "test", "launch"});
  EXPECT_EQ(judged(scene, counter_of("a", "sectors"), {10, 20}).outcome, Outcome::held);
}

TEST(Statistic, summarises_the_times_of_an_invocation_before_they_are_compared) {
  Scene scene(5, 3);
  scene.arm("a", by_round({100, 200, 600}));
  scene.arm("b", by_round({600, 150, 150}));
  const auto units = [&](const std::string& statistic, const Quantity& quantity) {
    scene.protocol.analysis.statistic = statistic;
    return judged(scene, quantity, {}).units;
  };
  EXPECT_THAT(units("median", time_of("a")), Each(200));
  EXPECT_THAT(units("mean", time_of("a")), Each(300));
  EXPECT_THAT(units("minimum", time_of("a")), Each(100));
  EXPECT_THAT(units("median", speedup_of("a", "b")), Each(0.75));  // of 6, 0.75 and 0.25
  EXPECT_THAT(units("mean", speedup_of("a", "b")), Each(1));
  EXPECT_THAT(units("minimum", speedup_of("a", "b")), Each(1.5));
}

TEST(Statistic, leaves_the_rounds_of_a_single_invocation_to_be_counted) {
  Scene scene(1, 6);
  scene.arm("a", by_round({100, 200, 300, 400, 500, 600}));
  scene.protocol.analysis.statistic = "minimum";
  EXPECT_EQ(judged(scene, time_of("a"), {}).units.size(), 6U);
}

}  // namespace
}  // namespace membound
