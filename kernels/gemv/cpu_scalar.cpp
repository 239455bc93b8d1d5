// SPDX-License-Identifier: Apache-2.0
// One thread, one running sum: the loop of a textbook, and the baseline.
//
// A row is read in order, but every addition waits for the one before it. What limits it: the
// latency of an addition, four cycles or so for every two or four bytes of weights; memory is idle
// most of the time.
#include "cpu_dot.hpp"

namespace membound {
namespace {

template <class T>
Launch bind_for(const Binding& binding) {
  const auto* const weights = binding.operands.get<const T>("weights");
  const auto* const x = binding.operands.get<const T>("x");
  auto* const y = binding.operands.get<float>("y");
  const std::int64_t rows = binding.extents.at("rows");
  const std::int64_t cols = binding.extents.at("cols");
  return [=](Stream) {  // the thread that launches is rank 0 of the team
    for (std::int64_t r = 0; r < rows; ++r) {
      float sum = 0;
      for (std::int64_t c = 0; c < cols; ++c) sum += widened(weights[r * cols + c]) * widened(x[c]);
      y[r] = sum;
    }
  };
}

Launch bind(const Binding& binding) {
  return binding.format == "f32" ? bind_for<float>(binding) : bind_for<std::uint16_t>(binding);
}

const Registration cpu_scalar{Arm{
    .name = "gemv/cpu_scalar",
    .backend = "cpu",
    .workload = "gemv",
    .formats = {"f16", "f32"},
    .summary = "one thread, one running sum",
    .bind = bind,
}};

}  // namespace
}  // namespace membound
