// SPDX-License-Identifier: Apache-2.0
#include "execute/compare.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace membound {
namespace {

std::vector<std::byte> bytes_of(const std::vector<float>& values) {
  const auto bytes = std::as_bytes(std::span(values));
  return {bytes.begin(), bytes.end()};
}

double error_of(const std::vector<float>& out, const std::vector<double>& ref,
                const ErrorRule& rule) {
  const Operand y{"y", Element::f32, {static_cast<std::int64_t>(out.size())}, Access::write};
  return largest_error(y, bytes_of(out), ref, rule);
}

constexpr ErrorRule scaled{ErrorMetric::scaled_absolute, 1, 1e-3};
constexpr ErrorRule relative{ErrorMetric::floored_relative, 1e-4, 5e-2};

TEST(Compare, scales_an_error_by_the_reference_plus_its_floor) {
  EXPECT_DOUBLE_EQ(error_of({3.5F}, {3.0}, scaled), 0.125);
}

TEST(Compare, takes_the_floor_where_the_reference_is_smaller) {
  EXPECT_NEAR(error_of({2e-5F}, {1e-5}, relative), 0.1, 1e-6);
  EXPECT_NEAR(error_of({1.5F}, {1.0}, relative), 0.5, 1e-12);
}

TEST(Compare, finds_the_largest_error_wherever_it_is) {
  std::vector<float> out(200000, 1.0F);
  const std::vector<double> ref(200000, 1.0);
  EXPECT_EQ(error_of(out, ref, scaled), 0);
  for (const std::size_t at : {std::size_t{0}, std::size_t{99999}, std::size_t{199999}}) {
    out.assign(200000, 1.0F);
    out[at] = 2.0F;
    EXPECT_DOUBLE_EQ(error_of(out, ref, scaled), 0.5) << at;
  }
}

TEST(Compare, never_passes_what_is_not_a_number) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_FALSE(within(error_of({1.0F, nan, 1.0F}, {1, 1, 1}, scaled), 1e300));
  EXPECT_FALSE(within(error_of({1.0F}, {std::nan("")}, scaled), 1e300));
  EXPECT_FALSE(within(error_of({std::numeric_limits<float>::infinity()}, {1}, scaled), 1e300));
}

TEST(Compare, an_element_left_poisoned_is_an_infinite_error) {
  std::vector<std::byte> out = bytes_of({1.0F, 1.0F});
  std::fill(out.begin() + 4, out.end(), poison);
  const Operand y{"y", Element::f32, {2}, Access::write};
  EXPECT_TRUE(std::isinf(largest_error(y, out, {1, 1}, scaled)));
}

TEST(Compare, reads_half_precision_exactly) {
  const std::vector<std::uint16_t> halves{0x3c00, 0xc000, 0x0001, 0x7bff};
  const auto bytes = std::as_bytes(std::span(halves));
  const Operand y{"y", Element::f16, {4}, Access::write};
  EXPECT_EQ(largest_error(y, bytes, {1, -2, std::ldexp(1.0, -24), 65504}, scaled), 0);
}

TEST(Compare, a_witness_is_right_when_its_written_entries_add_up) {
  const Operand sums{"partial_sums", Element::u32, {3}, Access::witness};
  std::vector<std::uint32_t> entries{0xffffffffU, 3, 0xfbfbfbfbU};
  const auto bytes = std::as_bytes(std::span(entries));
  EXPECT_EQ(largest_error(sums, bytes, {2}, {}), 0);
  EXPECT_EQ(largest_error(sums, bytes, {3}, {}), 1);
}

TEST(Compare, refuses_sizes_that_disagree) {
  EXPECT_THROW(error_of({1.0F}, {1, 2}, scaled), Error);
  const Operand y{"y", Element::f32, {2}, Access::write};
  const std::vector<float> one{1};
  EXPECT_THROW(largest_error(y, std::as_bytes(std::span(one)), {1, 2}, scaled), Error);
}

TEST(Compare, an_error_that_is_not_a_number_is_infinite) {
  EXPECT_EQ(error_of({1.0F}, {std::nan("")}, scaled), std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace membound
