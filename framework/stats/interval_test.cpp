// SPDX-License-Identifier: Apache-2.0
// Tests of the order-statistic interval against exact ranks.
#include "stats/interval.hpp"

#include <gtest/gtest.h>

#include <array>

namespace membound {
namespace {

constexpr std::array sizes{5, 6, 7, 8, 10, 12, 16, 20, 30, 40, 60, 80, 120, 200};

TEST(IntervalRank, equals_the_exact_table_at_five_percent_per_tail) {
  constexpr std::array ranks{1, 1, 1, 2, 2, 3, 5, 6, 11, 15, 24, 33, 51, 88};
  for (std::size_t i = 0; i < sizes.size(); ++i)
    EXPECT_EQ(interval_rank(sizes[i], 0.05), ranks[i]) << sizes[i];
}

TEST(IntervalRank, equals_the_exact_table_for_three_looks) {
  constexpr std::array ranks{0, 1, 1, 1, 2, 2, 4, 5, 9, 13, 22, 31, 48, 85};
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    EXPECT_EQ(interval_rank(sizes[i], 0.05 / 3), ranks[i]) << sizes[i];
  }
}

TEST(IntervalRank, includes_a_probability_that_equals_the_tail) {
  EXPECT_EQ(interval_rank(5, 1.0 / 32), 1);  // P(Bin(5) <= 0) = 1/32
  EXPECT_EQ(interval_rank(5, 0.99 / 32), 0);
  EXPECT_EQ(interval_rank(8, 9.0 / 256), 2);  // P(Bin(8) <= 1) = 9/256
  EXPECT_EQ(interval_rank(8, 8.9 / 256), 1);
  EXPECT_EQ(interval_rank(13, 378.0 / 8192), 4);  // P(Bin(13) <= 3) = (1 + 13 + 78 + 286) / 8192
  EXPECT_EQ(interval_rank(13, 377.0 / 8192), 3);
}

TEST(IntervalRank, is_none_below_five_units_even_for_a_wide_tail) {
  for (int n = 0; n < 5; ++n) EXPECT_EQ(interval_rank(n, 0.3), 0) << n;
  EXPECT_EQ(interval_rank(5, 0.3), 2);
}

TEST(IntervalRank, never_crosses_the_middle) {
  EXPECT_EQ(interval_rank(6, 0.9), 3);
  EXPECT_EQ(interval_rank(7, 0.9), 4);
}

TEST(IntervalRank, stays_exact_where_binomial_coefficients_exceed_a_double) {
  // l is near (n + 1 - z sqrt(n)) / 2 with z = 1.644854 for 5 %.
  EXPECT_NEAR(interval_rank(2000, 0.05), (2001 - 1.644854 * 44.72136) / 2, 1);
  EXPECT_NEAR(interval_rank(10000, 0.05), (10001 - 164.4854) / 2, 1);
}

TEST(MedianInterval, takes_the_ranks_from_both_ends) {
  EXPECT_EQ(median_interval({3, 1, 5, 2, 4}, 0.05), (Interval{1, 5}));
  EXPECT_EQ(median_interval({8, 7, 6, 5, 4, 3, 2, 1}, 0.05), (Interval{2, 7}));
  EXPECT_EQ(median_interval({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, 0.05), (Interval{3, 10}));
}

TEST(MedianInterval, is_absent_when_the_units_are_too_few) {
  EXPECT_EQ(median_interval({1, 2, 3, 4}, 0.05), std::nullopt);
  EXPECT_EQ(median_interval({1, 2, 3, 4, 5}, 0.01), std::nullopt);
}

}  // namespace
}  // namespace membound
