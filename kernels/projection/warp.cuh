// SPDX-License-Identifier: Apache-2.0
// One warp per row of W: what the formats share.
#pragma once

#include "projection/chunks.cuh"

namespace membound::projection {

inline constexpr int rows_per_block = 8;

template <class Chunk>
struct Matrix {
  const uint4* weights;
  const typename Chunk::Scale* scales;  ///< one for 32 columns; nullptr when there are none
  const uint4* x;                       ///< eight activations per vector
  float* y;
  int rows;
  int cols;
  int batch;
};

template <class Chunk>
Matrix<Chunk> matrix(const Binding& binding) {
  using Scale = typename Chunk::Scale;
  const Operands& operands = binding.operands;
  return {reinterpret_cast<const uint4*>(aligned<const std::byte>(operands, "weights")),
          Chunk::scaled ? operands.get<const Scale>("scales") : nullptr,
          reinterpret_cast<const uint4*>(aligned<const std::byte>(operands, "x")),
          operands.get<float>("y"),
          extent(binding, "rows"),
          extent(binding, "cols"),
          extent(binding, "batch")};
}

template <class Chunk>
__device__ float scale_of(const Matrix<Chunk>& matrix, int row, int chunk) {
  if constexpr (!Chunk::scaled) return 1;
  const int first = chunk * Chunk::columns / device_block;
  const int blocks = matrix.cols / device_block;
  return static_cast<float>(
      matrix.scales[static_cast<std::size_t>(row) * static_cast<std::size_t>(blocks) +
                    static_cast<std::size_t>(first)]);
}

/// Adds to `sums` the products of a chunk with the activations of every row under it; rows past the
/// batch repeat the last.
template <class Chunk, int Batch>
__device__ void multiply(const Matrix<Chunk>& matrix, uint4 loaded, float scale, int chunk,
                         float (&sums)[Batch]) {
  constexpr int parts = Chunk::columns / decoded;
  float products[Batch] = {};
#pragma unroll
  for (int part = 0; part < parts; ++part) {
    float weights[decoded];
    Chunk::decode(loaded, part, weights);
#pragma unroll
    for (int b = 0; b < Batch; ++b) {
      const int row = min(b, matrix.batch - 1) * (matrix.cols / decoded);
      const uint4 x = __ldg(matrix.x + row + chunk * parts + part);
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        const float2 pair = as_floats(word_of(x, i));
        products[b] = fmaf(weights[2 * i], pair.x, products[b]);
        products[b] = fmaf(weights[2 * i + 1], pair.y, products[b]);
      }
    }
  }
#pragma unroll
  for (int b = 0; b < Batch; ++b) sums[b] = fmaf(products[b], scale, sums[b]);
}

/// Blocks that a multiprocessor is to hold: as many as leave a thread the registers for its loads
/// and its products, 64 or 128.
constexpr int resident_blocks(int batch, int unroll) { return batch > 2 || unroll > 4 ? 2 : 4; }

/// Chunks of a row are a multiple of the lanes, so that a warp is inside or past the end as a
/// whole.
template <class Chunk, int Batch, int Unroll>
__global__ void __launch_bounds__(threads, resident_blocks(Batch, Unroll))
    multiply_by_warp(Matrix<Chunk> matrix) {
  const int row = static_cast<int>(blockIdx.x) * rows_per_block + static_cast<int>(threadIdx.y);
  if (row >= matrix.rows) return;  // the whole warp leaves
  const int chunks = matrix.cols / Chunk::columns;
  const uint4* const weights =
      matrix.weights + static_cast<std::size_t>(row) * static_cast<std::size_t>(chunks);
  float sums[Batch] = {};
#pragma unroll 1  // or the compiler would put more loads in flight than it is told
  for (int begin = static_cast<int>(threadIdx.x); begin < chunks; begin += Unroll * warp_size) {
    uint4 loaded[Unroll];
    float scales[Unroll];
#pragma unroll
    for (int i = 0; i < Unroll; ++i) {
      const int chunk = begin + i * warp_size;
      if (chunk >= chunks) break;
      loaded[i] = load_once(weights + chunk);
      scales[i] = scale_of(matrix, row, chunk);
    }
#pragma unroll
    for (int i = 0; i < Unroll; ++i) {
      const int chunk = begin + i * warp_size;
      if (chunk >= chunks) break;
      multiply(matrix, loaded[i], scales[i], chunk, sums);
    }
  }
#pragma unroll
  for (int b = 0; b < Batch; ++b) {
    const float sum = warp_sum(sums[b]);
    if (threadIdx.x == 0 && b < matrix.batch)
      matrix.y[static_cast<std::size_t>(b) * static_cast<std::size_t>(matrix.rows) +
               static_cast<std::size_t>(row)] = sum;
  }
}

/// For the smallest compiled batch that holds that of the binding; parameter `unroll` is one of
/// `Unrolls`.
template <class Chunk, int... Unrolls>
Launch bind_warps(const Binding& binding) {
  const Matrix<Chunk> operands = matrix<Chunk>(binding);
  const Shape shape{blocks_for(operands.rows, rows_per_block), dim3(warp_size, rows_per_block)};
  const int compiled = operands.batch <= 2 ? operands.batch : operands.batch <= 4 ? 4 : 8;
  return choose<1, 2, 4, 8>(compiled, [&](auto batch) {
    return choose<Unrolls...>(binding.parameters.at("unroll"), [&](auto unroll) -> Launch {
      return [=](Stream queue) {
        launch(queue, shape, multiply_by_warp<Chunk, batch.value, unroll.value>, operands);
      };
    });
  });
}

inline std::vector<ExtentRule> warp_extents() {
  return {{.name = "batch", .help = "leave the arm out of larger batches", .most = 8}};
}

}  // namespace membound::projection
