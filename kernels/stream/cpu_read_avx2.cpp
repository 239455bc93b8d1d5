// SPDX-License-Identifier: Apache-2.0
// Reads with 32-byte loads into eight sums, and asks for lines 4 KiB ahead.
//
// A thread owns one contiguous stripe. Eight independent sums keep the additions out of the way;
// the software prefetch crosses page boundaries, where the hardware prefetcher stops. What limits
// it: the number of lines that one core can have in flight, so every core is needed to fill the
// memory bus.
#include "cpu_simd.hpp"
#include "stream/cpu_stream.hpp"

namespace membound {
namespace {

#if MEMBOUND_X86

MEMBOUND_AVX2 std::uint32_t sum(const std::byte* source, std::int64_t blocks) {
  constexpr int vectors = 8;
  constexpr std::int64_t ahead = 4096;
  __m256i sums[vectors] = {};
  for (const std::byte* const end = source + blocks * stream_block; source < end;
       source += stream_block) {
    for (int line = 0; line < 4; ++line) {
      _mm_prefetch(reinterpret_cast<const char*>(source + ahead + line * 64), _MM_HINT_T0);
    }
    for (int v = 0; v < vectors; ++v) {
      sums[v] = _mm256_add_epi32(sums[v],
                                 _mm256_load_si256(reinterpret_cast<const __m256i*>(source) + v));
    }
  }
  alignas(32) std::uint32_t lanes[8];
  for (int v = 1; v < vectors; ++v) sums[0] = _mm256_add_epi32(sums[0], sums[v]);
  _mm256_store_si256(reinterpret_cast<__m256i*>(lanes), sums[0]);
  std::uint32_t total = 0;
  for (const std::uint32_t lane : lanes) total += lane;
  return total;
}

Launch bind(const Binding& binding) { return read_stripes(binding, sum); }

#else
constexpr auto bind = bind_without_x86;
#endif

const Registration cpu_read_avx2{Arm{
    .name = "stream/cpu_read_avx2",
    .backend = "cpu",
    .workload = "stream",
    .formats = {"read"},
    .summary = "32-byte loads, eight sums, prefetch 4 KiB ahead",
    .unavailable = without_avx2,
    .bind = bind,
}};

}  // namespace
}  // namespace membound
