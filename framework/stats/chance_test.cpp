// SPDX-License-Identifier: Apache-2.0
#include "stats/chance.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "stats/simulation.hpp"

namespace membound {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

struct Expected {
  int count;
  double half_width;  // of the range, in standard deviations of a unit
  double centre;
  double halfway;
  double one_and_a_half;  // falsified, with the truth at 1.5 half-widths
  double twice;
};

TEST(Chance, is_that_of_an_independent_simulation) {
  // Table C of 20,000 simulated experiments each, written down before this code.
  const Expected table[] = {{10, 1, .23, .10, .13, .51},   {10, 2, .96, .52, .52, .98},
                            {20, 1, .84, .38, .38, .92},   {20, 2, 1.0, .91, .91, 1.0},
                            {40, 0.5, .57, .29, .31, .77}, {40, 1, 1.0, .78, .77, 1.0},
                            {80, 0.5, .93, .54, .54, .97}};
  for (const Expected& row : table) {
    const Experiment of{row.count, 1, 0.05};
    const Interval range{-row.half_width, row.half_width};
    EXPECT_NEAR(chances(range, 0, of).held, row.centre, 0.015) << row.count;
    EXPECT_NEAR(chances(range, row.half_width / 2, of).held, row.halfway, 0.015) << row.count;
    EXPECT_NEAR(chances(range, 1.5 * row.half_width, of).falsified, row.one_and_a_half, 0.015);
    EXPECT_NEAR(chances(range, 2 * row.half_width, of).falsified, row.twice, 0.015) << row.count;
  }
}

TEST(Chance, agrees_with_the_rule_applied_to_simulated_units) {
  simulation::Source source(11);
  constexpr int runs = 20000;
  for (const int count : {5, 8, 13}) {
    for (const double truth : {-0.4, 0.0, 0.9, 2.1}) {
      int held = 0;
      int falsified = 0;
      for (int run = 0; run < runs; ++run) {
        std::vector<double> units;
        for (int i = 0; i < count; ++i) units.push_back(truth + 0.7 * source.normal());
        const Interval i = median_interval(units, 0.05).value();
        held += i.low >= -1 && i.high <= 1 ? 1 : 0;
        falsified += i.high < -1 || i.low > 1 ? 1 : 0;
      }
      const Chances expected = chances({-1, 1}, truth, {count, 0.7, 0.05});
      const double margin = 4 * std::sqrt(0.25 / runs);
      EXPECT_NEAR(expected.held, static_cast<double>(held) / runs, margin) << count << " " << truth;
      EXPECT_NEAR(expected.falsified, static_cast<double>(falsified) / runs, margin);
      EXPECT_NEAR(expected.held + expected.falsified + expected.inconclusive, 1, 1e-12);
    }
  }
}

TEST(Chance, of_a_wrong_verdict_at_the_edge_is_at_most_the_tail) {
  for (const int count : {5, 8, 16, 40, 200}) {
    EXPECT_LE(chances({0, infinite}, 0, {count, 1, 0.05}).held, 0.05);
    EXPECT_LE(chances({0, infinite}, 0, {count, 1, 0.05}).falsified, 0.05);
  }
}

TEST(Chance, is_nil_with_too_few_units_and_certain_without_spread) {
  EXPECT_EQ(chances({-1, 1}, 0, {4, 1, 0.05}).inconclusive, 1);
  EXPECT_EQ(chances({-1, 1}, 0, {5, 0, 0.05}).held, 1);
  EXPECT_EQ(chances({-1, 1}, 2, {5, 0, 0.05}).falsified, 1);
  EXPECT_EQ(resolution({4, 1, 0.05}, 0.8), infinite);
  EXPECT_EQ(resolution({8, 0, 0.05}, 0.8), 0);
}

TEST(Chance, resolution_is_where_the_probability_is_reached) {
  const Experiment of{8, 0.01, 0.05};
  const double distance = resolution(of, 0.8);
  EXPECT_NEAR(chances({0, infinite}, distance, of).held, 0.8, 1e-9);
  EXPECT_LT(chances({0, infinite}, 0.99 * distance, of).held, 0.8);
  EXPECT_LT(resolution({20, 0.01, 0.05}, 0.8), distance);
}

}  // namespace
}  // namespace membound
