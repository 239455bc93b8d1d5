// SPDX-License-Identifier: Apache-2.0
// lesson/int8: as lesson/f32, one byte per load, and the scale of the row once per warp.
//
// For 32 columns of a row a warp requests one sector of weights and four of x, and for a row one of
// its scale. The weights are a quarter of the sectors, all requests together little less than two
// thirds. A conversion per weight comes on top.
#include "lesson/lesson.cuh"

namespace membound {
namespace {

__global__ void __launch_bounds__(lesson::block_threads)
    int8(lesson::Matrix<std::int8_t> matrix, const float* scales) {
  const float sum = lesson::tree_sum(lesson::share(matrix) * __ldg(scales + blockIdx.x));
  if (threadIdx.x == 0) matrix.y[blockIdx.x] = sum;
}

Launch bind(const Binding& binding) {
  const auto matrix = lesson::matrix<std::int8_t>(binding);
  const auto* const scales = binding.operands.get<const float>("scales");
  const Shape shape{blocks_for(matrix.rows, 1), dim3(lesson::block_threads)};
  return [=](Stream queue) { launch(queue, shape, int8, matrix, scales); };
}

const Registration registration{Arm{
    .name = "lesson/int8",
    .backend = "cuda",
    .workload = "lesson",
    .formats = {"int8"},
    .summary = "one block per row, one byte per load, the row's scale once per warp",
    .unavailable = needs_sm80,
    .bind = bind,
}};

}  // namespace
}  // namespace membound
