// SPDX-License-Identifier: Apache-2.0
// Quantised weights for the ring of bulk copies: how 16 bytes become pairs of halves.
#pragma once

#include "dequant/tensor.cuh"
#include "ring.cuh"

namespace membound::dequant {

/// What both formats share; x is arranged once per launch in the order in which weights are
/// decoded.
template <class Format>
struct RingFormat {
  static constexpr int columns = Format::columns;
  static constexpr int per_word = Pairs<Format>::per_word;
  static constexpr int pairs = 4 * per_word;
  static constexpr int most_vectors = 4;
  struct Inputs {
    std::uint32_t pairs[4 * per_word];
  };

  static __device__ Inputs load(const uint4* x, int at, int vectors) {
    constexpr int count = columns / 8;
    uint4 loaded[count];
#pragma unroll
    for (int i = 0; i < count; ++i)
      loaded[i] = at < vectors ? __ldcg(x + at * count + i) : uint4{0, 0, 0, 0};
    Inputs inputs;
#pragma unroll
    for (int word = 0; word < 4; ++word) {
      std::uint32_t arranged[per_word];
      Pairs<Format>::arrange(loaded, word, arranged);
#pragma unroll
      for (int i = 0; i < per_word; ++i) inputs.pairs[word * per_word + i] = arranged[i];
    }
    return inputs;
  }

  static __device__ void decode(uint4 v, std::uint32_t (&to)[pairs]) {
    const std::uint32_t words[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
    for (int word = 0; word < 4; ++word) {
      std::uint32_t decoded[per_word];
      Pairs<Format>::decode(words[word], decoded);
#pragma unroll
      for (int i = 0; i < per_word; ++i) to[word * per_word + i] = decoded[i];
    }
  }
};

/// 8-bit weights, one float scale per row, applied when the row is stored.
struct Q8Ring : RingFormat<Q8> {
  static constexpr bool group_scales = false;
  using Scales = const float*;

  static constexpr int scale_bytes(int) { return 0; }
  static __device__ const std::byte* scales_of(Scales, int, int) { return nullptr; }
  /// Brings the scale of a row to shared memory; nobody waits for it before the row is stored.
  static __device__ void fetch_scale(Scales scales, int row, float* to) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(bulk::shared_address(to)),
                 "l"(scales + row)
                 : "memory");
  }
  static __device__ void wait_for_scales() { asm volatile("cp.async.wait_all;" ::: "memory"); }
  static __device__ float scaled(float sum, float scale) { return sum * scale; }
};

/// 4-bit weights; the half scale of a group of 128 columns, four vectors, travels with the weights.
struct Q4Ring : RingFormat<Q4> {
  static constexpr bool group_scales = true;
  using Scales = const std::byte*;

  static constexpr int scale_bytes(int cols) { return cols / 128 * 2; }
  static __device__ const std::byte* scales_of(Scales scales, int row, int bytes) {
    return scales + static_cast<std::size_t>(row) * static_cast<std::size_t>(bytes);
  }
  static __device__ float scale(const std::byte* row_scales, int vector) {
    return __half2float(reinterpret_cast<const __half*>(row_scales)[vector / 4]);
  }
  static __device__ void fetch_scale(Scales, int, float*) {}
  static __device__ void wait_for_scales() {}
  static __device__ float scaled(float sum, float) { return sum; }
};

template <class Format>
Launch bind_ring(const Binding& binding) {
  const Operands& operands = binding.operands;
  return ring::bind<Format>(
      binding,
      {aligned<const std::byte>(operands, "weights"),
       reinterpret_cast<const uint4*>(aligned<const std::byte>(operands, "x")),
       reinterpret_cast<typename Format::Scales>(aligned<const std::byte>(operands, "scales"))});
}

/// Columns that a ring arm can handle.
template <class Format>
ExtentRule ring_columns(std::int64_t multiple_of) {
  return {.name = "cols",
          .multiple_of = multiple_of,
          .help =
              "x is held in registers, and scales are copied 16 bytes at a time: leave the arm "
              "out of other cases",
          .most = std::int64_t{Format::most_vectors} * ring::consumers * Format::columns};
}

}  // namespace membound::dequant
