// SPDX-License-Identifier: Apache-2.0
// Quantised matrix-vector products in which the tensor cores multiply and add, so that instructions
// are left for decoding.
//
// The multiply-accumulate is mma.m16n8k16: 16 rows of weights times 16 columns, with x in place of
// a matrix of eight columns that are all the same. Seven eighths of the tensor cores' work is
// wasted and it does not matter: what counts is that one instruction replaces 256 multiply-adds,
// their conversions to single precision, and the reduction over lanes. Products of halves are exact
// in the single-precision accumulators.
//
// In that instruction lane 4 g + t holds, of the weights, columns {2t, 2t + 1, 2t + 8, 2t + 9} of
// rows g and g + 8, and of x the same columns. Which columns of the matrix these are is free, as
// long as weights and x agree: here lane 4 g + t decodes chunk t of a group of four chunks, in rows
// g and g + 8.
#pragma once

#include "dequant/dequant.cuh"

namespace membound::dequant {

inline constexpr int tile_rows = 16;
inline constexpr int tile_warps = 8;
inline constexpr int tile_threads = tile_warps * warp_size;
inline constexpr int tile_blocks =
    2;  ///< per multiprocessor, which leaves 128 registers per thread
inline constexpr int lanes_per_row = 4;
inline constexpr int groups_in_flight = 4;  ///< 256 contiguous bytes of each row per warp

/// The halves with the given offset from a power of two: two of them per word, exactly.
__device__ inline std::uint32_t subtract_pair(std::uint32_t pair, float bias) {
  const __half2 difference =
      __hsub2(reinterpret_cast<const __half2&>(pair), __float2half2_rn(bias));
  return reinterpret_cast<const std::uint32_t&>(difference);
}

/// Word `i` of the vectors of x under a chunk.
template <int Vectors>
__device__ std::uint32_t word_of(const uint4 (&vectors)[Vectors], int i) {
  const uint4 v = vectors[i / 4];
  return i % 4 == 0 ? v.x : i % 4 == 1 ? v.y : i % 4 == 2 ? v.z : v.w;
}

/// How a 32-bit word of weights becomes pairs of halves, and which pairs of x belong to them.
template <class Format>
struct Pairs;

/// Four bytes: columns (0, 1) and (2, 3).
template <>
struct Pairs<Q8> {
  static constexpr int per_word = 2;

  static __device__ void decode(std::uint32_t word, std::uint32_t (&pairs)[per_word]) {
    constexpr std::uint32_t ones = 0x64646464U;       // high byte of 1024 as a half
    const std::uint32_t biased = word ^ 0x80808080U;  // q + 128 in each byte
    pairs[0] = subtract_pair(__byte_perm(biased, ones, 0x4140), 1024 + 128);
    pairs[1] = subtract_pair(__byte_perm(biased, ones, 0x4342), 1024 + 128);
  }
  static __device__ void arrange(const uint4 (&x)[2], int word, std::uint32_t (&pairs)[per_word]) {
    pairs[0] = word_of(x, 2 * word);
    pairs[1] = word_of(x, 2 * word + 1);
  }
};

/// Eight nibbles: columns (0, 4), (1, 5), (2, 6) and (3, 7), which is the order in which masks find
/// them.
template <>
struct Pairs<Q4> {
  static constexpr int per_word = 4;

