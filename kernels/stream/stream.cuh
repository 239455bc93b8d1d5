// SPDX-License-Identifier: Apache-2.0
// What the ceiling kernels share: the vectors of a region, and the sum that proves that they were
// read.
#pragma once

#include "cuda.cuh"

namespace membound::stream {

inline constexpr int block = 256;
inline constexpr int vectors_per_partial =
    4096 / 16;  ///< 4 KiB of source per entry of partial_sums

/// A region to read: `count` 16-byte vectors, and room for `partials` sums.
struct Source {
  const uint4* vectors;
  std::int64_t count;
  std::uint32_t* sums;
  std::int64_t partials;
};

/// 16-byte vectors in operand `name`; any whole number of them is allowed.
inline std::int64_t vectors_in(const Operands& operands, std::string_view name) {
  const std::size_t words = operands.elements<std::uint32_t>(name).size();
  if (words == 0 || words % 4 != 0)
    throw Error("operand '" + std::string(name) + "' must be a multiple of 16 bytes");
  return static_cast<std::int64_t>(words / 4);
}

inline Source source(const Binding& binding) {
  const Operands& operands = binding.operands;
  Source source{aligned<const uint4>(operands, "source"), vectors_in(operands, "source"),
                operands.get<std::uint32_t>("partial_sums"),
                static_cast<std::int64_t>(operands.elements<std::uint32_t>("partial_sums").size())};
  const std::int64_t needed = (source.count + vectors_per_partial - 1) / vectors_per_partial;
  if (source.partials < needed)
    throw Error("operand 'partial_sums' needs " + std::to_string(needed) + " entries");
  return source;
}

/// A region to copy: `count` 16-byte vectors.
struct Copy {
  const uint4* source;
  uint4* destination;
  std::int64_t count;
};

inline Copy copy(const Binding& binding) {
  const Operands& operands = binding.operands;
  const Copy copy{aligned<const uint4>(operands, "source"), aligned<uint4>(operands, "destination"),
                  vectors_in(operands, "source")};
  if (vectors_in(operands, "destination") != copy.count) {
    throw Error("operands 'source' and 'destination' differ in size");
  }
  return copy;
}

__device__ inline std::uint32_t sum_of(uint4 v) { return v.x + v.y + v.z + v.w; }

/// Writes the block's sum to its entry of `sums`; all threads of the block must call it.
__device__ inline void write_block_sum(std::uint32_t sum, std::uint32_t* sums) {
  __shared__ std::uint32_t warps[block / warp_size];
  sum = __reduce_add_sync(0xffffffffU, sum);
  if (threadIdx.x % warp_size == 0) warps[threadIdx.x / warp_size] = sum;
  __syncthreads();
  if (threadIdx.x != 0) return;
  sum = 0;
#pragma unroll
  for (const std::uint32_t warp : warps) sum += warp;
  sums[blockIdx.x] = sum;
}

/// Loads of a thread that is `block` wide, all in flight before the first is used. A thread takes
/// the vectors first, first + 256, ...; a warp reads 512 contiguous bytes per load. Vectors past
/// the end count as zero.
template <int Loads, class Load>
__device__ std::uint32_t sum_tile(const uint4* vectors, std::int64_t count, std::int64_t first,
                                  Load load) {
  uint4 values[Loads];
#pragma unroll
  for (int i = 0; i < Loads; ++i) {
    const std::int64_t at = first + i * block;
    values[i] = at < count ? load(vectors + at) : uint4{0, 0, 0, 0};
  }
  std::uint32_t sum = 0;
#pragma unroll
  for (int i = 0; i < Loads; ++i) sum += sum_of(values[i]);
  return sum;
}

}  // namespace membound::stream
