// SPDX-License-Identifier: Apache-2.0
// What the kernels on quantised weights share: the operands, and sums over rows of weights that are
// decoded on the way from memory to the multiply-add.
#pragma once

#include "gemv/gemv.cuh"

namespace membound::dequant {

/// y = weights x, with weights as chunks of 16 bytes that each cover `Format::columns` columns of a
/// row.
template <class Format>
struct Quantised {
  const uint4* weights;
  const typename Format::Scale* scales;
  const uint4* x;  ///< eight halves per vector
  float* y;
  int rows;
  int chunks;  ///< per row
};

template <class Format>
Quantised<Format> quantised(const Binding& binding) {
  const Operands& operands = binding.operands;
  const int cols = extent(binding, "cols");
  if (cols % 128 != 0)
    throw Error("extent 'cols' must be a multiple of 128: a group of weights has one scale");
  return {reinterpret_cast<const uint4*>(aligned<const std::byte>(operands, "weights")),
          operands.get<const typename Format::Scale>("scales"),
          reinterpret_cast<const uint4*>(aligned<const std::byte>(operands, "x")),
          operands.get<float>("y"),
          extent(binding, "rows"),
          cols / Format::columns};
}

/// The values of x under one chunk.
template <int Columns>
struct Inputs {
  float values[Columns];
};

template <int Columns>
__device__ Inputs<Columns> unpack(const uint4 (&vectors)[Columns / 8]) {
  Inputs<Columns> inputs;
#pragma unroll
  for (int i = 0; i < Columns / 8; ++i) {
    const std::uint32_t words[4] = {vectors[i].x, vectors[i].y, vectors[i].z, vectors[i].w};
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      const float2 pair = gemv::as_floats(words[j]);
      inputs.values[8 * i + 2 * j] = pair.x;
      inputs.values[8 * i + 2 * j + 1] = pair.y;
    }
  }
  return inputs;
}

/// (word & mask) | bits in one instruction; left to itself, the compiler uses two.
__device__ inline std::uint32_t masked_or(std::uint32_t word, std::uint32_t mask,
                                          std::uint32_t bits) {
  std::uint32_t result;
  asm("lop3.b32 %0, %1, %2, %3, 0xea;" : "=r"(result) : "r"(word), "r"(mask), "r"(bits));
  return result;
}

/// 8-bit weights q in [-127, 127], one scale per row.
struct Q8 {
  using Scale = float;
  static constexpr int columns = 16;

  static __device__ float chunk_scale(const Quantised<Q8>&, int, int) { return 1; }
  static __device__ float row_scale(const Quantised<Q8>& q, int row) { return q.scales[row]; }

  /// A byte becomes the low bits of 2^23 as a float, so that decoding is one byte permutation and
  /// one exact subtraction instead of an integer conversion, which runs at a lower rate.
  static __device__ float dot(uint4 chunk, const Inputs<columns>& x) {
    constexpr std::uint32_t two_to_23 = 0x4b000000U;
    const std::uint32_t words[4] = {chunk.x, chunk.y, chunk.z, chunk.w};
    float sum = 0;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      const std::uint32_t biased = words[i] ^ 0x80808080U;  // q + 128 in each byte
#pragma unroll
      for (int j = 0; j < 4; ++j) {
        const float decoded =
            __uint_as_float(__byte_perm(biased, two_to_23, 0x7440U + static_cast<unsigned>(j)));
        sum = fmaf(decoded - (8388608.0F + 128.0F), x.values[4 * i + j], sum);
      }
    }
    return sum;
  }
};

/// 4-bit weights q in [-7, 7], stored as q + 8, even columns in low nibbles; one scale per group of
/// 128 columns.
struct Q4 {
  using Scale = __half;
  static constexpr int columns = 32;
  static constexpr int chunks_per_group = 128 / columns;

  static __device__ float chunk_scale(const Quantised<Q4>& q, int row, int chunk) {
    const std::size_t groups = static_cast<std::size_t>(q.chunks / chunks_per_group);
    const std::size_t group = static_cast<std::size_t>(chunk / chunks_per_group);
    return __half2float(q.scales[static_cast<std::size_t>(row) * groups + group]);
  }
  static __device__ float row_scale(const Quantised<Q4>&, int) { return 1; }

