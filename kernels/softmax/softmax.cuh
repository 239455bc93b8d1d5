// SPDX-License-Identifier: Apache-2.0
// What the softmax kernels share: the operands, and vectors of eight halves as floats.
#pragma once

#include <cuda_fp16.h>

#include "cuda.cuh"

namespace membound::softmax {

/// y = softmax of each row of x.
struct Rows {
  const __half* x;
  __half* y;
  int rows;
  int cols;
};

inline Rows rows(const Binding& binding) {
  const Rows rows{aligned<const __half>(binding.operands, "x"),
                  aligned<__half>(binding.operands, "y"), extent(binding, "rows"),
                  extent(binding, "cols")};
  if (rows.cols % 8 != 0)
    throw Error("extent 'cols' must be a multiple of 8, so that rows begin at 16 bytes");
  return rows;
}

/// Offset of the first element of a row.
__device__ inline std::size_t offset_of(const Rows& rows, int row) {
  return static_cast<std::size_t>(row) * static_cast<std::size_t>(rows.cols);
}

/// e^x to about 1e-6 for |x| < 10, and 0 where the result would be subnormal: one multiplication
/// and one instruction.
__device__ inline float fast_exp(float x) {
  constexpr float log2_of_e = 1.4426950408889634F;
  float result;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(x * log2_of_e));
  return result;
}

/// Eight halves, stored in 16 bytes.
struct Eight {
  float values[8];
};

__device__ inline Eight unpack(uint4 vector) {
  const __half2* pairs = reinterpret_cast<const __half2*>(&vector);
  Eight eight;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const float2 pair = __half22float2(pairs[i]);
    eight.values[2 * i] = pair.x;
    eight.values[2 * i + 1] = pair.y;
  }
  return eight;
}

__device__ inline uint4 pack(const Eight& eight) {
  uint4 vector;
  __half2* pairs = reinterpret_cast<__half2*>(&vector);
#pragma unroll
  for (int i = 0; i < 4; ++i)
    pairs[i] = __floats2half2_rn(eight.values[2 * i], eight.values[2 * i + 1]);
  return vector;
}

}  // namespace membound::softmax
