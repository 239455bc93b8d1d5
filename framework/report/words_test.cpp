// SPDX-License-Identifier: Apache-2.0
#include "report/words.hpp"

#include <gtest/gtest.h>

namespace membound::page {
namespace {

Prediction predicting(const Quantity& quantity, const Range& range) {
  return {.name = "p", .quantity = quantity, .range = range};
}

TEST(Words, say_a_prediction_as_a_reader_would) {
  EXPECT_EQ(phrase(predicting({QuantityKind::time_saved, "specialised", "general"}, {0.03, 0.12})),
            "time saved by specialised over general between 3 % and 12 %");
  EXPECT_EQ(phrase(predicting({QuantityKind::time, "general"}, {{}, 145000})),
            "time of general at most 145 us");
  EXPECT_EQ(phrase(predicting({QuantityKind::bandwidth, "a"}, {4.1e12, {}})),
            "bandwidth of a at least 4.1 TB/s");
  EXPECT_EQ(phrase(predicting({QuantityKind::speedup, "a", "b"}, {1.05, 1.1})),
            "speedup of a over b between 1.05 x and 1.1 x");
  EXPECT_EQ(phrase(predicting({QuantityKind::bytes_ratio, "a", "b"}, {2, 2})),
            "traffic of b over that of a exactly 2 x");
  EXPECT_EQ(phrase(predicting({QuantityKind::share_of_ceiling, "a", "", CeilingScope::matched},
                              {0.9, {}})),
            "share of the size-matched ceiling reached by a at least 90 %");
}

TEST(Words, say_an_order_pair_by_pair) {
  EXPECT_EQ(phrase(Prediction{.name = "p", .order = {"a", "b", "c"}}),
            "a faster than b, b faster than c");
}

TEST(Words, say_over_which_cases_a_prediction_speaks) {
  using Kind = CaseSelection::Kind;
  EXPECT_EQ(phrase(CaseSelection{Kind::all, 0, {"x"}}), "in case x");
  EXPECT_EQ(phrase(CaseSelection{Kind::all, 0, {"x", "y"}}), "in all 2 cases");
  EXPECT_EQ(phrase(CaseSelection{Kind::any, 0, {"x", "y"}}), "in at least one of 2 cases");
  EXPECT_EQ(phrase(CaseSelection{Kind::at_least, 2, {"x", "y", "z"}}), "in at least 2 of 3 cases");
}

TEST(Words, count_predictions_and_leave_falsifiers_out) {
  const std::vector<Verdict> verdicts{
      {.prediction = "a", .outcome = Outcome::inconclusive},
      {.prediction = "b", .outcome = Outcome::held},
      {.prediction = "c", .outcome = Outcome::held},
      {.prediction = "d", .falsifier = true, .outcome = Outcome::falsified}};
  EXPECT_EQ(tally(verdicts), "2 held, 1 inconclusive");
  EXPECT_EQ(tally(std::vector<Verdict>{}), "");
}

TEST(Words, a_falsifier_fires_when_its_region_holds_the_interval) {
  EXPECT_EQ(falsifier_label(Outcome::falsified), "fired");
  EXPECT_EQ(falsifier_label(Outcome::held), "did not fire");
  EXPECT_EQ(falsifier_label(Outcome::voided), "void");
}

TEST(Words, end_a_sentence_once) {
  EXPECT_EQ(stopped("a"), "a.");
  EXPECT_EQ(stopped("a."), "a.");
  EXPECT_EQ(stopped(""), "");
}

}  // namespace
}  // namespace membound::page
