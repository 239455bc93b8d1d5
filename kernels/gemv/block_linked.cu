// SPDX-License-Identifier: Apache-2.0
// gemv/block_linked: one block per row as a link of a chain, without overlap.
//
// gemv/block with the output stored as the next input: what a chain costs when every launch begins
// after the one before it has ended. Limited by memory and by that gap.
#include "gemv/gemv.cuh"
#include "linked.cuh"

namespace membound {
namespace {

constexpr int threads = 256;

template <class T, class Stored>
__global__ void __launch_bounds__(threads, resident_threads / threads)
    block_linked(gemv::Matrix<T> matrix, LinkedOutput<Stored> output) {
  const int row = static_cast<int>(blockIdx.x);
  const float sum =
      block_sum<threads>(gemv::partial_dot<threads>(matrix, row, static_cast<int>(threadIdx.x)));
  if (threadIdx.x == 0) output.store(row, sum);
}

Launch bind(const Binding& binding) {
  return gemv::for_format(binding, [&]<class T>(const gemv::Matrix<T>& matrix) {
    const Shape shape{blocks_for(matrix.rows, 1), threads};
    return for_output(binding, [&]<class Stored>(const LinkedOutput<Stored>& output) -> Launch {
      return [=](Stream queue) { launch(queue, shape, block_linked<T, Stored>, matrix, output); };
    });
  });
}

const Registration registration{Arm{
    .name = "gemv/block_linked",
    .backend = "cuda",
    .workload = "gemv",
    .formats = {"f32", "f16"},
    .summary = "one block per row, output stored as the next input",
    .chains = true,
    .unavailable = needs_sm80,
    .bind = bind,
}};

}  // namespace
}  // namespace membound
