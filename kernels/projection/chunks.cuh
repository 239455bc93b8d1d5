// SPDX-License-Identifier: Apache-2.0
// Chunks: 16 bytes of a row of weights, and how each storage format decodes them into floats.
#pragma once

#include <cuda_fp16.h>

#include "projection/projection.cuh"

namespace membound::projection {

/// The two bfloat16 in a 32-bit word.
__device__ inline float2 as_floats(std::uint32_t pair) {
  return {__uint_as_float(pair << 16), __uint_as_float(pair & 0xffff0000U)};
}

/// Word `i` of a chunk.
__device__ inline std::uint32_t word_of(uint4 chunk, int i) {
  return i == 0 ? chunk.x : i == 1 ? chunk.y : i == 2 ? chunk.z : chunk.w;
}

/// Weights that are decoded at a time: as many as there are activations in 16 bytes.
inline constexpr int decoded = 8;

/// Eight bfloat16.
struct Bf16Chunk {
  using Scale = float;
  static constexpr int columns = 8;
  static constexpr bool scaled = false;

  static __device__ void decode(uint4 chunk, int, float (&weights)[decoded]) {
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      const float2 pair = as_floats(word_of(chunk, i));
      weights[2 * i] = pair.x;
      weights[2 * i + 1] = pair.y;
    }
  }
};

/// Sixteen bytes, half a block of 32.
template <class Stored>
struct BytesChunk {
  using Scale = Stored;
  static constexpr int columns = 16;
  static constexpr bool scaled = true;

  /// A byte becomes the low bits of 2^23 as a float: a permutation and an exact subtraction.
  static __device__ void decode(uint4 chunk, int part, float (&weights)[decoded]) {
#pragma unroll
    for (int i = 0; i < decoded; ++i) {
      const std::uint32_t biased = word_of(chunk, 2 * part + i / 4) ^ 0x80808080U;  // q + 128
      const std::uint32_t bits =
          __byte_perm(biased, 0x4b000000U, 0x7440U + static_cast<unsigned>(i % 4));
      weights[i] = __uint_as_float(bits) - (8388608.0F + 128.0F);
    }
  }
};

/// 32 nibbles, a block.
struct NibblesChunk {
  using Scale = __half;
  static constexpr int columns = 32;
  static constexpr bool scaled = true;

  /// Nibbles j and j + 4 of a word become the low bits of 1024 as halves: a logical operation and
  /// an exact subtraction for both.
  static __device__ void decode(uint4 chunk, int part, float (&weights)[decoded]) {
    const __half2 bias = __float2half2_rn(1024 + 8);
#pragma unroll
    for (int j = 0; j < decoded / 2; ++j) {
      const std::uint32_t biased = ((word_of(chunk, part) >> (4 * j)) & 0x000f000fU) | 0x64006400U;
      const float2 pair = __half22float2(__hsub2(reinterpret_cast<const __half2&>(biased), bias));
      weights[j] = pair.x;
      weights[j + 4] = pair.y;
    }
  }
};

}  // namespace membound::projection
