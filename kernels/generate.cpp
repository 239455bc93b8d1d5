// SPDX-License-Identifier: Apache-2.0
// Input data for the workloads: portable, from a seed, in parallel.
#include "generate.hpp"

#include "base/parallel.hpp"
#include "base/random.hpp"

namespace membound {

void generate_words(std::uint64_t seed, std::span<std::uint32_t> out) {
  in_parallel(static_cast<std::int64_t>(out.size()), 1 << 16, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      const std::uint64_t bits = splitmix64(seed, static_cast<std::uint64_t>(i));
      out[static_cast<std::size_t>(i)] = static_cast<std::uint32_t>(bits >> 32);
    }
  });
}

}  // namespace membound
