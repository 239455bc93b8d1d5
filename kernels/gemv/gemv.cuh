// SPDX-License-Identifier: Apache-2.0
// What the matrix-vector kernels share: the operands, and dot products of 16-byte vectors in single
// precision.
#pragma once

#include <cuda_fp16.h>

#include "cuda.cuh"

namespace membound::gemv {

/// y = weights x, weights stored row by row.
template <class T>
struct Matrix {
  const T* weights;
  const T* x;
  float* y;
  int rows;
  int cols;
};

template <class T>
Matrix<T> matrix(const Binding& binding) {
  const Operands& operands = binding.operands;
  const Matrix<T> matrix{aligned<const T>(operands, "weights"), aligned<const T>(operands, "x"),
                         operands.get<float>("y"), extent(binding, "rows"),
                         extent(binding, "cols")};
  if (matrix.cols % 8 != 0)
    throw Error("extent 'cols' must be a multiple of 8, so that rows begin at 16 bytes");
  return matrix;
}

/// What `use` returns for the operands in their storage format, "f32" or "f16".
template <class Use>
Launch for_format(const Binding& binding, Use use) {
  if (binding.format == "f32") return use(matrix<float>(binding));
  if (binding.format == "f16") return use(matrix<__half>(binding));
  throw Error("no matrix-vector kernel for format '" + binding.format +
              "'; formats are f32 and f16");
}

template <class T>
__device__ const T* row_of(const Matrix<T>& matrix, int row) {
  return matrix.weights + static_cast<std::size_t>(row) * static_cast<std::size_t>(matrix.cols);
}

__device__ inline float as_float(float value) { return value; }
__device__ inline float as_float(__half value) { return __half2float(value); }

/// The two halves in a 32-bit word.
__device__ inline float2 as_floats(std::uint32_t word) {
  return __half22float2(reinterpret_cast<const __half2&>(word));
}

__device__ inline float dot_pair(std::uint32_t a, std::uint32_t b, float sum) {
  const float2 u = as_floats(a);
  const float2 v = as_floats(b);
  return fmaf(u.y, v.y, fmaf(u.x, v.x, sum));
}

/// sum + a . b for vectors of four floats or of eight halves.
template <class T>
__device__ float dot(uint4 a, uint4 b, float sum) {
  if constexpr (sizeof(T) == 2) {
    sum = dot_pair(a.x, b.x, sum);
    sum = dot_pair(a.y, b.y, sum);
    sum = dot_pair(a.z, b.z, sum);
    return dot_pair(a.w, b.w, sum);
  } else {
    sum = fmaf(__uint_as_float(a.x), __uint_as_float(b.x), sum);
    sum = fmaf(__uint_as_float(a.y), __uint_as_float(b.y), sum);
    sum = fmaf(__uint_as_float(a.z), __uint_as_float(b.z), sum);
    return fmaf(__uint_as_float(a.w), __uint_as_float(b.w), sum);
  }
}

/// Share of thread `first` of `Threads` in one row's dot product: the 16-byte vectors first, first
/// + Threads, ... Four loads of weights are in flight before the first is used; vectors past the
/// end of the row count as zero.
template <int Threads, class T>
__device__ float partial_dot(const Matrix<T>& matrix, int row, int first) {
  constexpr int loads = 4;
  const auto* weights = reinterpret_cast<const uint4*>(row_of(matrix, row));
  const auto* x = reinterpret_cast<const uint4*>(matrix.x);
  const int vectors = matrix.cols / static_cast<int>(sizeof(uint4) / sizeof(T));
  float sums[loads] = {};
  for (int begin = first; begin < vectors; begin += loads * Threads) {
    uint4 a[loads];
    uint4 b[loads];
#pragma unroll
    for (int i = 0; i < loads; ++i) {
      const int at = begin + i * Threads;
      a[i] = at < vectors ? load_once(weights + at) : uint4{0, 0, 0, 0};
    }
#pragma unroll
    for (int i = 0; i < loads; ++i) {
      const int at = begin + i * Threads;
      b[i] = at < vectors ? __ldg(x + at) : uint4{0, 0, 0, 0};
    }
#pragma unroll
    for (int i = 0; i < loads; ++i) sums[i] = dot<T>(a[i], b[i], sums[i]);
  }
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

inline constexpr int rows_per_block = 8;  ///< of the kernels in which a warp owns a row
inline constexpr int block_threads = warp_size * rows_per_block;  ///< their threads

/// Row of the calling warp in a block of 32 x 8 threads; may be past the last.
__device__ inline int warp_row() {
  return static_cast<int>(blockIdx.x) * rows_per_block + static_cast<int>(threadIdx.y);
}

/// The warp computes its row; for blocks of 32 x 8 threads.
template <class T>
__device__ void multiply_by_warp(const Matrix<T>& matrix) {
  const int row = warp_row();
  if (row >= matrix.rows) return;  // the whole warp leaves
  const float sum = warp_sum(partial_dot<warp_size>(matrix, row, static_cast<int>(threadIdx.x)));
  if (threadIdx.x == 0) matrix.y[row] = sum;
}

/// The block computes row blockIdx.x.
template <int Threads, class T>
__device__ void multiply_by_block(const Matrix<T>& matrix) {
  const int row = static_cast<int>(blockIdx.x);
  const float sum =
      block_sum<Threads>(partial_dot<Threads>(matrix, row, static_cast<int>(threadIdx.x)));
  if (threadIdx.x == 0) matrix.y[row] = sum;
}

}  // namespace membound::gemv
