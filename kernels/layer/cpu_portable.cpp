// SPDX-License-Identifier: Apache-2.0
// All formats in plain C++: stripes of rows, one product after the other.
//
// A row is widened to f32 as it is multiplied, into eight sums that the compiler may add as one
// vector. Threads meet between the products. What limits it: arithmetic.
#include "cpu_launch.hpp"
#include "cpu_scratch.hpp"
#include "dequant/quantise.hpp"
#include "half.hpp"
#include "layer/layer.hpp"

namespace membound {
namespace {

constexpr int lanes = 8;

/// Sum of value(c) * x[c] over `count` columns, a multiple of 8.
template <class Value>
float dot(Value value, const float* x, std::int64_t count) {
  float sums[lanes] = {};
  for (std::int64_t c = 0; c < count; c += lanes) {
    for (int lane = 0; lane < lanes; ++lane) sums[lane] += value(c + lane) * x[c + lane];
  }
  float total = 0;
  for (const float sum : sums) total += sum;
  return total;
}

struct Halves {
  const std::uint16_t* weights;

  float row(std::int64_t r, const float* x, std::int64_t cols) const {
    const std::uint16_t* const stored = weights + r * cols;
    return dot([=](std::int64_t c) { return float_from_half(stored[c]); }, x, cols);
  }
};

struct Octets {
  const std::int8_t* weights;
  const float* scales;

  float row(std::int64_t r, const float* x, std::int64_t cols) const {
    const std::int8_t* const stored = weights + r * cols;
    return scales[r] * dot([=](std::int64_t c) { return static_cast<float>(stored[c]); }, x, cols);
  }
};

struct Nibbles {
  const std::uint8_t* weights;
  const std::uint16_t* scales;

  float row(std::int64_t r, const float* x, std::int64_t cols) const {
    float total = 0;
    for (std::int64_t g = 0; g < cols / q4_group; ++g) {
      const std::int64_t group = r * (cols / q4_group) + g;
      const std::uint8_t* const stored = weights + group * (q4_group / 2);
      const auto value = [=](std::int64_t c) {
        return static_cast<float>(((stored[c / 2] >> (c % 2 * 4)) & 15) - 8);
      };
      total += float_from_half(scales[group]) * dot(value, x + g * q4_group, q4_group);
    }
    return total;
  }
};

template <class Weights>
Launch multiply(const Binding& product, Weights weights) {
  const auto* const x = product.operands.get<const std::uint16_t>("x");
  auto* const y = product.operands.get<std::uint16_t>("y");
  const std::int64_t cols = product.extents.at("cols");
  return on_stripes(product.extents.at("rows"), [=](std::int64_t begin, std::int64_t end) {
    float* const wide = scratch(cols);
    for (std::int64_t c = 0; c < cols; ++c) wide[c] = float_from_half(x[c]);
    for (std::int64_t r = begin; r < end; ++r)
      y[r] = half_from(static_cast<double>(weights.row(r, wide, cols)));
  });
}

Launch bind_product(const Binding& product) {
  const Operands& operands = product.operands;
  if (product.format == "q8")
    return multiply(product, Octets{operands.get<const std::int8_t>("weights"),
                                    operands.get<const float>("scales")});
  if (product.format == "q4")
    return multiply(product, Nibbles{operands.get<const std::uint8_t>("weights"),
                                     operands.get<const std::uint16_t>("scales")});
  return multiply(product, Halves{operands.get<const std::uint16_t>("weights")});
}

const Registration registration{Arm{
    .name = "layer/cpu_portable",
    .backend = "cpu",
    .workload = "layer",
    .formats = {"f16", "q8", "q4"},
    .summary = "stripes of rows in plain C++, threads meet between the products",
    .chains = true,
    .bind = [](const Binding& binding) { return layer::in_turn(binding, bind_product); },
}};

}  // namespace
}  // namespace membound
