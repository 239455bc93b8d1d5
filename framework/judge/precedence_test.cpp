// SPDX-License-Identifier: Apache-2.0
// Tests of what comes before the interval: not run, not applicable and void, and the sensitivity
// beside it.
#include <gmock/gmock.h>

#include "judge/rule.hpp"
#include "judge/scene.hpp"

namespace membound {
namespace {

using testing::StartsWith;

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
      {[](Scene& s) { s.protocol.analysis.outliers = "trim"; },
       "these rules know no outlier policy 'trim'"},
      {[](Scene& s) { s.protocol.analysis.statistic = "mode"; },
       "these rules know no statistic 'mode'"},
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

TEST(Replacement, of_an_invocation_that_died_counts_and_the_dead_one_does_not) {
  Scene scene(6, 1);
  scene.arm("a", by_invocation({100, 100, 900, 100, 100, 100}));
  scene.predict(time_of("a"), {100, 100});
  scene.protocol.instrument.invocations = 5;
  std::erase_if(scene.evidence.finished,
                [](const InvocationFinished& one) { return one.invocation == 2; });
  const CaseVerdict verdict = scene.verdict();
  EXPECT_EQ(verdict.outcome, Outcome::held);
  EXPECT_EQ(verdict.units, std::vector<double>(5, 100));
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
  Scene scene(5, 1);
  scene.arm("a", by_invocation({101, 102, 103, 104, 105}));
  for (const Range& range : {Range{101, 105}, Range{102, 105}, Range{1, 2}})
    scene.predict(time_of("a"), range);
  const auto verdicts = scene.verdicts();
  EXPECT_EQ(verdicts[0].cases[0].sensitivity, Outcome::held);
  EXPECT_EQ(verdicts[1].cases[0].sensitivity, Outcome::inconclusive);
  EXPECT_EQ(verdicts[2].cases[0].sensitivity, Outcome::falsified);
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

TEST(Sensitivity, of_an_order_is_that_of_all_its_pairs) {
  Scene scene(5, 3);
  scene.arm("a", always(100));
  scene.arm("b", always(101));  // the closest pair, hence the one that is shown
  const int c = scene.arm("c", always(200));
  scene.predict_order({"a", "b", "c"});
  for (const int round : {0, 2}) {
    scene.repetition(c, 3, round).flags = flag_throttled;
  }
  scene.repetition(c, 3, 1).time = {50'000};
  EXPECT_EQ(scene.verdict().outcome, Outcome::held);
  EXPECT_EQ(scene.verdict().sensitivity, Outcome::inconclusive);
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

}  // namespace
}  // namespace membound
