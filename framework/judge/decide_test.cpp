// SPDX-License-Identifier: Apache-2.0
// Tests of positions and what they mean.
#include "judge/decide.hpp"

#include <gtest/gtest.h>

namespace membound {
namespace {

using enum Position;

struct Row {
  Interval interval;
  Range range;
  Position expected;
};

TEST(Position, follows_the_closed_bounds_of_a_range) {
  const Range range{10, 20};
  const Row rows[] = {
      {{10, 20}, range, inside}, {{12, 13}, range, inside},   {{10, 10}, range, inside},
      {{20, 20}, range, inside}, {{9.99, 15}, range, across}, {{15, 20.01}, range, across},
      {{5, 25}, range, across},  {{5, 10}, range, across},    {{20, 25}, range, across},
      {{5, 9.99}, range, below}, {{20.01, 25}, range, above},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(position(row.interval, row.range), row.expected)
        << row.interval.low << ".." << row.interval.high;
  }
}

TEST(Position, has_no_outside_beyond_an_open_bound) {
  const Range at_most{{}, 20};
  const Range at_least{10, {}};
  EXPECT_EQ(position({-1e300, 20}, at_most), inside);
  EXPECT_EQ(position({19, 21}, at_most), across);
  EXPECT_EQ(position({20.01, 21}, at_most), above);
  EXPECT_EQ(position({10, 1e300}, at_least), inside);
  EXPECT_EQ(position({9, 11}, at_least), across);
  EXPECT_EQ(position({9, 9.99}, at_least), below);
  EXPECT_EQ(position({-5, 5}, {}), inside);
}

TEST(Position, does_not_fall_off_a_bound_by_a_rounding) {
  EXPECT_EQ(position({0.015, 0.02}, {1.5 * 0.01 * (1 + 4e-16), 0.02 * (1 - 4e-16)}), inside);
}

TEST(OutcomeOf, reads_a_position_by_what_was_asked) {
  using enum Outcome;
  const struct {
    Question question;
    Outcome at_inside, at_below, at_above, at_across;
  } rows[] = {
      {Question::prediction, held, falsified, falsified, inconclusive},
      {Question::falsifier, falsified, held, held, inconclusive},
      {Question::order, inconclusive, falsified, held, inconclusive},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(outcome_of(row.question, inside), row.at_inside);
    EXPECT_EQ(outcome_of(row.question, below), row.at_below);
    EXPECT_EQ(outcome_of(row.question, above), row.at_above);
    EXPECT_EQ(outcome_of(row.question, across), row.at_across);
  }
}

TEST(Sentence, names_the_side_on_which_a_prediction_missed) {
  EXPECT_EQ(sentence(Question::prediction, above),
            "high: the interval lies above the predicted range");
  EXPECT_EQ(sentence(Question::prediction, below),
            "low: the interval lies below the predicted range");
  EXPECT_EQ(sentence(Question::falsifier, inside),
            "fired: the interval lies inside the falsifying region");
  EXPECT_EQ(sentence(Question::order, below), "order: the first is the slower");
}

}  // namespace
}  // namespace membound
