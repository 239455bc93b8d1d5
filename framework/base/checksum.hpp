// SPDX-License-Identifier: Apache-2.0
// Checksum: 64 bits that tell apart what two regions of memory hold, the same on host and device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace membound {

/// The part of word `index` in the sum; terms may be added in any order. The factor is odd, so that
/// a single changed word always changes the sum, and grows, so that swapped words do.
#ifdef __CUDACC__
__host__ __device__
#endif
    constexpr std::uint64_t
    checksum_term(std::uint32_t word, std::uint64_t index) {
  return (word + 1ULL) * (2 * index + 0x9e3779b97f4a7c15ULL);
}

/// Sum of the terms of all 32-bit words modulo 2^64, the last word filled up with zeros.
inline std::uint64_t checksum(std::span<const std::byte> bytes) {
  const std::size_t whole = bytes.size() / 4;
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < whole; ++i) {
    std::uint32_t word = 0;
    std::memcpy(&word, bytes.data() + 4 * i, 4);
    sum += checksum_term(word, i);
  }
  if (const std::size_t left = bytes.size() % 4; left > 0) {
    std::uint32_t word = 0;
    std::memcpy(&word, bytes.data() + 4 * whole, left);
    sum += checksum_term(word, whole);
  }
  return sum;
}

/// Of each region of host memory, on all cores.
std::vector<std::uint64_t> checksums(std::span<const std::span<const std::byte>> regions);

}  // namespace membound
