// SPDX-License-Identifier: Apache-2.0
#include "half.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace membound {
namespace {

/// The value of a finite half by the definition in IEEE 754.
double defined_value(std::uint16_t half) {
  const int exponent = (half >> 10) & 0x1f;
  const int fraction = half & 0x3ff;
  const double magnitude =
      exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
  return (half & 0x8000) != 0 ? -magnitude : magnitude;
}

TEST(Half, widens_every_value_exactly_and_back) {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const auto half = static_cast<std::uint16_t>(bits);
    const float wide = float_from_half(half);
    if ((bits & 0x7fff) > 0x7c00) {
      EXPECT_TRUE(std::isnan(wide)) << bits;
      EXPECT_GT(half_from(static_cast<double>(wide)) & 0x7fff, 0x7c00) << bits;
      continue;
    }
    if ((bits & 0x7fff) < 0x7c00) {
      EXPECT_EQ(static_cast<double>(wide), defined_value(half)) << bits;
    }
    EXPECT_EQ(half_from(static_cast<double>(wide)), half) << bits;
  }
}

TEST(Half, rounds_ties_to_even_and_everything_else_to_the_nearest) {
  for (std::uint16_t half = 0; half < 0x7bff; ++half) {
    const double low = defined_value(half);
    const double high = defined_value(static_cast<std::uint16_t>(half + 1));
    const double middle = (low + high) / 2;
    const auto even = static_cast<std::uint16_t>(half + (half & 1));
    EXPECT_EQ(half_from(middle), even);
    EXPECT_EQ(half_from(std::nextafter(middle, low)), half);
    EXPECT_EQ(half_from(std::nextafter(middle, high)), half + 1);
    EXPECT_EQ(half_from(-middle), 0x8000 | even);
  }
}

TEST(Half, overflows_to_infinity_at_65520) {
  EXPECT_EQ(half_from(std::nextafter(65520.0, 0.0)), 0x7bff);
  EXPECT_EQ(half_from(65520.0), 0x7c00);
  EXPECT_EQ(half_from(-std::numeric_limits<double>::infinity()), 0xfc00);
  EXPECT_EQ(half_from(std::numeric_limits<double>::max()), 0x7c00);
  EXPECT_EQ(half_from(std::numeric_limits<double>::denorm_min()), 0);
}

TEST(Half, does_not_round_twice) {
  // Through a float this value would become the tie 1 + 2^-11 and then 1; it is above the tie.
  EXPECT_EQ(half_from(1 + 0x1p-11 + 0x1p-40), 0x3c01);
}

}  // namespace
}  // namespace membound
