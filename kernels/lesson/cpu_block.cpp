// SPDX-License-Identifier: Apache-2.0
// lesson/cpu_block: the 256 shares of a row and the sum of them by halving, in one thread.
//
// The same additions in the same order as the block of the GPU. What limits it: one core, which
// converts and adds as many columns at a time as its vectors hold.
#include <algorithm>
#include <array>

#include "membound/arm.hpp"

namespace membound {
namespace {

constexpr std::int64_t threads = 256;
using Shares = std::array<float, threads>;

template <class T>
Shares shares_of(const T* weights, const float* x, std::int64_t cols) {
  Shares shares{};
  for (std::int64_t begin = 0; begin < cols; begin += threads) {
    const std::int64_t count = std::min(threads, cols - begin);
    for (std::int64_t t = 0; t < count; ++t)
      shares[static_cast<std::size_t>(t)] += static_cast<float>(weights[begin + t]) * x[begin + t];
  }
  return shares;
}

float tree_sum(Shares shares) {
  for (std::size_t half = shares.size() / 2; half > 0; half /= 2) {
    for (std::size_t t = 0; t < half; ++t) shares[t] += shares[t + half];
  }
  return shares[0];
}

/// `scales` is nullptr where the weights need none.
template <class T>
Launch bind_for(const Binding& binding, const float* scales) {
  const auto* const weights = binding.operands.get<const T>("weights");
  const auto* const x = binding.operands.get<const float>("x");
  auto* const y = binding.operands.get<float>("y");
  const std::int64_t rows = binding.extents.at("rows");
  const std::int64_t cols = binding.extents.at("cols");
  return [=](Stream) {  // the thread that launches is rank 0 of the team
    for (std::int64_t r = 0; r < rows; ++r) {
      Shares shares = shares_of(weights + r * cols, x, cols);
      if (scales != nullptr) std::ranges::for_each(shares, [=](float& s) { s *= scales[r]; });
      y[r] = tree_sum(shares);
    }
  };
}

Launch bind(const Binding& binding) {
  if (binding.format == "f32") return bind_for<float>(binding, nullptr);
  return bind_for<std::int8_t>(binding, binding.operands.get<const float>("scales"));
}

const Registration cpu_block{Arm{
    .name = "lesson/cpu_block",
    .backend = "cpu",
    .workload = "lesson",
    .formats = {"f32", "int8"},
    .summary = "one thread, 256 running sums, added up by halving",
    .bind = bind,
}};

}  // namespace
}  // namespace membound
