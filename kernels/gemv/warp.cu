// SPDX-License-Identifier: Apache-2.0
// gemv/warp: one warp per row, coalesced scalar loads, x in shared memory.
//
// A warp owns a row; its lanes read neighbouring elements, so a load is one contiguous piece of 64
// bytes (f16) or 128 bytes (f32). The eight warps of a block share tiles of 2048 elements of x. The
// partial sums of the lanes meet in five shuffles. Limited by the number of load instructions: each
// brings little.
#include <algorithm>

#include "gemv/gemv.cuh"

namespace membound {
namespace {

constexpr int tile_width = 2048;

template <class T>
__global__ void __launch_bounds__(gemv::block_threads) warp(gemv::Matrix<T> matrix) {
  __shared__ T tile[tile_width];
  const int row = gemv::warp_row();
  const int lane = static_cast<int>(threadIdx.x);
  const int thread = static_cast<int>(threadIdx.y) * warp_size + lane;
  const T* weights =
      gemv::row_of(matrix, min(row, matrix.rows - 1));  // past the last row: any row, not stored
  float sum = 0;
  for (int begin = 0; begin < matrix.cols; begin += tile_width) {
    const int width = min(tile_width, matrix.cols - begin);
    __syncthreads();  // all warps are done with the last tile
    for (int i = thread; i < width; i += gemv::block_threads) tile[i] = matrix.x[begin + i];
    __syncthreads();
    for (int i = lane; i < width; i += warp_size) {
      sum = fmaf(gemv::as_float(weights[begin + i]), gemv::as_float(tile[i]), sum);
    }
  }
  sum = warp_sum(sum);
  if (lane == 0 && row < matrix.rows) matrix.y[row] = sum;
}

Launch bind(const Binding& binding) {
  return gemv::for_format(binding, []<class T>(const gemv::Matrix<T>& matrix) -> Launch {
    const Shape shape{blocks_for(matrix.rows, gemv::rows_per_block),
                      dim3(warp_size, gemv::rows_per_block)};
    return [=](Stream queue) { launch(queue, shape, warp<T>, matrix); };
  });
}

const Registration registration{Arm{
    .name = "gemv/warp",
    .backend = "cuda",
    .workload = "gemv",
    .formats = {"f32", "f16"},
    .summary = "one warp per row, scalar loads, x in shared memory",
    .unavailable = needs_sm80,
    .bind = bind,
}};

}  // namespace
}  // namespace membound