  /// The upper nibble of a byte stays where it is, sixteen times too large, and is scaled with the
  /// subtraction: (1024 + 16 (q + 8)) / 16 - 72 = q.
  static __device__ std::uint32_t scaled_pair(std::uint32_t pair) {
    const __half2 q = __hfma2(reinterpret_cast<const __half2&>(pair), __float2half2_rn(0.0625F),
                              __float2half2_rn(-72));
    return reinterpret_cast<const std::uint32_t&>(q);
  }
  static __device__ void decode(std::uint32_t word, std::uint32_t (&pairs)[per_word]) {
    constexpr std::uint32_t lower = 0x000f000fU;
    constexpr std::uint32_t upper = 0x00f000f0U;
    constexpr std::uint32_t ones = 0x64006400U;  // 1024, twice
    const std::uint32_t shifted = word >> 8U;
    pairs[0] = subtract_pair(masked_or(word, lower, ones), 1024 + 8);
    pairs[1] = scaled_pair(masked_or(word, upper, ones));
    pairs[2] = subtract_pair(masked_or(shifted, lower, ones), 1024 + 8);
    pairs[3] = scaled_pair(masked_or(shifted, upper, ones));
  }
  static __device__ void arrange(const uint4 (&x)[4], int word, std::uint32_t (&pairs)[per_word]) {
    pairs[0] = __byte_perm(x[word].x, x[word].z, 0x5410);
    pairs[1] = __byte_perm(x[word].x, x[word].z, 0x7632);
    pairs[2] = __byte_perm(x[word].y, x[word].w, 0x5410);
    pairs[3] = __byte_perm(x[word].y, x[word].w, 0x7632);
  }
};

/// Dot products of a group: of row g (the same in all four lanes of a row, twice) and of row g + 8.
struct Products {
  float values[4] = {};
};

/// Adds the products of four columns per lane, of both rows, with x.
__device__ inline void multiply(Products& products, const std::uint32_t (&upper)[2],
                                const std::uint32_t (&lower)[2], const std::uint32_t (&x)[2]) {
  float(&d)[4] = products.values;
  asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, "
      "%9}, "
      "{%0, %1, %2, %3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(upper[0]), "r"(lower[0]), "r"(upper[1]), "r"(lower[1]), "r"(x[0]), "r"(x[1]));
}

/// Products of one chunk per lane and row; all lanes of the warp must call it.
template <class Format>
__device__ Products multiply_chunks(uint4 upper, uint4 lower,
                                    const uint4 (&x)[Format::columns / 8]) {
  constexpr int pairs = Pairs<Format>::per_word;
  const std::uint32_t upper_words[4] = {upper.x, upper.y, upper.z, upper.w};
  const std::uint32_t lower_words[4] = {lower.x, lower.y, lower.z, lower.w};
  Products products;
#pragma unroll
  for (int word = 0; word < 4; ++word) {
    std::uint32_t a[pairs];
    std::uint32_t b[pairs];
    std::uint32_t inputs[pairs];
    Pairs<Format>::decode(upper_words[word], a);
    Pairs<Format>::decode(lower_words[word], b);
    Pairs<Format>::arrange(x, word, inputs);
#pragma unroll
    for (int i = 0; i < pairs; i += 2) {
      multiply(products, {a[i], a[i + 1]}, {b[i], b[i + 1]}, {inputs[i], inputs[i + 1]});
    }
  }
  return products;
}

/// Adds to `sums` the warp's share of rows `row[0]` and `row[1]`: the groups of four chunks from
/// warp * 4 on, four at a time, all in flight before the first is decoded. Past the end the last
/// group is read again with scale 0.
template <class Format>
__device__ void add_warp_share(const Quantised<Format>& q, const int (&row)[2], float (&sums)[2]) {
  constexpr int vectors = Format::columns / 8;
  const int groups = q.chunks / lanes_per_row;
  const int part = static_cast<int>(threadIdx.x) % lanes_per_row;
  const int warp = static_cast<int>(threadIdx.x) / warp_size;
  for (int begin = warp * groups_in_flight; begin < groups;
       begin += tile_warps * groups_in_flight) {
    uint4 weights[groups_in_flight][2];
    float scales[groups_in_flight][2];
#pragma unroll
    for (int i = 0; i < groups_in_flight; ++i) {
      const int chunk = min(begin + i, groups - 1) * lanes_per_row;
#pragma unroll
      for (int r = 0; r < 2; ++r) {
        const std::size_t start =
            static_cast<std::size_t>(row[r]) * static_cast<std::size_t>(q.chunks);
        weights[i][r] = load_once(q.weights + start + static_cast<std::size_t>(chunk + part));
        scales[i][r] = Format::chunk_scale(q, row[r], chunk);
      }
    }
#pragma unroll
    for (int i = 0; i < groups_in_flight; ++i) {
      const int chunk = min(begin + i, groups - 1) * lanes_per_row + part;
      uint4 x[vectors];
#pragma unroll
      for (int v = 0; v < vectors; ++v) x[v] = __ldg(q.x + chunk * vectors + v);
      const Products products = multiply_chunks<Format>(weights[i][0], weights[i][1], x);
      const bool inside = begin + i < groups;
      sums[0] = fmaf(inside ? scales[i][0] : 0, products.values[0], sums[0]);
      sums[1] = fmaf(inside ? scales[i][1] : 0, products.values[2], sums[1]);
    }
  }
}

/// The block computes 16 rows from blockIdx.x * 16 on; for blocks of 256 threads.
template <class Format>
__device__ void multiply_by_tensor(const Quantised<Format>& q) {
  __shared__ float shares[tile_warps][tile_rows];
  const int thread = static_cast<int>(threadIdx.x);
  const int first = static_cast<int>(blockIdx.x) * tile_rows;
  const int upper = thread % warp_size / lanes_per_row;
  const int lower = upper + tile_rows / 2;
  const int row[2] = {min(first + upper, q.rows - 1),
                      min(first + lower, q.rows - 1)};  // past the end: not stored
  float sums[2] = {};
  add_warp_share(q, row, sums);
  if (thread % lanes_per_row == 0) {  // the other three lanes of the row hold the same
    shares[thread / warp_size][upper] = sums[0];
    shares[thread / warp_size][lower] = sums[1];
  }
  __syncthreads();
  if (thread >= tile_rows || first + thread >= q.rows) return;
  float sum = 0;
#pragma unroll
  for (int warp = 0; warp < tile_warps; ++warp) sum += shares[warp][thread];
  q.y[first + thread] = sum * Format::row_scale(q, first + thread);
}

}  // namespace membound::dequant
