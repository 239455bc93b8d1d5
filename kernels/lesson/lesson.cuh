// SPDX-License-Identifier: Apache-2.0
// What the kernels of the lesson share: a block per row, one weight per load, and a sum by halving
// in shared memory. Nothing is vectorised or kept, so that what is requested can be counted by
// hand.
#pragma once

#include "cuda.cuh"

namespace membound::lesson {

inline constexpr int block_threads = 256;

/// y = weights x, weights stored row by row.
template <class T>
struct Matrix {
  const T* weights;
  const float* x;
  float* y;
  int rows;
  int cols;
};

template <class T>
Matrix<T> matrix(const Binding& binding) {
  const Operands& operands = binding.operands;
  return {operands.get<const T>("weights"), operands.get<const float>("x"),
          operands.get<float>("y"), extent(binding, "rows"), extent(binding, "cols")};
}

/// The thread's share of the dot product of the block's row: every block_threads-th column. A warp
/// requests 32 weights and 32 elements of x at a time: four sectors of x, and of weights four as
/// floats or one as bytes.
template <class T>
__device__ float share(const Matrix<T>& matrix) {
  const T* weights =
      matrix.weights + static_cast<std::size_t>(blockIdx.x) * static_cast<std::size_t>(matrix.cols);
  float sum = 0;
  for (int c = static_cast<int>(threadIdx.x); c < matrix.cols; c += block_threads)
    sum = fmaf(static_cast<float>(__ldg(weights + c)), __ldg(matrix.x + c), sum);
  return sum;
}

/// Sum over the threads of the block, in thread 0; all must call it, once per kernel.
__device__ inline float tree_sum(float value) {
  __shared__ float sums[block_threads];
  sums[threadIdx.x] = value;
  for (unsigned half = block_threads / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
  }
  return sums[0];
}

}  // namespace membound::lesson
