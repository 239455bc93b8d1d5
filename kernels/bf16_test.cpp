// SPDX-License-Identifier: Apache-2.0
#include "bf16.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace membound {
namespace {

/// The value of a finite bfloat16 by its definition: eight bits of exponent, seven of fraction.
double defined_value(std::uint16_t bits) {
  const int exponent = (bits >> 7) & 0xff;
  const int fraction = bits & 0x7f;
  const double magnitude =
      exponent == 0 ? std::ldexp(fraction, -133) : std::ldexp(128 + fraction, exponent - 134);
  return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

TEST(Bf16, widens_every_value_exactly_and_back) {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const auto stored = static_cast<std::uint16_t>(bits);
    const auto wide = static_cast<double>(float_from_bf16(stored));
    if ((bits & 0x7fff) > 0x7f80) {
      EXPECT_TRUE(std::isnan(wide)) << bits;
      EXPECT_GT(bf16_from(wide) & 0x7fff, 0x7f80) << bits;
      continue;
    }
    if ((bits & 0x7fff) < 0x7f80) {
      EXPECT_EQ(wide, defined_value(stored)) << bits;
    }
    EXPECT_EQ(bf16_from(wide), stored) << bits;
  }
}

TEST(Bf16, rounds_ties_to_even_and_everything_else_to_the_nearest) {
  for (std::uint16_t bits = 0; bits < 0x7f7f; ++bits) {
    const double low = defined_value(bits);
    const double high = defined_value(static_cast<std::uint16_t>(bits + 1));
    const double middle = (low + high) / 2;
    const auto even = static_cast<std::uint16_t>(bits + (bits & 1));
    EXPECT_EQ(bf16_from(middle), even);
    EXPECT_EQ(bf16_from(std::nextafter(middle, low)), bits);
    EXPECT_EQ(bf16_from(std::nextafter(middle, high)), bits + 1);
    EXPECT_EQ(bf16_from(-middle), 0x8000 | even);
  }
}

TEST(Bf16, overflows_to_infinity_half_a_step_above_the_largest) {
  EXPECT_EQ(bf16_from(std::nextafter(0x1.ffp127, 0.0)), 0x7f7f);
  EXPECT_EQ(bf16_from(0x1.ffp127), 0x7f80);
  EXPECT_EQ(bf16_from(-std::numeric_limits<double>::max()), 0xff80);
  EXPECT_EQ(bf16_from(std::numeric_limits<double>::denorm_min()), 0);
}

TEST(Bf16, does_not_round_twice) {
  // Through a float this value would become the tie 1 + 2^-8 and then 1; it is above the tie.
  EXPECT_EQ(bf16_from(1 + 0x1p-8 + 0x1p-40), 0x3f81);
}

}  // namespace
}  // namespace membound
