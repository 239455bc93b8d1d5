// SPDX-License-Identifier: Apache-2.0
// Tests of the spread definitions: by hand, then on published ranges where they disagree.
#include "stats/spread.hpp"

#include <gtest/gtest.h>

namespace membound {
namespace {

TEST(Spread, follows_each_definition) {
  const std::vector<double> values{8, 20, 9, 11, 10};  // mean 11.6, median 10
  EXPECT_DOUBLE_EQ(range_over_mean(values), 12 / 11.6);
  EXPECT_DOUBLE_EQ(half_range_over_mean(values), 6 / 11.6);
  EXPECT_DOUBLE_EQ(range_over_median(values), 1.2);
  EXPECT_DOUBLE_EQ(max_over_min(values), 1.5);
}

TEST(Spread, of_fewer_than_two_values_is_zero) {
  for (const auto& values : {std::vector<double>{}, std::vector<double>{5}}) {
    EXPECT_EQ(range_over_mean(values), 0);
    EXPECT_EQ(half_range_over_mean(values), 0);
    EXPECT_EQ(range_over_median(values), 0);
    EXPECT_EQ(max_over_min(values), 0);
  }
}

// Published ranges of a vendor library's arm, in us, under a gate of 1.5 %.
TEST(Spread, of_the_vendor_arm_breaks_the_gate_by_range_and_passes_by_half_range) {
  const std::vector<double> second_round{123.0, 126.2};
  EXPECT_NEAR(range_over_mean(second_round), 0.0257, 5e-5);
  EXPECT_LT(half_range_over_mean(second_round), 0.015);
  const std::vector<double> third_round{125.1, 127.8};
  EXPECT_NEAR(range_over_mean(third_round), 0.0214, 5e-5);
  EXPECT_LT(half_range_over_mean(third_round), 0.015);
}

TEST(Spread, of_468_to_474_us_is_not_below_one_percent) {
  EXPECT_NEAR(range_over_mean({468, 474}), 0.0127, 5e-5);
}

}  // namespace
}  // namespace membound
