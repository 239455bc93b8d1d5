// SPDX-License-Identifier: Apache-2.0
// lesson/f32: one block per row, one float per load.
//
// 256 threads share a row by columns and add their shares up in shared memory. For 32 columns of a
// row a warp requests four sectors of weights and four of x: every row reads x again, from the
// caches, which a count of requests does not see.
#include "lesson/lesson.cuh"

namespace membound {
namespace {

__global__ void __launch_bounds__(lesson::block_threads) f32(lesson::Matrix<float> matrix) {
  const float sum = lesson::tree_sum(lesson::share(matrix));
  if (threadIdx.x == 0) matrix.y[blockIdx.x] = sum;
}

Launch bind(const Binding& binding) {
  const auto matrix = lesson::matrix<float>(binding);
  const Shape shape{blocks_for(matrix.rows, 1), dim3(lesson::block_threads)};
  return [=](Stream queue) { launch(queue, shape, f32, matrix); };
}

const Registration registration{Arm{
    .name = "lesson/f32",
    .backend = "cuda",
    .workload = "lesson",
    .formats = {"f32"},
    .summary = "one block per row, one float per load, summed in shared memory",
    .unavailable = needs_sm80,
    .bind = bind,
}};

}  // namespace
}  // namespace membound
