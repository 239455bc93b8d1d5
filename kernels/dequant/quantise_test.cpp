// SPDX-License-Identifier: Apache-2.0
#include "dequant/quantise.hpp"

#include <array>
#include <cmath>
#include <functional>
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

/// Mean square of the errors of rows of 4096 uniform weights, over their groups, and its standard
/// error.
struct MeanSquare {
  double mean = 0;
  double error = 0;
};

/// `error_of` gives the sum of the squared errors of one group of `columns` weights.
MeanSquare mean_square(std::size_t columns,
                       const std::function<double(std::span<const double>)>& error_of) {
  const std::vector<double> weights = uniform_values(64 * 4096);
  std::vector<double> groups;
  for (std::size_t first = 0; first < weights.size(); first += columns)
    groups.push_back(error_of(std::span(weights).subspan(first, columns)) /
                     static_cast<double>(columns));
  const auto count = static_cast<double>(groups.size());
  MeanSquare out;
  for (const double one : groups) out.mean += one / count;
  for (const double one : groups) out.error += std::pow(one - out.mean, 2) / (count * (count - 1));
  out.error = std::sqrt(out.error);
  return out;
}

/// Of a group of n weights, uniform in [-1, 1), the largest is exact. The others are uniform up to
/// it, with a step of it over `levels` and so an error of step / sqrt(12); its square has the mean
/// n / (n + 2).
double expected_rmse(double n, double levels) {
  return std::sqrt((n - 1) / (12 * (n + 2))) / levels;
}

/// Within five standard errors, which must be small.
void expect_rmse(const MeanSquare& found, double expected) {
  const double rmse = std::sqrt(found.mean);
  EXPECT_NEAR(rmse, expected, 5 * found.error / (2 * rmse));
  EXPECT_LT(found.error, 0.005 * found.mean) << "too few weights to say anything";
}

TEST(Quantise, q8_of_uniform_weights_has_the_published_rmse) {
  std::vector<std::int8_t> stored(4096);
  const MeanSquare found = mean_square(stored.size(), [&](std::span<const double> row) {
    const double scale = static_cast<double>(quantise_q8(row, stored));
    double squares = 0;
    for (std::size_t c = 0; c < row.size(); ++c) squares += std::pow(row[c] - scale * stored[c], 2);
    return squares;
  });
  expect_rmse(found, expected_rmse(4096, 127));
  EXPECT_NEAR(expected_rmse(4096, 127), 2.27e-3, 0.005e-3) << "to the digits published";
}

TEST(Quantise, q4_of_uniform_weights_has_the_published_rmse) {
  std::vector<std::uint8_t> stored(q4_group / 2);
  const MeanSquare found = mean_square(q4_group, [&](std::span<const double> group) {
    const double scale = static_cast<double>(float_from_half(quantise_q4(group, stored)));
    double squares = 0;
    for (std::size_t c = 0; c < group.size(); ++c)
      squares += std::pow(group[c] - scale * nibble(stored, c), 2);
    return squares;
  });
  expect_rmse(found, expected_rmse(q4_group, 7));
  EXPECT_NEAR(expected_rmse(q4_group, 7), 4.08e-2, 0.005e-2) << "to the digits published";
}

}  // namespace
}  // namespace membound
