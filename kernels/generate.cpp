// SPDX-License-Identifier: Apache-2.0
// Input data for the workloads: portable, from a seed, in parallel.
#include "generate.hpp"

#include <algorithm>
#include <thread>
#include <vector>

#include "half.hpp"

namespace membound {
namespace {

/// out[i] = make(i) for every i.
template <class T, class Make>
void generate(std::span<T> out, Make make) {
  in_parallel(static_cast<std::int64_t>(out.size()), [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) out[static_cast<std::size_t>(i)] = make(i);
  });
}

}  // namespace

void in_parallel(std::int64_t count, const std::function<void(std::int64_t, std::int64_t)>& fill,
                 std::int64_t weight) {
  constexpr std::int64_t least_per_thread = 1 << 16;
  const std::int64_t cores = std::max(1U, std::thread::hardware_concurrency());
  const std::int64_t useful = std::min(count, count * weight / least_per_thread);
  const std::int64_t threads = std::clamp<std::int64_t>(useful, 1, cores);
  std::vector<std::jthread> workers;
  for (std::int64_t t = 1; t < threads; ++t) {
    workers.emplace_back([&, t] { fill(count * t / threads, count * (t + 1) / threads); });
  }
  fill(0, count / threads);
}

void generate_words(std::uint64_t seed, std::span<std::uint32_t> out) {
  generate(out, [&](std::int64_t i) {
    return static_cast<std::uint32_t>(splitmix64(seed, static_cast<std::uint64_t>(i)) >> 32);
  });
}

void generate_f32(const Latents& values, std::span<float> out) {
  generate(out, [&](std::int64_t i) { return static_cast<float>(values(i)); });
}

void generate_f16(const Latents& values, std::span<std::uint16_t> out) {
  generate(out, [&](std::int64_t i) { return half_from(values(i)); });
}

}  // namespace membound
