// SPDX-License-Identifier: Apache-2.0
// Weights in halves for the ring of bulk copies.
#pragma once

#include "gemv/gemv.cuh"
#include "ring.cuh"

namespace membound::gemv {

/// Eight halves per 16-byte vector, used as they are.
struct Halves {
  static constexpr int columns = 8;
  static constexpr int pairs = 4;
  static constexpr int most_vectors = 8;
  static constexpr bool group_scales = false;
  struct Scales {};
  struct Inputs {
    std::uint32_t pairs[4];
  };

  static constexpr int scale_bytes(int) { return 0; }
  static __device__ const std::byte* scales_of(Scales, int, int) { return nullptr; }
  static __device__ void fetch_scale(Scales, int, float*) {}
  static __device__ void wait_for_scales() {}
  static __device__ float scaled(float sum, float) { return sum; }
  static __device__ Inputs load(const uint4* x, int at, int vectors) {
    const uint4 v = at < vectors ? __ldcg(x + at) : uint4{0, 0, 0, 0};
    return {{v.x, v.y, v.z, v.w}};
  }
  static __device__ void decode(uint4 v, std::uint32_t (&words)[pairs]) {
    words[0] = v.x;
    words[1] = v.y;
    words[2] = v.z;
    words[3] = v.w;
  }
};

inline const ExtentRule ring_columns{
    .name = "cols",
    .multiple_of = Halves::columns,
    .help = "x is held in registers: leave the arm out of wider cases",
    .most = std::int64_t{Halves::most_vectors} * ring::consumers * Halves::columns};

inline Launch bind_ring(const Binding& binding) {
  const Operands& operands = binding.operands;
  return ring::bind<Halves>(
      binding, {aligned<const std::byte>(operands, "weights"),
                reinterpret_cast<const uint4*>(aligned<const std::byte>(operands, "x")),
                {}});
}

}  // namespace membound::gemv
