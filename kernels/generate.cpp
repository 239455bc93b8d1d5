// SPDX-License-Identifier: Apache-2.0
// Input data for the workloads: portable, from a seed, in parallel.
#include "generate.hpp"

#include "half.hpp"

namespace membound {
namespace {

/// out[i] = make(i) for every i.
template <class T, class Make>
void generate(std::span<T> out, Make make) {
  in_parallel(static_cast<std::int64_t>(out.size()), 1 << 16,
              [&](std::int64_t begin, std::int64_t end) {
                for (std::int64_t i = begin; i < end; ++i)
                  out[static_cast<std::size_t>(i)] = make(i);
              });
}

}  // namespace

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
