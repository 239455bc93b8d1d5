// SPDX-License-Identifier: Apache-2.0
// Three sweeps over every row: the largest value, the sum of the exponentials, the quotients.
//
// A thread owns a contiguous stripe of rows. A row that fits in a cache comes from memory once and
// not three times, so what limits it is arithmetic: two calls of std::exp per element, one element
// at a time.
#include <algorithm>
#include <cmath>

#include "cpu_launch.hpp"
#include "half.hpp"

namespace membound {
namespace {

void softmax_row(const std::uint16_t* x, std::uint16_t* y, std::int64_t cols) {
  float largest = -INFINITY;
  for (std::int64_t c = 0; c < cols; ++c) largest = std::max(largest, float_from_half(x[c]));
  float sum = 0;
  for (std::int64_t c = 0; c < cols; ++c) sum += std::exp(float_from_half(x[c]) - largest);
  for (std::int64_t c = 0; c < cols; ++c) {
    y[c] = half_from(static_cast<double>(std::exp(float_from_half(x[c]) - largest) / sum));
  }
}

Launch bind(const Binding& binding) {
  const auto* const x = binding.operands.get<const std::uint16_t>("x");
  auto* const y = binding.operands.get<std::uint16_t>("y");
  const std::int64_t cols = binding.extents.at("cols");
  return on_stripes(binding.extents.at("rows"), [=](std::int64_t begin, std::int64_t end) {
    for (std::int64_t row = begin; row < end; ++row)
      softmax_row(x + row * cols, y + row * cols, cols);
  });
}

const Registration cpu_naive{Arm{
    .name = "softmax/cpu_naive",
    .backend = "cpu",
    .workload = "softmax",
    .formats = {"f16"},
    .summary = "three sweeps, std::exp twice per element",
    .bind = bind,
}};

}  // namespace
}  // namespace membound
