// SPDX-License-Identifier: Apache-2.0
// Input data for the workloads: portable, from a seed, in parallel.
#pragma once

#include <cstdint>
#include <span>

#include "base/parallel.hpp"
#include "base/random.hpp"
#include "membound/workload.hpp"

namespace membound {

/// The values of one operand before they are stored: a function of the index, so nothing need be
/// kept.
struct Latents {
  std::uint64_t seed = 0;
  DataSpec data;

  [[nodiscard]] double operator()(std::int64_t index) const {
    return uniform(seed, static_cast<std::uint64_t>(index), data.low, data.high);
  }
};

/// The latents of operand number `k`, in the order of generation; each has a sequence of its own.
inline Latents latents(const Problem& problem, std::uint64_t seed, std::uint64_t k) {
  return {splitmix64(seed, k), problem.data};
}

/// Uniform 32-bit words.
void generate_words(std::uint64_t seed, std::span<std::uint32_t> out);

/// The latents, rounded to the nearest float or half.
void generate_f32(const Latents& values, std::span<float> out);
void generate_f16(const Latents& values, std::span<std::uint16_t> out);

}  // namespace membound
