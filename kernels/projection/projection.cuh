// SPDX-License-Identifier: Apache-2.0
// What the kernels of partial sums share: the operands, how a stored weight becomes a float,
// vectors of elements, and the slice of the activations that a block keeps in shared memory.
#pragma once

#include <algorithm>

#include "cuda.cuh"
#include "projection/format.hpp"

namespace membound::projection {

inline constexpr int threads = 256;  ///< of a block
inline constexpr int staged = 128;   ///< columns of x in shared memory: a slice of 4096 columns
inline constexpr int device_slices = static_cast<int>(slices);
inline constexpr int device_block = static_cast<int>(block);

/// `Count` elements that are loaded or stored together, 16 bytes at a time.
template <class T, int Count>
struct alignas(sizeof(T) * Count < 16 ? sizeof(T) * Count : 16) Vector {
  T values[Count];
};

/// The value of a bfloat16.
__device__ inline float as_float(std::uint16_t bits) {
  return __uint_as_float(std::uint32_t{bits} << 16);
}

struct Bf16 {
  using Stored = std::uint16_t;
  static constexpr bool scaled = false;
  static constexpr int together = 8;  ///< weights that one thread of the native kernel loads
  static __device__ float value(Stored stored) { return as_float(stored); }
};

/// 8-bit weights with a float scale for each block of 32.
struct Q8 {
  using Stored = std::int8_t;
  static constexpr bool scaled = true;
  static constexpr int together = 32;
  static __device__ float value(Stored stored) { return static_cast<float>(stored); }
};

/// Sums over the slices: partials[slice][row of x][row of W].
template <class Weight>
struct Task {
  const typename Weight::Stored* weights;
  const float* scales;  ///< nullptr when there are none
  const std::uint16_t* x;
  float* partials;
  int rows;
  int cols;
  int batch;
  int written;  ///< rows of x for which sums are stored, zeros beyond the batch
};

template <class Weight>
Task<Weight> task(const Binding& binding) {
  const Operands& operands = binding.operands;
  const int batch = extent(binding, "batch");
  return {aligned<const typename Weight::Stored>(operands, "weights"),
          Weight::scaled ? aligned<const float>(operands, "scales") : nullptr,
          operands.get<const std::uint16_t>("x"),
          aligned<float>(operands, "partials"),
          extent(binding, "rows"),
          extent(binding, "cols"),
          batch,
          static_cast<int>(written_rows(format_of(binding.format), batch))};
}

/// What `use` returns for the operands in their storage format, bf16 or q8.
template <class Use>
Launch for_weights(const Binding& binding, Use use) {
  switch (format_of(binding.format).storage) {
    case Storage::bf16: return use(task<Bf16>(binding));
    case Storage::q8: return use(task<Q8>(binding));
    default: throw Error("no kernel of partial sums for format '" + binding.format + "'");
  }
}

/// The part of a launch that a block computes: blocks of the same slice, which read the same
/// activations, lie next to each other.
struct Part {
  int tile;   ///< of outputs
  int slice;  ///< of columns
  int group;  ///< of rows of activations
};

__device__ inline Part part_of_block(int tiles) {
  const int block_index = static_cast<int>(blockIdx.x);
  return {block_index % tiles, block_index / tiles % device_slices,
          block_index / tiles / device_slices};
}

/// Rows of activations, widened, for some columns.
template <int Rows>
struct Activations {
  alignas(16) float values[staged][Rows];

  /// Brings `count` columns from `first` on, of the rows from `row` on; rows past the batch are
  /// zero. All threads of the block must call it.
  template <class Weight>
  __device__ void bring(const Task<Weight>& task, int row, int first, int count) {
    __syncthreads();  // everybody has finished with what was here
    for (int i = static_cast<int>(threadIdx.x); i < Rows * count; i += threads) {
      const int b = row + i / count;
      const int k = i % count;
      values[k][i / count] = b < task.batch ? as_float(task.x[b * task.cols + first + k]) : 0;
    }
    __syncthreads();
  }
};

}  // namespace membound::projection
