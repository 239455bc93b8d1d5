// SPDX-License-Identifier: Apache-2.0
// The lesson's weights are the same in both formats, and so is what its arms are held against.
#include <vector>

#include <gtest/gtest.h>

#include "base/host_operands.hpp"

namespace membound {
namespace {

const Extents extents{{"rows", 37}, {"cols", 4096}};

TEST(Lesson, floats_are_the_bytes_times_their_scale_without_rounding) {
  const HostOperands bytes("lesson", "int8", extents, 7);
  const HostOperands floats("lesson", "f32", extents, 7);
  const auto stored = bytes.operands.elements<const std::int8_t>("weights");
  const auto scales = bytes.operands.elements<const float>("scales");
  const auto widened = floats.operands.elements<const float>("weights");
  ASSERT_EQ(stored.size(), widened.size());
  for (std::size_t i = 0; i < stored.size(); ++i) {
    const double exact = static_cast<double>(scales[i / 4096]) * stored[i];
    ASSERT_EQ(static_cast<double>(widened[i]), exact) << "weight " << i;
  }
}

TEST(Lesson, both_formats_have_one_reference_bit_for_bit) {
  const std::vector<double> bytes = HostOperands("lesson", "int8", extents, 7).reference();
  EXPECT_EQ(bytes, HostOperands("lesson", "f32", extents, 7).reference());
  EXPECT_NE(bytes, HostOperands("lesson", "f32", extents, 8).reference());
}

TEST(Lesson, reference_is_the_product_of_the_stored_values) {
  const HostOperands data("lesson", "int8", {{"rows", 2}, {"cols", 32}}, 7);
  const auto stored = data.operands.elements<const std::int8_t>("weights");
  const auto scales = data.operands.elements<const float>("scales");
  const auto x = data.operands.elements<const float>("x");
  const std::vector<double> y = data.reference();
  for (std::size_t r = 0; r < 2; ++r) {
    double sum = 0;
    for (std::size_t c = 0; c < 32; ++c)
      sum += stored[32 * r + c] * static_cast<double>(scales[r]) * static_cast<double>(x[c]);
    EXPECT_NEAR(y[r], sum, 1e-13);
  }
}

}  // namespace
}  // namespace membound
