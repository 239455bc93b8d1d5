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
