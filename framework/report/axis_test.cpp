// SPDX-License-Identifier: Apache-2.0
#include "report/axis.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace membound::page {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;
using testing::Pointwise;

TEST(Axis, is_absent_when_nothing_can_be_placed) {
  EXPECT_FALSE(axis_over({}, Scale::linear));
  EXPECT_FALSE(axis_over({0, -1, std::numeric_limits<double>::infinity()}, Scale::logarithmic));
}

TEST(Axis, holds_all_values_with_room_at_both_ends) {
  const auto axis = axis_over({1e3, 1e8}, Scale::logarithmic);
  ASSERT_TRUE(axis);
  EXPECT_GT(axis->place(1e3), 0.02);
  EXPECT_LT(axis->place(1e8), 0.98);
  EXPECT_LT(axis->place(1e3), axis->place(2e3));
}

TEST(Axis, equal_ratios_are_equal_lengths_on_a_logarithmic_scale) {
  const Axis axis(1, 100, Scale::logarithmic);
  EXPECT_NEAR(axis.place(10), 0.5, 1e-12);
  EXPECT_EQ(axis.place(0), 0);
  EXPECT_EQ(axis.place(1e9), 1);
}

TEST(Axis, one_value_stands_in_the_middle) {
  EXPECT_NEAR(axis_over({5}, Scale::linear)->place(5), 0.5, 1e-12);
  EXPECT_NEAR(axis_over({5}, Scale::logarithmic)->place(5), 0.5, 1e-12);
  EXPECT_NEAR(axis_over({0}, Scale::linear)->place(0), 0.5, 1e-12);
}

TEST(Axis, does_not_magnify_what_is_as_good_as_equal) {
  const auto axis = axis_over({1.0, 1.0 + 1e-9}, Scale::linear);
  EXPECT_NEAR(axis->place(1.0), axis->place(1.0 + 1e-9), 1e-3);
}

TEST(Axis, ticks_are_round_numbers) {
  const std::vector<double> narrow{27, 27.5, 28, 28.5, 29};
  EXPECT_THAT(Axis(26.9, 29.1, Scale::linear).ticks(6), Pointwise(DoubleEq(), narrow));
  const std::vector<double> decade{1, 2, 5, 10};
  EXPECT_THAT(Axis(0.9, 11, Scale::logarithmic).ticks(6), Pointwise(DoubleEq(), decade));
  const std::vector<double> wide{1e3, 1e4, 1e5, 1e6, 1e7, 1e8};
  EXPECT_THAT(Axis(900, 1.1e8, Scale::logarithmic).ticks(6), Pointwise(DoubleEq(), wide));
}

TEST(Axis, no_axis_of_any_width_has_more_than_a_dozen_ticks) {
  for (double high = 1.001; high < 1e12; high *= 1.7) {
    EXPECT_LE(Axis(1, high, Scale::logarithmic).ticks(6).size(), 12U) << high;
    EXPECT_GE(Axis(1, high, Scale::logarithmic).ticks(6).size(), 1U) << high;
    EXPECT_LE(Axis(1, high, Scale::linear).ticks(6).size(), 12U) << high;
  }
}

}  // namespace
}  // namespace membound::page
