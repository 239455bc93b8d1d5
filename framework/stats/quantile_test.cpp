// SPDX-License-Identifier: Apache-2.0
// Tests of quantiles against values computed by hand.
#include "stats/quantile.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace membound {
namespace {

TEST(Median, is_the_middle_value_whatever_the_order) {
  EXPECT_EQ(median({9}), 9);
  EXPECT_EQ(median({7, 1, 3}), 3);
  EXPECT_EQ(median({1, 1000, 2, 900, 3}), 3);  // the mean would be 381.2
}

TEST(Median, is_the_mean_of_the_two_middle_values_of_an_even_number) {
  EXPECT_EQ(median({4, 1}), 2.5);
  EXPECT_EQ(median({40, 10, 1, 20}), 15);
  EXPECT_EQ(median({5, 5, 5, 5, 5, 9}), 5);
}

TEST(Median, does_not_overflow_between_two_huge_values) {
  EXPECT_EQ(median({1.7e308, 1.7e308}), 1.7e308);
}

TEST(Median, of_nothing_is_not_a_number) { EXPECT_TRUE(std::isnan(median({}))); }

TEST(Quartiles, interpolate_at_one_plus_n_minus_one_times_p) {
  EXPECT_EQ(quartiles({5, 1, 3, 2, 4}), (Quartiles{2, 4}));
  EXPECT_EQ(quartiles({1, 2, 3, 4}), (Quartiles{1.75, 3.25}));
  EXPECT_EQ(quartiles({10, 20}), (Quartiles{12.5, 17.5}));
  EXPECT_EQ(quartiles({7}), (Quartiles{7, 7}));
}

TEST(Quartiles, of_nothing_are_not_numbers) { EXPECT_TRUE(std::isnan(quartiles({}).low)); }

TEST(AtRank, counts_from_one_and_stops_at_the_extremes) {
  const std::vector<double> sorted{10, 20, 40};
  EXPECT_EQ(at_rank(sorted, 1), 10);
  EXPECT_EQ(at_rank(sorted, 2.25), 25);
  EXPECT_EQ(at_rank(sorted, 3), 40);
  EXPECT_EQ(at_rank(sorted, 0.2), 10);
  EXPECT_EQ(at_rank(sorted, 3.9), 40);
}

}  // namespace
}  // namespace membound
