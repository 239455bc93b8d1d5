// SPDX-License-Identifier: Apache-2.0
// Reads with the loop that anyone would write, vectorised by the compiler for the oldest x86-64 (or
// for Arm).
//
// A thread owns one contiguous stripe, so the hardware prefetcher sees one forward stream. What
// limits it: the compiler keeps few vectors in flight, and nothing asks for a line before it is
// needed but the prefetcher.
#include "stream/cpu_stream.hpp"

namespace membound {
namespace {

std::uint32_t sum(const std::byte* source, std::int64_t blocks) {
  const auto* const words = reinterpret_cast<const std::uint32_t*>(source);
  const std::int64_t count = blocks * stream_block / 4;
  std::uint32_t total = 0;
  for (std::int64_t i = 0; i < count; ++i) total += words[i];
  return total;
}

const Registration cpu_read{Arm{
    .name = "stream/cpu_read",
    .backend = "cpu",
    .workload = "stream",
    .formats = {"read"},
    .summary = "plain loop, vectorised by the compiler",
    .bind = [](const Binding& binding) { return read_stripes(binding, sum); },
}};

}  // namespace
}  // namespace membound