  /// Two nibbles, four columns apart, become the low bits of 1024 as halves: one logical operation
  /// and one exact subtraction decode both.
  static __device__ float dot(uint4 chunk, const Inputs<columns>& x) {
    const std::uint32_t words[4] = {chunk.x, chunk.y, chunk.z, chunk.w};
    const __half2 bias = __float2half2_rn(1024 + 8);
    float sum = 0;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
#pragma unroll
      for (int j = 0; j < 4; ++j) {
        const std::uint32_t biased =
            masked_or(words[i] >> (4 * j), 0x000f000fU, 0x64006400U);  // 1024 + q + 8, twice
        const float2 pair = __half22float2(__hsub2(reinterpret_cast<const __half2&>(biased), bias));
        sum = fmaf(pair.x, x.values[8 * i + j], sum);
        sum = fmaf(pair.y, x.values[8 * i + j + 4], sum);
      }
    }
    return sum;
  }
};

/// Adds to `sums` the shares of thread `first` of `Threads` in the dot products of `Rows` rows from
/// `row` on: the chunks first, first + Threads, ... `Chunks` chunks of every row are in flight
/// before the first is used, and x is read and converted once for all rows. Rows past the last
/// repeat it; chunks past the end count as zero.
template <int Threads, int Rows, int Chunks, class Format>
__device__ void add_shares(const Quantised<Format>& q, int row, int first, float (&sums)[Rows]) {
  constexpr int vectors = Format::columns / 8;
  for (int begin = first; begin < q.chunks; begin += Chunks * Threads) {
    uint4 weights[Chunks][Rows];
    uint4 x[Chunks][vectors];
    float scales[Chunks][Rows];
#pragma unroll
    for (int c = 0; c < Chunks; ++c) {
      const int chunk = min(begin + c * Threads, q.chunks - 1);
#pragma unroll
      for (int r = 0; r < Rows; ++r) {
        const std::size_t at =
            static_cast<std::size_t>(min(row + r, q.rows - 1)) * static_cast<std::size_t>(q.chunks);
        weights[c][r] = load_once(q.weights + at + static_cast<std::size_t>(chunk));
        scales[c][r] = Format::chunk_scale(q, min(row + r, q.rows - 1), chunk);
      }
#pragma unroll
      for (int v = 0; v < vectors; ++v) x[c][v] = __ldg(q.x + chunk * vectors + v);
    }
#pragma unroll
    for (int c = 0; c < Chunks; ++c) {
      const Inputs<Format::columns> inputs = unpack<Format::columns>(x[c]);
#pragma unroll
      for (int r = 0; r < Rows; ++r) {
        const float scale = begin + c * Threads < q.chunks ? scales[c][r] : 0;
        sums[r] = fmaf(scale, Format::dot(weights[c][r], inputs), sums[r]);
      }
    }
  }
}

/// The warp computes its row; for blocks of 32 x 8 threads.
template <class Format>
__device__ void multiply_by_warp(const Quantised<Format>& q) {
  const int row = gemv::warp_row();
  if (row >= q.rows) return;  // the whole warp leaves
  float sums[1] = {};
  add_shares<warp_size, 1, 2>(q, row, static_cast<int>(threadIdx.x), sums);
  const float sum = warp_sum(sums[0]);
  if (threadIdx.x == 0) q.y[row] = sum * Format::row_scale(q, row);
}

/// The block computes `Rows` rows from blockIdx.x * Rows on.
template <int Threads, int Rows, class Format>
__device__ void multiply_by_block(const Quantised<Format>& q) {
  constexpr int warps = Threads / warp_size;
  static_assert(Threads % warp_size == 0 && Rows <= Threads);
  __shared__ float shares[Rows][warps];
  const int thread = static_cast<int>(threadIdx.x);
  const int row = static_cast<int>(blockIdx.x) * Rows;
  float sums[Rows] = {};
  add_shares<Threads, Rows, 1>(q, row, thread, sums);
#pragma unroll
  for (int r = 0; r < Rows; ++r) {
    const float sum = warp_sum(sums[r]);
    if (thread % warp_size == 0) shares[r][thread / warp_size] = sum;
  }
  __syncthreads();
  if (thread >= Rows || row + thread >= q.rows) return;
  float sum = 0;
#pragma unroll
  for (int w = 0; w < warps; ++w) sum += shares[thread][w];
  q.y[row + thread] = sum * Format::row_scale(q, row + thread);
}

}  // namespace membound::dequant
