// SPDX-License-Identifier: Apache-2.0
// projection/k_major_sum: K-major weights, 32 slices, and a second kernel that adds them up.
//
// What projection/k_major leaves undone is done here, so that its time can be compared with that of
// a library: one launch is two kernels. In the second a thread owns one element of y and adds its
// 32 partial sums, loads of a warp contiguous. They are 32 times the size of y, were written a
// moment before and come from L2; what limits it is the gap between the kernels and the latency of
// those loads.
#include "projection/k_major.cuh"

namespace membound {
namespace {

__global__ void __launch_bounds__(projection::threads)
    add_slices(const float* partials, float* y, int count) {
  const int at = static_cast<int>(blockIdx.x) * projection::threads + static_cast<int>(threadIdx.x);
  if (at >= count) return;
  float sum = 0;
#pragma unroll
  for (int slice = 0; slice < projection::device_slices; ++slice)
    sum += partials[static_cast<std::size_t>(slice) * static_cast<std::size_t>(count) +
                    static_cast<std::size_t>(at)];
  y[at] = sum;
}

Launch bind(const Binding& binding) {
  const auto* const partials = binding.operands.get<const float>("partials");
  auto* const y = binding.operands.get<float>("y");
  const int count = extent(binding, "rows") * extent(binding, "batch");
  const Shape shape{blocks_for(count, projection::threads), projection::threads};
  return [=, slices = projection::launch_slices(binding)](Stream queue) {
    slices(queue);
    launch(queue, shape, add_slices, partials, y, count);
  };
}

const Registration registration{Arm{
    .name = "projection/k_major_sum",
    .backend = "cuda",
    .workload = "projection",
    .formats = {"bf16_k", "q8_k"},
    .summary = "coalesced loads of K-major weights, 32 slices, added up by a second kernel",
    .parameters = projection::slice_parameters(),
    .extents = projection::slice_extents(),
    .unavailable = needs_sm80,
    .bind = bind,
}};

}  // namespace
}  // namespace membound
