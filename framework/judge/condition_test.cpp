// SPDX-License-Identifier: Apache-2.0
// Tests of conditions, of what follows from them, and of predictions that depend on them.
#include "judge/condition.hpp"

#include <gmock/gmock.h>

#include "judge/scene.hpp"

namespace membound {
namespace {

using testing::HasSubstr;
using enum Truth;
using Kind = Condition::Kind;

Condition names(Kind kind, const std::string& name) { return {.kind = kind, .name = name}; }
Condition outside() { return names(Kind::outside, "a token gate"); }
Condition list(Kind kind, std::vector<Condition> parts) {
  return {.kind = kind, .parts = std::move(parts)};
}
Condition apart(const std::string& faster, const std::string& slower) {
  return {
      .kind = Kind::disjoint_ranges, .faster = faster, .slower = slower, .cases = {.cases = {"c"}}};
}
Condition compares(const Quantity& quantity, const Range& range) {
  return {
      .kind = Kind::comparison, .quantity = quantity, .range = range, .cases = {.cases = {"c"}}};
}

/// Predictions of each outcome over arms "a" (100 ns), "b" (120 ns) and "late" (post hoc, 50 ns).
Scene judged_scene() {
  Scene scene(5, 2);
  scene.arm("a", always(100));
  scene.arm("b", always(120));
  scene.arm("late", always(50));
  scene.arm("noisy", by_invocation({90, 95, 100, 105, 110}));
  const int broken = scene.arm("broken", always(100));
  scene.check(broken, 0, Correctness::When::before).passed = false;
  scene.protocol.arms = {{.name = "a"}, {.name = "b"}, {.name = "late", .role = Role::post_hoc}};
  scene.predict(time_of("a"), {90, 110}).name = "held";
  scene.predict(time_of("a"), {190, 210}).name = "falsified";
  scene.predict(time_of("noisy"), {100, 200}).name = "inconclusive";
  scene.predict(time_of("broken"), {90, 110}).name = "void";
  scene.predict(time_of("late"), {10, 90}).name = "late";
  scene.falsify(time_of("a"), {90, 110}).name = "fired";
  scene.falsify(time_of("a"), {190, 210}).name = "quiet";
  return scene;
}

Conclusion claimed(Scene scene, const Condition& condition) {
  scene.protocol.claims = {{.name = "claim", .text = "it is so", .condition = condition}};
  return scene.conclusions().at(0);
}

Truth truth(const Condition& condition) {
  return claimed(judged_scene(), condition).clauses.at(0).truth;
}

TEST(Condition, asks_for_the_verdict_on_a_prediction) {
  const struct {
    Kind kind;
    std::string prediction;
    Truth expected;
  } rows[] = {
      {Kind::held, "held", met},
      {Kind::held, "falsified", not_met},
      {Kind::held, "inconclusive", unknown},
      {Kind::held, "void", unknown},
      {Kind::falsified, "held", not_met},
      {Kind::falsified, "falsified", met},
      {Kind::falsified, "inconclusive", unknown},
      {Kind::falsified, "void", unknown},
      {Kind::inconclusive, "held", not_met},
      {Kind::inconclusive, "falsified", not_met},
      {Kind::inconclusive, "inconclusive", met},
      {Kind::inconclusive, "void", unknown},
      {Kind::fired, "fired", met},
      {Kind::fired, "quiet", not_met},
      {Kind::not_fired, "fired", not_met},
      {Kind::not_fired, "quiet", met},
      {Kind::held, "nobody", unknown},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(truth(names(row.kind, row.prediction)), row.expected)
        << row.prediction << " " << static_cast<int>(row.kind);
  }
}

TEST(Condition, of_something_outside_is_never_evaluated_here) {
  const Conclusion claim = claimed(judged_scene(), outside());
  EXPECT_EQ(claim.clauses[0].truth, unknown);
  EXPECT_EQ(claim.clauses[0].reason, "not evaluated here");
  EXPECT_EQ(claim.ruling, Ruling::undecided);
}

TEST(Condition, joins_three_values) {
  using Row = std::tuple<std::vector<Truth>, Truth, Truth>;
  for (const auto& [truths, all, any] :
       {Row{{met, met}, met, met}, Row{{met, unknown}, unknown, met},
        Row{{met, not_met}, not_met, met}, Row{{unknown, not_met}, not_met, unknown},
        Row{{unknown, unknown}, unknown, unknown}, Row{{not_met, not_met}, not_met, not_met}}) {
    EXPECT_EQ(all_of(truths), all);
    EXPECT_EQ(any_of(truths), any);
  }
}

TEST(Condition, lists_every_part_with_what_was_found) {
  const Condition condition = list(
      Kind::all,
      {names(Kind::held, "held"), list(Kind::any, {names(Kind::held, "falsified"), outside()})});
  const std::vector<Clause> clauses = claimed(judged_scene(), condition).clauses;
  ASSERT_EQ(clauses.size(), 5U);
  EXPECT_EQ(clauses[0].truth, unknown);
  EXPECT_EQ(clauses[1].reason, "it held");
  EXPECT_EQ(clauses[2].truth, unknown);
  EXPECT_EQ(clauses[3].depth, 2);
  EXPECT_EQ(clauses[3].truth, not_met);
  EXPECT_EQ(clauses[4].text, "a token gate");
}

TEST(Condition, compares_like_a_prediction) {
  EXPECT_EQ(truth(compares(speedup_of("a", "b"), {1.1, {}})), met);
  EXPECT_EQ(truth(compares(speedup_of("a", "b"), {1.3, {}})), not_met);
  EXPECT_EQ(truth(compares(time_of("noisy"), {100, {}})), unknown);
  EXPECT_EQ(truth(compares(time_of("broken"), {100, {}})), unknown);
}

TEST(DisjointRanges, ask_for_every_repetition_of_the_run) {
  EXPECT_EQ(truth(apart("a", "b")), met);
  EXPECT_EQ(truth(apart("b", "a")), not_met);
  Scene scene = judged_scene();
  scene.repetition(0, 3, 1).time = {120'000};  // one repetition as slow as the other arm
  EXPECT_EQ(claimed(scene, apart("a", "b")).ruling, Ruling::not_allowed);
  scene.repetition(0, 3, 1).time = {119'000};
  EXPECT_EQ(claimed(scene, apart("a", "b")).ruling, Ruling::allowed);
  scene.repetition(1, 0, 0).time = {118'000};
  EXPECT_EQ(claimed(scene, apart("a", "b")).ruling, Ruling::not_allowed);
}

TEST(DisjointRanges, are_unknown_when_an_arm_is_void) {
  EXPECT_EQ(truth(apart("broken", "b")), unknown);
}

TEST(Claim, is_allowed_not_allowed_or_undecided) {
  EXPECT_EQ(claimed(judged_scene(), names(Kind::held, "held")).ruling, Ruling::allowed);
  EXPECT_EQ(claimed(judged_scene(), names(Kind::held, "falsified")).ruling, Ruling::not_allowed);
  EXPECT_EQ(claimed(judged_scene(), names(Kind::held, "inconclusive")).ruling, Ruling::undecided);
}

TEST(Claim, says_which_condition_decided) {
  const Condition both =
      list(Kind::all, {names(Kind::held, "held"), names(Kind::held, "falsified"), outside()});
  EXPECT_EQ(claimed(judged_scene(), both).reason,
            "'prediction falsified held' is not met: it was falsified");
}

TEST(Claim, never_rests_on_a_post_hoc_arm) {
  for (const Condition& condition :
       {apart("late", "b"), names(Kind::held, "late"), compares(speedup_of("late", "a"), {1, {}}),
        list(Kind::any, {names(Kind::held, "held"), names(Kind::held, "late")})}) {
    const Conclusion claim = claimed(judged_scene(), condition);
    EXPECT_EQ(claim.clauses[0].truth, met);
    EXPECT_EQ(claim.ruling, Ruling::not_allowed);
    EXPECT_EQ(claim.reason,
              "late was added after results had been seen, and no claim may rest on it");
  }
}

TEST(Claim, never_rests_on_a_post_hoc_member_of_a_group) {
  Scene scene = judged_scene();
  scene.protocol.groups = {{"mine", {"a", "late"}}};
  EXPECT_EQ(claimed(scene, apart("mine", "b")).ruling, Ruling::not_allowed);
}

/// Arm "a" spreads over 40 % in one invocation.
Scene unsteady(Blocks blocks) {
  Scene scene = judged_scene();
  scene.repetition(0, 2, 0).time = {60'000};
  scene.protocol.gates.spread_below = 0.1;
  scene.protocol.gates.spread_blocks = blocks;
  return scene;
}

TEST(SteadyGate, blocks_the_arm_everything_or_the_claims_alone) {
  const auto outcomes = [](Blocks blocks) {
    const auto verdicts = unsteady(blocks).verdicts();
    return std::pair{verdicts.at(0).outcome, verdicts.at(4).outcome};  // of "a" and of "late"
  };
  using enum Outcome;
  EXPECT_EQ(outcomes(Blocks::arm), std::pair(voided, held));
  EXPECT_EQ(outcomes(Blocks::all), std::pair(voided, voided));
  EXPECT_EQ(outcomes(Blocks::claims).second, held);
  EXPECT_NE(outcomes(Blocks::claims).first, voided);
}

TEST(SteadyGate, that_blocks_claims_blocks_them_all) {
  const Conclusion claim = claimed(unsteady(Blocks::claims), compares(time_of("b"), {100, 140}));
  EXPECT_EQ(claim.clauses[0].truth, met);
  EXPECT_EQ(claim.ruling, Ruling::not_allowed);
  EXPECT_THAT(claim.reason, HasSubstr("steady: a on c in invocation 2 spreads over 50.00 %"));
}

TEST(ReadBackGate, voids_an_arm_that_is_not_what_was_frozen) {
  Scene scene(5, 1);
  const int a = scene.arm("a", always(100));
  scene.protocol.arms = {{.name = "a", .receipts = {{"registers", 32}}}};
  scene.predict(time_of("a"), {90, 110});
  EXPECT_EQ(scene.verdict().outcome, Outcome::voided);
  EXPECT_EQ(scene.verdict().reason,
            "receipt: nothing reads back registers of a on c in invocation 0, where 32 was frozen");
  scene.read_back(a, "registers", 40);
  EXPECT_EQ(
      scene.verdict().reason,
      "receipt: registers of a on c in invocation 0 was read back as 40, where 32 was frozen");
  scene.read_back(a, "registers", 32);
  EXPECT_EQ(scene.verdict().outcome, Outcome::held);
  scene.evidence.readings.pop_back();
  EXPECT_EQ(scene.verdict().outcome, Outcome::voided);
}

Conclusion decided(const Condition& land, const std::optional<Condition>& close) {
  Scene scene = judged_scene();
  scene.protocol.decisions = {{.name = "d", .land = land, .close = close, .also = "token gate"}};
  return scene.conclusions().at(0);
}

TEST(Decision, lands_closes_or_lies_between) {
  const Condition yes = names(Kind::held, "held");
  const Condition no = names(Kind::held, "falsified");
  const Condition open = names(Kind::held, "inconclusive");
  EXPECT_EQ(decided(yes, no).ruling, Ruling::land);
  EXPECT_EQ(decided(no, yes).ruling, Ruling::close);
  EXPECT_EQ(decided(no, no).ruling, Ruling::between);
  EXPECT_EQ(decided(no, std::nullopt).ruling, Ruling::between);
  EXPECT_EQ(decided(open, no).ruling, Ruling::undecided);
  EXPECT_EQ(decided(no, open).ruling, Ruling::undecided);
  EXPECT_EQ(decided(yes, open).ruling, Ruling::land);
  EXPECT_EQ(decided(open, yes).ruling, Ruling::close);
  EXPECT_EQ(decided(yes, yes).ruling, Ruling::undecided);
}

TEST(Decision, records_what_is_checked_elsewhere_and_does_not_evaluate_it) {
  const Conclusion decision = decided(names(Kind::held, "held"), std::nullopt);
  EXPECT_EQ(decision.ruling, Ruling::land);
  EXPECT_EQ(decision.clauses.back(), (Clause{0, "token gate", unknown, "not evaluated here"}));
}

TEST(StopRule, stops_goes_on_or_is_undecided) {
  const auto ruling = [](const Condition& condition) {
    Scene scene = judged_scene();
    scene.protocol.stop_rules = {{"s", condition, "stop this line"}};
    return scene.conclusions().at(0).ruling;
  };
  EXPECT_EQ(ruling(names(Kind::fired, "fired")), Ruling::stop);
  EXPECT_EQ(ruling(names(Kind::fired, "quiet")), Ruling::go_on);
  EXPECT_EQ(ruling(names(Kind::held, "void")), Ruling::undecided);
}

TEST(Conclusions, are_undecided_for_a_run_that_is_not_judged) {
  Scene scene = judged_scene();
  scene.protocol.claims = {{.name = "c", .condition = names(Kind::held, "held")}};
  scene.evidence.run.exploratory = true;
  EXPECT_EQ(scene.conclusions().at(0).ruling, Ruling::undecided);
  EXPECT_THAT(scene.conclusions().at(0).reason, HasSubstr("exploratory"));
}

Verdict only_if(const Condition& condition) {
  Scene scene = judged_scene();
  Prediction& prediction = scene.predict(time_of("a"), {90, 110});
  prediction.name = "asked";
  prediction.only_if = condition;
  return scene.verdicts().at(5);
}

TEST(OnlyIf, lets_a_prediction_be_judged_when_its_condition_is_met) {
  EXPECT_EQ(only_if(names(Kind::held, "held")).outcome, Outcome::held);
}

TEST(OnlyIf, makes_it_not_applicable_when_it_is_not) {
  const Verdict verdict = only_if(names(Kind::held, "falsified"));
  EXPECT_EQ(verdict.outcome, Outcome::not_applicable);
  EXPECT_EQ(verdict.cases.at(0).outcome, Outcome::not_applicable);
  EXPECT_EQ(verdict.reason,
            "its condition: 'prediction falsified held' is not met: it was falsified");
}

TEST(OnlyIf, leaves_it_not_run_when_nobody_knows) {
  EXPECT_EQ(only_if(names(Kind::held, "inconclusive")).outcome, Outcome::not_run);
  EXPECT_EQ(only_if(outside()).outcome, Outcome::not_run);
  EXPECT_THAT(only_if(outside()).reason,
              HasSubstr("'a token gate' is unknown: not evaluated here"));
}

TEST(OnlyIf, that_depends_on_itself_is_unknown) {
  EXPECT_EQ(only_if(names(Kind::held, "asked")).outcome, Outcome::not_run);
}

TEST(OnlyIf, may_name_a_prediction_that_comes_later) {
  Scene scene = judged_scene();
  Prediction& first = scene.protocol.predictions.front();
  first.only_if = names(Kind::held, "late");
  EXPECT_EQ(scene.verdicts().at(0).outcome, Outcome::held);
}

TEST(Observations, are_measured_without_a_verdict) {
  Scene scene = judged_scene();
  scene.protocol.observations = {{"o", speedup_of("a", "b"), {.cases = {"c"}}, ""},
                                 {"v", time_of("broken"), {.cases = {"c"}}, ""}};
  const auto found = observe(scene.protocol, scene.plan, scene.evidence);
  EXPECT_EQ(found.at(0).at(0).estimate, 1.2);
  EXPECT_EQ(found.at(0).at(0).low, 1.2);
  EXPECT_EQ(found.at(0).at(0).remark, "");
  EXPECT_EQ(found.at(1).at(0).estimate, std::nullopt);
  EXPECT_THAT(found.at(1).at(0).remark, HasSubstr("correct: broken"));
}

/// Five invocations of ten rounds between 99 and 101 ns; round 4 of one took 600.
Scene with_outlier(double mads) {
  Scene scene(5, 10);
  scene.arm("a", [](int, int round) { return 99 + 0.2 * round; });
  scene.repetition(0, 3, 4).time = {600'000};
  scene.protocol.analysis.outliers = "drop";
  scene.protocol.analysis.outlier_mads = mads;
  scene.protocol.gates.spread_below = 0.05;
  scene.predict(time_of("a"), {90, 110});
  return scene;
}

TEST(DroppedOutliers, do_not_count_and_the_sensitivity_keeps_them) {
  const CaseVerdict verdict = with_outlier(5).verdict();
  EXPECT_EQ(verdict.outcome, Outcome::held);
  EXPECT_EQ(verdict.sensitivity, Outcome::voided);
  EXPECT_THAT(verdict.reason, HasSubstr("; without 1 of 50 rounds, dropped as outliers"));
}

TEST(DroppedOutliers, are_listed) {
  const Scene scene = with_outlier(5);
  const auto dropped = dropped_repetitions(scene.protocol, scene.plan, scene.evidence);
  ASSERT_EQ(dropped.size(), 1U);
  EXPECT_EQ(dropped[0].invocation, 3);
  EXPECT_EQ(dropped[0].round, 4);
  EXPECT_EQ(dropped[0].time, 600);
}

TEST(DroppedOutliers, are_those_beyond_the_frozen_distance) {
  EXPECT_EQ(with_outlier(10'000).verdict().outcome, Outcome::voided);
  Scene kept = with_outlier(5);
  kept.protocol.analysis.outliers = "keep";
  EXPECT_EQ(kept.verdict().outcome, Outcome::voided);
  EXPECT_EQ(kept.verdict().sensitivity, Outcome::voided);
}

TEST(DroppedOutliers, take_the_whole_round_out_of_a_comparison) {
  Scene scene(1, 10);
  scene.arm("a", [](int, int round) { return 99 + 0.2 * round; });
  scene.arm("b", [](int, int round) { return 119 + 0.2 * round; });
  scene.repetition(1, 0, 4).time = {600'000};
  scene.protocol.analysis.outliers = "drop";
  scene.protocol.analysis.outlier_mads = 5;
  scene.predict(speedup_of("a", "b"), {1.1, 1.3});
  EXPECT_EQ(scene.verdict().units.size(), 9U);
  EXPECT_EQ(scene.verdict().outcome, Outcome::held);
}

}  // namespace
}  // namespace membound
