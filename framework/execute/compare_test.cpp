// SPDX-License-Identifier: Apache-2.0
#include "execute/compare.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
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

TEST(Compare, finds_poison_wherever_it_is_but_not_where_every_pattern_is_a_result) {
  const auto error = [](Element type, std::size_t at, ErrorMetric metric) {
    const auto size = static_cast<std::size_t>(size_of(type));
    std::vector<std::byte> out(1000 * size);
    std::fill_n(out.begin() + static_cast<std::ptrdiff_t>(at * size), size, poison);
    std::vector<double> reference(1000, 0.0);
    const Operand y{"y", type, {1000}, Access::write};
    reference[at] = values_of(y, out)[at];
    return largest_error(y, out, reference, {metric, 1, 0});
  };
  for (const Element type : {Element::f32, Element::f16, Element::bf16, Element::i8, Element::u8}) {
    for (const std::size_t at : {0U, 255U, 256U, 999U}) {
      EXPECT_TRUE(std::isinf(error(type, at, ErrorMetric::scaled_absolute))) << at;
      EXPECT_TRUE(std::isinf(error(type, at, ErrorMetric::floored_relative))) << at;
      EXPECT_EQ(error(type, at, ErrorMetric::exact), 0) << at;
    }
  }
}

TEST(Compare, reads_every_type_of_element) {
  const std::vector<std::byte> bytes{std::byte{0x80}, std::byte{0xc0}, std::byte{0x7f},
                                     std::byte{0x3f}};
  const auto values = [&](Element type) {
    return values_of({"y", type, {4 / size_of(type)}, Access::write}, bytes);
  };
  EXPECT_EQ(values(Element::i8), (std::vector<double>{-128, -64, 127, 63}));
  EXPECT_EQ(values(Element::u8), (std::vector<double>{128, 192, 127, 63}));
  EXPECT_EQ(values(Element::bf16), (std::vector<double>{-4, 0.99609375}));
  EXPECT_EQ(values(Element::u32), (std::vector<double>{0x3f7fc080}));
  EXPECT_EQ(values(Element::f32), (std::vector<double>{std::bit_cast<float>(0x3f7fc080)}));
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
