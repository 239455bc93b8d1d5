// SPDX-License-Identifier: Apache-2.0
#include "dequant/quantise.hpp"

#include <array>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "half.hpp"

namespace membound {
namespace {

std::vector<double> uniform_values(std::size_t count) {
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = uniform(11, i, -1, 1);
  return values;
}

int nibble(std::span<const std::uint8_t> stored, std::size_t column) {
  return (column % 2 == 0 ? stored[column / 2] & 15 : stored[column / 2] >> 4) - 8;
}

TEST(Quantise, q8_rounds_half_away_from_zero) {
  const std::array<double, 8> row{127, -127, 0.5, -0.5, 1.5, -1.5, 0.49, std::nextafter(0.5, 0.0)};
  std::array<std::int8_t, 8> stored{};
  EXPECT_EQ(quantise_q8(row, stored), 1.0F);
  EXPECT_EQ(stored, (std::array<std::int8_t, 8>{127, -127, 1, -1, 2, -2, 0, 0}));
}

TEST(Quantise, q4_puts_the_even_column_in_the_low_four_bits) {
  std::vector<double> group(q4_group, 0.0);
  group[0] = 7;
  group[1] = -7;
  group[2] = 2.5;
  group[3] = -2.5;
  std::vector<std::uint8_t> stored(q4_group / 2);
  EXPECT_EQ(quantise_q4(group, stored), half_from(1.0));
  EXPECT_EQ(stored[0], 0x1f);
  EXPECT_EQ(stored[1], 0x5b);
  EXPECT_EQ(stored[2], 0x88);
}

TEST(Quantise, q4_divides_by_the_scale_before_it_is_rounded_to_a_half) {
  std::vector<double> group(q4_group, 0.0);
  group[0] = 7 * (1 + 0x1p-12);  // the scale rounds down to 1
  group[1] = 1.5;  // a tie if divided by 1, below the tie if divided by the scale itself
  std::vector<std::uint8_t> stored(q4_group / 2);
  EXPECT_EQ(quantise_q4(group, stored), half_from(1.0));
  EXPECT_EQ(nibble(stored, 0), 7);
  EXPECT_EQ(nibble(stored, 1), 1);
}

TEST(Quantise, keeps_a_row_of_zeros) {
  const std::vector<double> zeros(q4_group, 0.0);
  std::vector<std::int8_t> bytes(q4_group, 1);
  std::vector<std::uint8_t> nibbles(q4_group / 2);
  EXPECT_EQ(quantise_q8(zeros, bytes), 0.0F);
  EXPECT_EQ(quantise_q4(zeros, nibbles), 0);
  EXPECT_EQ(bytes, std::vector<std::int8_t>(q4_group, 0));
  EXPECT_EQ(nibbles, std::vector<std::uint8_t>(q4_group / 2, 0x88));
}

// A step of s makes a uniform error of rms s / sqrt(12): 1/127 and nearly 1/7 for values in [-1,
// 1).
TEST(Quantise, q8_of_uniform_weights_has_the_rmse_of_its_step) {
  const std::vector<double> row = uniform_values(1 << 16);
  std::vector<std::int8_t> stored(row.size());
  const double scale = static_cast<double>(quantise_q8(row, stored));
  double squares = 0;
  for (std::size_t c = 0; c < row.size(); ++c) squares += std::pow(row[c] - scale * stored[c], 2);
  EXPECT_NEAR(std::sqrt(squares / static_cast<double>(row.size())), 2.27e-3, 0.02e-3);
}

TEST(Quantise, q4_of_uniform_weights_has_the_rmse_of_its_step) {
  const std::vector<double> values = uniform_values(1 << 16);
  std::vector<std::uint8_t> stored(q4_group / 2);
  double squares = 0;
  for (std::size_t first = 0; first < values.size(); first += q4_group) {
    const auto group = std::span(values).subspan(first, q4_group);
    const double scale = static_cast<double>(float_from_half(quantise_q4(group, stored)));
    for (std::size_t c = 0; c < group.size(); ++c)
      squares += std::pow(group[c] - scale * nibble(stored, c), 2);
  }
  EXPECT_NEAR(std::sqrt(squares / static_cast<double>(values.size())), 4.08e-2, 0.04e-2);
}

}  // namespace
}  // namespace membound
