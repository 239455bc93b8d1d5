// SPDX-License-Identifier: Apache-2.0
// Tests of the rule as a whole: verdicts on predictions, orders and falsifiers, and which reason
// applies first.
#include "judge/rule.hpp"

#include <gmock/gmock.h>

#include "judge/scene.hpp"

namespace membound {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

const std::vector<double> eight{101, 102, 103, 104, 105, 106, 107, 108};  // interval [102, 107]

/// Eight invocations of one arm "a" whose medians are `eight`.
Scene eight_invocations() {
  Scene scene(8, 3);
  scene.arm("a", [](int invocation, int round) {
    return eight[static_cast<std::size_t>(invocation)] + 20 * (round - 1);
  });
  return scene;
}

CaseVerdict timed(Range range) {
  Scene scene = eight_invocations();
  scene.predict(time_of("a"), range);
  return scene.verdict();
}

TEST(Judge, estimates_by_the_order_statistics_of_invocation_medians) {
  const CaseVerdict verdict = timed({});
  EXPECT_THAT(verdict.units, ElementsAre(101, 102, 103, 104, 105, 106, 107, 108));
  EXPECT_NEAR(*verdict.estimate, 104.499, 0.001);  // geometric middle of 104 and 105
  EXPECT_EQ(verdict.low, 102);
  EXPECT_EQ(verdict.high, 107);
  EXPECT_FALSE(verdict.within_one_process);
  EXPECT_EQ(verdict.case_name, "c");
}

TEST(Judge, decides_by_the_interval_against_the_closed_range) {
  using enum Outcome;
  const struct {
    Range range;
    Outcome expected;
  } rows[] = {
      {{102, 107}, held},
      {{102.01, 107}, inconclusive},
      {{102, 106.99}, inconclusive},
      {{{}, 107}, held},
      {{102, {}}, held},
      {{104, 105}, inconclusive},
      {{107.01, 200}, falsified},
      {{107, 200}, inconclusive},
      {{50, 101.99}, falsified},
      {{50, 102}, inconclusive},
      {{{}, 101.99}, falsified},
      {{107.01, {}}, falsified},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(timed(row.range).outcome, row.expected)
        << row.range.low.value_or(-1) << ".." << row.range.high.value_or(-1);
  }
}

TEST(Judge, names_the_side_that_was_missed) {
  EXPECT_EQ(timed({50, 100}).reason, "high: the interval lies above the predicted range");
  EXPECT_EQ(timed({110, 120}).reason, "low: the interval lies below the predicted range");
}

TEST(Judge, forecasts_further_invocations_when_it_cannot_decide) {
  const CaseVerdict open = timed({103, 106});
  EXPECT_EQ(open.outcome, Outcome::inconclusive);
  // Of 23 invocations the interval begins at the 8th: rank 8/24 * 9 = 3 of the present eight, which
  // is 103.
  EXPECT_EQ(open.more_invocations, 15);
  EXPECT_EQ(timed({102, 107}).more_invocations, std::nullopt);
}

TEST(Judge, gives_no_interval_and_no_verdict_below_five_invocations) {
  Scene scene(4, 50);
  scene.arm("a", always(100));
  scene.predict(time_of("a"), {50, 200});
  const CaseVerdict verdict = scene.verdict();
  EXPECT_EQ(verdict.outcome, Outcome::inconclusive);
  EXPECT_EQ(verdict.reason, "4 units give no interval; it takes 5");
  EXPECT_EQ(verdict.estimate, 100);
  EXPECT_EQ(verdict.low, std::nullopt);
  EXPECT_EQ(verdict.more_invocations, 1);
}

TEST(Judge, uses_the_frozen_tail) {
  Scene scene = eight_invocations();
  scene.protocol.analysis.tail = 0.01;
  scene.predict(time_of("a"), {102, 107});
  const CaseVerdict verdict = scene.verdict();
  EXPECT_EQ(verdict.low, 101);
  EXPECT_EQ(verdict.high, 108);
  EXPECT_EQ(verdict.outcome, Outcome::inconclusive);
}

TEST(Judge, counts_rounds_of_a_single_invocation_and_says_so) {
  Scene scene(1, 8);
  scene.arm("a", by_round(eight));
  scene.predict(time_of("a"), {102, 107});
  const CaseVerdict held = scene.verdict();
  EXPECT_EQ(held.outcome, Outcome::held);
  EXPECT_TRUE(held.within_one_process);
  EXPECT_EQ(held.units.size(), 8U);
  EXPECT_THAT(held.reason, HasSubstr("within one process; does not generalise to a new one"));
  scene.protocol.predictions[0].range = {103, 106};
  const CaseVerdict open = scene.verdict();
  EXPECT_EQ(open.more_invocations, std::nullopt);
  EXPECT_THAT(open.reason, HasSubstr("more rounds would decide"));
}

TEST(Judge, gives_predictions_then_falsifiers_in_the_order_of_the_protocol) {
  Scene scene = eight_invocations();
  scene.predict(time_of("a"), {}).name = "z";
  scene.falsify(time_of("a"), {1, 2}).name = "y";
  scene.predict(time_of("a"), {}).name = "x";
  const auto verdicts = scene.verdicts();
  ASSERT_EQ(verdicts.size(), 3U);
  EXPECT_EQ(verdicts[0].prediction, "z");
  EXPECT_EQ(verdicts[1].prediction, "x");
  EXPECT_EQ(verdicts[2].prediction, "y");
  EXPECT_TRUE(verdicts[2].falsifier);
  EXPECT_FALSE(verdicts[1].falsifier);
}

TEST(Judge, joins_cases_by_the_quantifier) {
  Scene scene(5, 1);
  scene.arm("a", always(100), "small");
  scene.arm("a", always(200), "big");
  scene.predict(time_of("a"), {50, 150});
  scene.predict(time_of("a"), {50, 150}).cases.kind = CaseSelection::Kind::any;
  scene.predict(time_of("a"), {50, 150}).cases.cases = {"small"};
  const auto verdicts = scene.verdicts();
  EXPECT_EQ(verdicts[0].outcome, Outcome::falsified);
  EXPECT_EQ(verdicts[0].cases[0].outcome, Outcome::held);
  EXPECT_EQ(verdicts[0].cases[1].case_name, "big");
  EXPECT_EQ(verdicts[1].outcome, Outcome::held);
  EXPECT_EQ(verdicts[2].outcome, Outcome::held);
  EXPECT_EQ(verdicts[2].cases.size(), 1U);
}

TEST(Falsifier, fires_inside_its_region_and_not_outside) {
  using enum Outcome;
  Scene scene = eight_invocations();
  for (const Range& region :
       {Range{{}, 107}, Range{{}, 106.9}, Range{{}, 101.9}, Range{107.1, {}}}) {
    scene.falsify(time_of("a"), region);
  }
  const auto verdicts = scene.verdicts();
  EXPECT_EQ(verdicts[0].outcome, falsified);
  EXPECT_EQ(verdicts[0].reason, "fired: the interval lies inside the falsifying region");
  EXPECT_EQ(verdicts[1].outcome, inconclusive);
  EXPECT_EQ(verdicts[2].outcome, held);
  EXPECT_THAT(verdicts[2].reason, StartsWith("not fired"));
  EXPECT_EQ(verdicts[3].outcome, held);
}

/// Arms that take their times in every round of five invocations.
Scene ordered(const std::vector<std::pair<std::string, Times>>& arms) {
  Scene scene(5, 1);
  std::vector<std::string> order;
  for (const auto& [name, times] : arms) {
    scene.arm(name, times);
    order.push_back(name);
  }
  scene.predict_order(order);
  return scene;
}

const Times wavering = by_invocation({99, 101, 99, 101, 99});

TEST(Order, holds_when_every_adjacent_pair_does_and_shows_the_closest) {
  const CaseVerdict verdict =
      ordered({{"a", always(100)}, {"b", always(110)}, {"c", always(111.1)}}).verdict();
  EXPECT_EQ(verdict.outcome, Outcome::held);
  EXPECT_EQ(verdict.reason, "b before c: the first is the faster");
  EXPECT_EQ(verdict.low, 1.01);
}

TEST(Order, is_falsified_by_one_pair_even_beside_an_undecided_one) {
  const CaseVerdict verdict =
      ordered({{"a", wavering}, {"b", always(100)}, {"c", always(80)}}).verdict();
  EXPECT_EQ(verdict.outcome, Outcome::falsified);
  EXPECT_EQ(verdict.reason, "b before c: order: the first is the slower");
  EXPECT_EQ(verdict.estimate, 0.8);
}

TEST(Order, is_inconclusive_while_one_pair_is) {
  const CaseVerdict verdict =
      ordered({{"a", always(50)}, {"b", wavering}, {"c", always(100)}}).verdict();
  EXPECT_EQ(verdict.outcome, Outcome::inconclusive);
  EXPECT_EQ(verdict.reason, "b before c: the interval of their ratio contains 1");
}

TEST(Order, of_equal_arms_is_inconclusive) {
  EXPECT_EQ(ordered({{"a", always(100)}, {"b", always(100)}}).verdict().outcome,
            Outcome::inconclusive);
}

TEST(Order, needs_the_whole_interval_on_one_side) {
  const auto outcome = [](std::vector<double> first) {
    return ordered({{"a", by_invocation(std::move(first))}, {"b", always(100)}}).verdict().outcome;
  };
  EXPECT_EQ(outcome({90, 90, 90, 90, 99}), Outcome::held);
  EXPECT_EQ(outcome({90, 90, 90, 90, 100}), Outcome::inconclusive);
  EXPECT_EQ(outcome({110, 110, 110, 110, 101}), Outcome::falsified);
  EXPECT_EQ(outcome({110, 110, 110, 110, 100}), Outcome::inconclusive);
}

TEST(Order, is_void_when_any_of_its_arms_is_blocked) {
  Scene scene = ordered({{"a", always(100)}, {"b", always(80)}, {"c", always(120)}});
  scene.check(2, 0, Correctness::When::after).passed = false;
  EXPECT_EQ(scene.verdict().outcome, Outcome::voided);
  EXPECT_THAT(scene.verdict().reason, StartsWith("b before c: correct:"));
}

TEST(Void, strikes_only_predictions_that_use_the_blocked_arm) {
  Scene scene(5, 1);
  scene.arm("a", always(100));
  const int b = scene.arm("b", always(200));
  scene.predict(time_of("a"), {});
  scene.predict(time_of("b"), {});
  scene.predict(speedup_of("a", "b"), {});
  scene.predict(speedup_of("b", "a"), {});
  scene.check(b, 4, Correctness::When::before).passed = false;
  const auto verdicts = scene.verdicts();
  EXPECT_EQ(verdicts[0].outcome, Outcome::held);
  for (const std::size_t i : {1U, 2U, 3U}) {
    EXPECT_EQ(verdicts[i].outcome, Outcome::voided);
    EXPECT_THAT(verdicts[i].reason, StartsWith("correct: b"));
    EXPECT_EQ(verdicts[i].cases[0].estimate, std::nullopt);
  }
}

TEST(Void, strikes_only_the_case_in_which_the_arm_is_blocked) {
  Scene scene(5, 1);
  scene.arm("a", always(100), "small");
  const int big = scene.arm("a", always(100), "big");
  scene.predict(time_of("a"), {});
  scene.check(big, 0, Correctness::When::after).passed = false;
  const Verdict verdict = scene.verdicts()[0];
  EXPECT_EQ(verdict.cases[0].outcome, Outcome::held);
  EXPECT_EQ(verdict.cases[1].outcome, Outcome::voided);
  EXPECT_EQ(verdict.outcome, Outcome::inconclusive);
}

TEST(Void, strikes_everything_when_nothing_shows_that_caches_were_cold) {
  Scene scene(5, 1);
  scene.arm("a", always(100));
  scene.add({.kind = CellKind::hot_probe, .name = "h", .times = always(100)});
  scene.predict(time_of("a"), {});
  scene.falsify(time_of("a"), {1, 2});
  for (const Verdict& verdict : scene.verdicts()) {
    EXPECT_EQ(verdict.outcome, Outcome::voided);
    EXPECT_THAT(verdict.reason, StartsWith("cold:"));
  }
}

TEST(Void, strikes_a_share_whose_ceiling_computes_something_wrong) {
  Scene scene(5, 1);
  scene.arm("a", always(100));
  scene.add({.kind = CellKind::matched_ceiling, .name = "honest", .times = always(100)});
  const int m = scene.add({.kind = CellKind::matched_ceiling, .name = "m", .times = always(90)});
  scene.predict(share_of("a", CeilingScope::matched), {});
  EXPECT_EQ(scene.verdict().outcome, Outcome::held);
  scene.check(m, 2, Correctness::When::before).passed = false;
  EXPECT_EQ(scene.verdict().outcome, Outcome::voided);
  EXPECT_EQ(scene.verdict().reason, "correct: the ceiling m computes something wrong");
}

TEST(NotRun, comes_from_an_arm_that_is_unavailable) {
  Scene scene(5, 1);
  scene.arm("a", always(100));
  const int b = scene.arm("b", always(100));
  for (int i = 0; i < 5; ++i) scene.unavailable(b, i, "needs cuBLASLt");
  scene.predict(time_of("a"), {});
  scene.predict(speedup_of("a", "b"), {});
  const auto verdicts = scene.verdicts();
  EXPECT_EQ(verdicts[0].outcome, Outcome::held);
  EXPECT_EQ(verdicts[1].outcome, Outcome::not_run);
  EXPECT_EQ(verdicts[1].reason, "b did not run on c: needs cuBLASLt");
}

TEST(NotRun, comes_from_an_arm_that_was_unavailable_once) {
  Scene scene(5, 1);
  const int a = scene.arm("a", always(100));
  scene.unavailable(a, 4, "out of memory");
  scene.predict(time_of("a"), {});
  EXPECT_EQ(scene.verdict().outcome, Outcome::not_run);
}

TEST(NotRun, comes_from_rounds_other_than_were_frozen) {
  const auto outcome = [](auto spoil) {
    Scene scene(5, 3);
    scene.arm("a", always(100));
    scene.predict(time_of("a"), {});
    spoil(scene);
    return scene.verdict();
  };
  const CaseVerdict fewer = outcome([](Scene& s) { s.evidence.repetitions.pop_back(); });
  EXPECT_EQ(fewer.outcome, Outcome::not_run);
  EXPECT_EQ(fewer.reason, "a on c has 2 repetitions in invocation 4, and 3 rounds were frozen");
  const auto more = [](Scene& s) {
    s.evidence.repetitions.push_back(s.evidence.repetitions.back());
  };
  EXPECT_EQ(outcome(more).outcome, Outcome::not_run);
  const auto twice = [](Scene& s) { s.repetition(0, 1, 2).round = 1; };
  EXPECT_EQ(outcome(twice).outcome, Outcome::not_run);
}

TEST(NotRun, comes_from_a_ceiling_that_is_not_there) {
  Scene scene(5, 1);
  scene.arm("a", always(100));
  scene.predict(share_of("a", CeilingScope::matched), {});
  scene.predict(share_of("a", CeilingScope::large), {});
  EXPECT_EQ(scene.verdicts()[0].reason, "the plan has no matched ceiling on c");
  EXPECT_EQ(scene.verdicts()[1].reason, "the plan has no large ceiling on c");
  const int m = scene.add({.kind = CellKind::matched_ceiling, .name = "m", .times = always(90)});
  scene.unavailable(m, 3, "failed");
  EXPECT_EQ(scene.verdict().outcome, Outcome::not_run);
  EXPECT_EQ(scene.verdict().reason, "no ceiling for c ran in invocation 3");
}

TEST(NotRun, comes_from_arms_that_were_not_planned) {
  Scene scene(5, 1);
  scene.arm("a", always(100));
  scene.predict(time_of("z"), {});
  scene.predict(speedup_of("a", "z"), {});
  for (const Verdict& verdict : scene.verdicts()) {
    EXPECT_EQ(verdict.outcome, Outcome::not_run);
    EXPECT_EQ(verdict.reason, "the plan has no z on c");
  }
}

/// Every way in which a whole run is not judged, and what is said.
TEST(NotRun, strikes_every_verdict_of_a_run_that_is_not_what_was_frozen) {
  const struct {
    std::function<void(Scene&)> spoil;
    std::string reason;
  } rows[] = {
      {[](Scene& s) { s.evidence.finished.pop_back(); },
       "the run is incomplete: 4 of 5 invocations finished"},
      {[](Scene& s) { s.evidence.finished.back() = s.evidence.finished.front(); },
       "the run is incomplete: 4 of 5 invocations finished"},
      {[](Scene& s) { s.evidence.status = RunStatus::incomplete; },
       "the run is incomplete: it was not brought to its end"},
      {[](Scene& s) { s.evidence.status = RunStatus::running; },
       "the run is incomplete: it was not brought to its end"},
      {[](Scene& s) { s.evidence.finished.push_back({.invocation = 5}); },
       "the run has 1 invocations more than the 5 that were frozen"},
      {[](Scene& s) { s.evidence.run.exploratory = true; },
       "the run is exploratory: it is shown and never judged"},
      {[](Scene& s) { s.protocol.analysis.outliers = "drop"; },
       "these rules know no outlier policy 'drop'"},
      {[](Scene& s) { s.protocol.analysis.statistic = "mean"; },
       "these rules know no statistic 'mean'"},
      {[](Scene& s) { s.protocol.analysis.interval = "student"; },
       "these rules know no interval 'student'"},
  };
  for (const auto& row : rows) {
    Scene scene(5, 1);
    scene.arm("a", always(100));
    scene.predict(time_of("a"), {});
    scene.falsify(time_of("a"), {});
    row.spoil(scene);
    const auto verdicts = scene.verdicts();
    ASSERT_EQ(verdicts.size(), 2U);
    EXPECT_TRUE(verdicts[1].falsifier);
    for (const Verdict& verdict : verdicts) {
      EXPECT_EQ(verdict.outcome, Outcome::not_run);
      EXPECT_EQ(verdict.reason, row.reason);
      ASSERT_EQ(verdict.cases.size(), 1U);
      EXPECT_EQ(verdict.cases[0].reason, row.reason);
    }
  }
}

TEST(NotApplicable, is_what_absolute_units_are_on_another_device) {
  Scene scene(5, 1);
  scene.arm("a", always(100));
  scene.arm("b", always(200));
  scene.predict(time_of("a"), {});
  scene.predict({.kind = QuantityKind::bandwidth, .arm = "a"}, {});
  scene.predict(speedup_of("a", "b"), {});
  scene.predict_order({"a", "b"});
  scene.falsify(time_of("a"), {});
  scene.protocol.requires_.device = "*RX*";
  const auto verdicts = scene.verdicts();
  for (const std::size_t i : {0U, 1U, 4U}) {
    EXPECT_EQ(verdicts[i].outcome, Outcome::not_applicable);
    EXPECT_EQ(verdicts[i].reason,
              "it is in units of a device like '*RX*', and this run was on 'NVIDIA H200'");
  }
  EXPECT_EQ(verdicts[2].outcome, Outcome::held);
  EXPECT_EQ(verdicts[3].outcome, Outcome::held);
  scene.protocol.requires_.device = "*h200*";
  for (const Verdict& verdict : scene.verdicts())
    EXPECT_NE(verdict.outcome, Outcome::not_applicable);
}

TEST(NotApplicable, is_enough_that_one_invocation_ran_on_another_device) {
  Scene scene(5, 1);
  scene.arm("a", always(100));
  scene.predict(time_of("a"), {});
  scene.protocol.requires_.device = "*H200*";
  scene.evidence.invocations[3].device.name = "NVIDIA H100";
  EXPECT_EQ(scene.verdict().outcome, Outcome::not_applicable);
}

/// Each fault outranks those that are listed before it.
TEST(Precedence, is_not_run_then_not_applicable_then_void_then_the_interval) {
  Scene scene(5, 1);
  const int a = scene.arm("a", always(100));
  scene.predict(time_of("a"), {1, 2});
  EXPECT_EQ(scene.verdict().outcome, Outcome::falsified);
  scene.check(a, 0, Correctness::When::after).passed = false;
  EXPECT_EQ(scene.verdict().outcome, Outcome::voided);
  scene.protocol.requires_.device = "*RX*";
  EXPECT_EQ(scene.verdict().outcome, Outcome::not_applicable);
  scene.binding(a, 2).unavailable = "no";
  EXPECT_EQ(scene.verdict().outcome, Outcome::not_run);
  EXPECT_THAT(scene.verdict().reason, StartsWith("a did not run"));
  scene.evidence.finished.clear();
  EXPECT_THAT(scene.verdict().reason, StartsWith("the run is incomplete"));
}

TEST(Sensitivity, equals_the_outcome_when_nothing_was_throttled) {
  EXPECT_EQ(timed({102, 107}).sensitivity, Outcome::held);
  EXPECT_EQ(timed({103, 107}).sensitivity, Outcome::inconclusive);
  EXPECT_EQ(timed({1, 2}).sensitivity, Outcome::falsified);
}

TEST(Sensitivity, leaves_out_what_was_throttled_while_the_verdict_keeps_it) {
  Scene scene(5, 3);
  const int a = scene.arm("a", always(100));
  scene.predict(time_of("a"), {90, 110});
  for (const int round : {0, 1}) {
    scene.repetition(a, 4, round).time = {200000};
    scene.repetition(a, 4, round).flags = flag_throttled;
  }
  const CaseVerdict verdict = scene.verdict();
  EXPECT_EQ(verdict.outcome, Outcome::inconclusive);
  EXPECT_EQ(verdict.high, 200);
  EXPECT_EQ(verdict.sensitivity, Outcome::held);
}

TEST(Sensitivity, drops_a_round_of_a_ratio_when_either_side_was_throttled) {
  Scene scene(5, 3);
  scene.arm("a", always(100));
  const int b = scene.arm("b", by_round({50, 120, 120}));
  scene.predict(speedup_of("a", "b"), {1.1, 1.3});
  for (int i = 0; i < 5; ++i) {
    scene.repetition(b, i, 1).time = {50000};
    scene.repetition(b, i, 1).flags = flag_throttled;
  }
  EXPECT_EQ(scene.verdict().outcome, Outcome::falsified);      // 0.5, 0.5, 1.2
  EXPECT_EQ(scene.verdict().sensitivity, Outcome::falsified);  // geometric middle of 0.5 and 1.2
  for (int i = 0; i < 5; ++i) scene.repetition(b, i, 0).flags = flag_throttled;
  EXPECT_EQ(scene.verdict().sensitivity, Outcome::held);
}

TEST(Sensitivity, has_its_own_gates) {
  Scene scene(5, 3);
  const int a = scene.arm("a", always(100));
  scene.predict(time_of("a"), {90, 110});
  scene.protocol.gates.spread_below = 0.1;
  scene.repetition(a, 2, 1).time = {300000};
  scene.repetition(a, 2, 1).flags = flag_throttled;
  EXPECT_EQ(scene.verdict().outcome, Outcome::voided);
  EXPECT_EQ(scene.verdict().sensitivity, Outcome::held);
}

TEST(Sensitivity, cannot_hold_on_fewer_than_five_invocations) {
  Scene scene(5, 1);
  const int a = scene.arm("a", always(100));
  scene.predict(time_of("a"), {90, 110});
  scene.repetition(a, 2, 0).flags = flag_throttled;
  EXPECT_EQ(scene.verdict().outcome, Outcome::held);
  EXPECT_EQ(scene.verdict().sensitivity, Outcome::inconclusive);
}

TEST(Deviation, is_another_digest_or_other_rules) {
  const RunHead run{.protocol_digest = "aaaaaaaaaaaabbbb"};
  EXPECT_EQ(deviation("aaaaaaaaaaaabbbb", rules_version, run), "");
  EXPECT_EQ(deviation("ccccccccccccdddd", rules_version, run),
            "the run belongs to protocol aaaaaaaaaaaa, not to cccccccccccc");
  EXPECT_EQ(deviation("aaaaaaaaaaaabbbb", rules_version + 1, run),
            "frozen under rules 2, and this program judges by rules 1");
}

TEST(NameOf, spells_outcomes_as_reports_do) {
  EXPECT_EQ(name_of(Outcome::held), "held");
  EXPECT_EQ(name_of(Outcome::falsified), "falsified");
  EXPECT_EQ(name_of(Outcome::inconclusive), "inconclusive");
  EXPECT_EQ(name_of(Outcome::voided), "void");
  EXPECT_EQ(name_of(Outcome::not_run), "not_run");
  EXPECT_EQ(name_of(Outcome::not_applicable), "not_applicable");
}

}  // namespace
}  // namespace membound
