// SPDX-License-Identifier: Apache-2.0
// Tests of the forecast of further units.
#include "stats/power.hpp"

#include <gtest/gtest.h>

namespace membound {
namespace {

TEST(UnitsForInterval, is_five_at_five_percent_and_grows_as_the_tail_shrinks) {
  EXPECT_EQ(units_for_interval(0.05), 5);
  EXPECT_EQ(units_for_interval(0.05 / 3), 6);
  EXPECT_EQ(units_for_interval(0.001), 10);
}

TEST(MoreUnits, asks_for_the_first_size_whose_expected_interval_decides) {
  // At 6 and 7 units the interval is from 1st to last; of 8 units it is from 2nd to 7th, which lie
  // at ranks 2/9 * 6 = 4/3 and 14/3 of the five present ones: 1 + 1/3 and 4 + 2/3.
  const std::vector<double> units{5, 3, 1, 4, 2};
  const auto inside = [](double low, double high) {
    return [low, high](const Interval& i) { return low <= i.low && i.high <= high; };
  };
  EXPECT_EQ(more_units(units, 0.05, inside(1.33, 4.67)), 3);
  EXPECT_EQ(more_units(units, 0.05, inside(1.34, 4.66)), 6);  // of 11 from 3rd: 3/12 * 6 = 1.5
}

TEST(MoreUnits, brings_too_few_units_to_where_an_interval_begins) {
  const auto always = [](const Interval&) { return true; };
  EXPECT_EQ(more_units({1, 2, 3}, 0.05, always), 2);
  EXPECT_EQ(more_units({1, 2, 3}, 0.05 / 3, always), 3);
}

TEST(MoreUnits, is_absent_when_the_median_itself_lies_on_the_bound) {
  EXPECT_EQ(more_units({1, 2, 3, 4, 5}, 0.05, [](const Interval& i) { return i.high < 3; }),
            std::nullopt);
}

TEST(MoreUnits, is_absent_when_one_unit_tells_no_spread) {
  EXPECT_EQ(more_units({1}, 0.05, [](const Interval&) { return true; }), std::nullopt);
}

}  // namespace
}  // namespace membound
