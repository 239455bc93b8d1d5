// SPDX-License-Identifier: Apache-2.0
// Input data for the workloads: portable, from a seed, in parallel.
#pragma once

#include <cstdint>
#include <span>

namespace membound {

/// Uniform 32-bit words.
void generate_words(std::uint64_t seed, std::span<std::uint32_t> out);

}  // namespace membound
