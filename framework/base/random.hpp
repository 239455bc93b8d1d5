// SPDX-License-Identifier: Apache-2.0
// Portable random numbers: the same on every compiler and machine (SplitMix64, Steele et al. 2014).
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace membound {

/// Value number `index` of the SplitMix64 sequence that starts at `seed`; stateless, so any thread
/// may compute any part of a sequence.
constexpr std::uint64_t splitmix64(std::uint64_t seed, std::uint64_t index) {
  std::uint64_t z = seed + (index + 1) * 0x9e3779b97f4a7c15ULL;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

/// Uniform in [0, 1) from the upper 53 bits.
constexpr double unit_double(std::uint64_t bits) {
  return static_cast<double>(bits >> 11) * 0x1.0p-53;
}

/// Uniform in [low, high), value number `index` of the sequence `seed`.
constexpr double uniform(std::uint64_t seed, std::uint64_t index, double low, double high) {
  return low + (high - low) * unit_double(splitmix64(seed, index));
}

/// Unbiased integer below `bound`, drawing 64-bit values from `next` until one is accepted.
template <class Next>
std::uint64_t below(std::uint64_t bound, Next&& next) {
  const std::uint64_t excess =
      (0 - bound) % bound;  // 2^64 modulo bound: the values refused at the bottom
  while (true) {
    if (const std::uint64_t x = next(); x >= excess) return x % bound;
  }
}

/// Fisher-Yates shuffle; the same order on every machine for the same seed.
template <class T>
void shuffle(std::vector<T>& items, std::uint64_t seed) {
  std::uint64_t index = 0;
  for (std::size_t i = items.size(); i > 1; --i) {
    const auto j = below(i, [&] { return splitmix64(seed, index++); });
    std::swap(items[i - 1], items[static_cast<std::size_t>(j)]);
  }
}

}  // namespace membound
