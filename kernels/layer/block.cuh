// SPDX-License-Identifier: Apache-2.0
// A product of quantised weights by blocks that own a few rows each, stored as halves.
#pragma once

#include "dequant/dequant.cuh"
#include "layer/layer.hpp"
#include "linked.cuh"

namespace membound::layer {

inline constexpr int block_threads = 128;
inline constexpr int block_rows = 4;

/// The block computes `block_rows` rows; x is read and converted once for all of them.
template <class Format>
__global__ void __launch_bounds__(block_threads)
    multiply_rows(dequant::Quantised<Format> matrix, LinkedOutput<__half> output) {
  constexpr int warps = block_threads / warp_size;
  __shared__ float shares[block_rows][warps];
  const int thread = static_cast<int>(threadIdx.x);
  const int row = static_cast<int>(blockIdx.x) * block_rows;
  float sums[block_rows] = {};
  dequant::add_shares<block_threads, block_rows, 1>(matrix, row, thread, sums);
#pragma unroll
  for (int r = 0; r < block_rows; ++r) {
    const float sum = warp_sum(sums[r]);
    if (thread % warp_size == 0) shares[r][thread / warp_size] = sum;
  }
  __syncthreads();
  if (thread >= block_rows || row + thread >= matrix.rows) return;
  float sum = 0;
#pragma unroll
  for (int warp = 0; warp < warps; ++warp) sum += shares[thread][warp];
  output.store(row + thread, sum * Format::row_scale(matrix, row + thread));
}

/// The launch of one product.
template <class Format>
Launch bind_rows(const Binding& product) {
  const auto matrix = dequant::quantised<Format>(product);
  const LinkedOutput<__half> output{product.operands.get<__half>("y"), product.link->scale};
  const Shape shape{blocks_for(matrix.rows, block_rows), block_threads};
  return [=](Stream queue) { launch(queue, shape, multiply_rows<Format>, matrix, output); };
}

}  // namespace membound::layer
