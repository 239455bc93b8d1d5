// SPDX-License-Identifier: Apache-2.0
// Input data for the workloads: portable, from a seed, in parallel.
#include "generate.hpp"

#include <algorithm>
#include <thread>
#include <vector>

#include "base/random.hpp"

namespace membound {

void in_parallel(std::int64_t count, const std::function<void(std::int64_t, std::int64_t)>& fill) {
  constexpr std::int64_t least_per_thread = 1 << 16;
  const std::int64_t cores = std::max(1U, std::thread::hardware_concurrency());
  const std::int64_t threads = std::clamp<std::int64_t>(count / least_per_thread, 1, cores);
  std::vector<std::jthread> workers;
  for (std::int64_t t = 1; t < threads; ++t) {
    workers.emplace_back([&, t] { fill(count * t / threads, count * (t + 1) / threads); });
  }
  fill(0, count / threads);
}

void generate_words(std::uint64_t seed, std::span<std::uint32_t> out) {
  in_parallel(static_cast<std::int64_t>(out.size()), [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      const std::uint64_t bits = splitmix64(seed, static_cast<std::uint64_t>(i));
      out[static_cast<std::size_t>(i)] = static_cast<std::uint32_t>(bits >> 32);
    }
  });
}

}  // namespace membound
