// SPDX-License-Identifier: Apache-2.0
// Input data for the workloads: portable, from a seed, in parallel.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

namespace membound {

/// Calls fill(begin, end) for disjoint ranges that cover [0, count), on all cores.
void in_parallel(std::int64_t count, const std::function<void(std::int64_t begin, std::int64_t end)>& fill);

/// Uniform 32-bit words.
void generate_words(std::uint64_t seed, std::span<std::uint32_t> out);

}  // namespace membound
