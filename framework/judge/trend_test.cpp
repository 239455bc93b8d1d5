// SPDX-License-Identifier: Apache-2.0
// Tests of trends over cases, of the fastest of several arms, and of arms that cannot run.
#include "judge/trend.hpp"

#include <gmock/gmock.h>

#include "judge/scene.hpp"

namespace membound {
namespace {

using testing::HasSubstr;

/// Five invocations of "a" on three cases, 100 ns times the factors.
Scene over_cases(const std::vector<double>& factors) {
  Scene scene(5, 3);
  const std::vector<std::string> names{"short", "middle", "long"};
  for (std::size_t i = 0; i < factors.size(); ++i) {
    scene.arm(
        "a",
        [factor = factors[i]](int invocation, int) {
          return 100 * factor * (1 + invocation);  // invocations differ more than cases do
        },
        names[i]);
  }
  return scene;
}

Verdict rising(Scene scene, bool up = true) {
  Prediction& prediction = scene.predict({}, {});
  prediction.quantity.reset();
  prediction.trend = Trend{time_of("a"), up, {"short", "middle", "long"}};
  return scene.verdicts()[0];
}

TEST(Trend, compares_consecutive_cases_within_an_invocation) {
  const Verdict verdict = rising(over_cases({1, 1.1, 1.21}));
  EXPECT_EQ(verdict.outcome, Outcome::held);
  ASSERT_EQ(verdict.cases.size(), 2U);
  EXPECT_EQ(verdict.cases[0].case_name, "short to middle");
  EXPECT_EQ(verdict.cases[1].case_name, "middle to long");
  EXPECT_EQ(verdict.cases[0].estimate, 1.1);
}

TEST(Trend, is_falsified_by_one_step_the_other_way) {
  const Verdict verdict = rising(over_cases({1, 1.1, 1.05}));
  EXPECT_EQ(verdict.outcome, Outcome::falsified);
  EXPECT_EQ(verdict.cases[0].outcome, Outcome::held);
  EXPECT_EQ(verdict.cases[1].reason, "it falls, and was to rise");
}

TEST(Trend, is_open_where_a_case_equals_the_next) {
  EXPECT_EQ(rising(over_cases({1, 1, 2})).outcome, Outcome::inconclusive);
}

TEST(Trend, falls_when_it_was_said_to_fall) {
  EXPECT_EQ(rising(over_cases({1.2, 1.1, 1}), false).outcome, Outcome::held);
  EXPECT_EQ(rising(over_cases({1, 1.1, 1.2}), false).outcome, Outcome::falsified);
}

TEST(Trend, needs_every_case) {
  Scene scene = over_cases({1, 1.1, 1.2});
  scene.check(2, 0, Correctness::When::before).passed = false;
  EXPECT_EQ(rising(scene).cases[0].outcome, Outcome::held);
  EXPECT_EQ(rising(scene).cases[1].outcome, Outcome::voided);
  EXPECT_EQ(rising(scene).outcome, Outcome::inconclusive);
}

TEST(Trend, of_a_counter_is_exact) {
  Scene scene(2, 1);
  scene.read_back(scene.arm("a", always(1), "short"), "hits", 10);
  scene.read_back(scene.arm("a", always(1), "long"), "hits", 5);
  Prediction& prediction = scene.predict({}, {});
  prediction.quantity.reset();
  prediction.trend = Trend{counter_of("a", "hits"), false, {"short", "long"}};
  EXPECT_EQ(scene.verdict().outcome, Outcome::held);
  EXPECT_EQ(scene.verdict().estimate, 0.5);
}

Verdict fastest(const std::vector<double>& others) {
  Scene scene(5, 1);
  scene.arm("a", always(100));
  Fastest expected{"a", {"a"}};
  for (std::size_t i = 0; i < others.size(); ++i) {
    const std::string name = "other" + std::to_string(i);
    scene.arm(name, always(others[i]));
    expected.of.push_back(name);
  }
  Prediction& prediction = scene.predict({}, {});
  prediction.quantity.reset();
  prediction.fastest = expected;
  return scene.verdicts()[0];
}

TEST(FastestOfSeveral, is_faster_than_each_of_the_others) {
  EXPECT_EQ(fastest({101, 300}).outcome, Outcome::held);
  EXPECT_EQ(fastest({101, 99, 300}).outcome, Outcome::falsified);
  EXPECT_THAT(fastest({101, 99, 300}).reason, HasSubstr("a before other1: order"));
  EXPECT_EQ(fastest({101, 100}).outcome, Outcome::inconclusive);
}

TEST(FastestOfSeveral, shows_its_closest_rival) {
  EXPECT_EQ(fastest({150, 101, 300}).cases[0].estimate, 1.01);
}

Verdict unavailable(Scene& scene) {
  Prediction& prediction = scene.predict({}, {});
  prediction.quantity.reset();
  prediction.unavailable = "a";
  return scene.verdicts()[0];
}

TEST(Unavailable, is_held_when_no_invocation_ran_the_arm) {
  Scene scene(5, 1);
  const int a = scene.arm("a", always(100));
  for (int i = 0; i < 5; ++i) scene.unavailable(a, i, "more shared memory than there is");
  const Verdict verdict = unavailable(scene);
  EXPECT_EQ(verdict.outcome, Outcome::held);
  EXPECT_EQ(verdict.reason, "a did not run on c: more shared memory than there is");
}

TEST(Unavailable, is_falsified_when_any_invocation_ran_it) {
  Scene scene(5, 1);
  const int a = scene.arm("a", always(100));
  for (int i = 0; i < 4; ++i) scene.unavailable(a, i, "no");
  EXPECT_EQ(unavailable(scene).outcome, Outcome::falsified);
  EXPECT_EQ(unavailable(scene).reason, "a ran on c in invocation 4");
}

TEST(Unavailable, is_not_run_when_nothing_was_recorded) {
  Scene scene(5, 1);
  scene.arm("a", always(100));
  scene.evidence.bindings.clear();
  EXPECT_EQ(unavailable(scene).outcome, Outcome::not_run);
}

}  // namespace
}  // namespace membound
