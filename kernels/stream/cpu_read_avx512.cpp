// SPDX-License-Identifier: Apache-2.0
// Reads with 64-byte loads, a whole line each, into four sums, and asks for lines 4 KiB ahead.
//
// A thread owns one contiguous stripe, as in cpu_read_avx2. With a line per load the core has half
// as many loads to track for the same bytes. What limits it: the lines that one core can have in
// flight.
#include "cpu_simd.hpp"
#include "stream/cpu_stream.hpp"

namespace membound {
namespace {

#if MEMBOUND_X86

MEMBOUND_AVX512 std::uint32_t sum(const std::byte* source, std::int64_t blocks) {
  constexpr int vectors = 4;
  constexpr std::int64_t ahead = 4096;
  __m512i sums[vectors] = {};
  for (const std::byte* const end = source + blocks * stream_block; source < end;
       source += stream_block) {
    for (int v = 0; v < vectors; ++v) {
      _mm_prefetch(reinterpret_cast<const char*>(source + ahead + v * 64), _MM_HINT_T0);
      sums[v] = _mm512_add_epi32(sums[v], _mm512_load_si512(source + v * 64));
    }
  }
  const __m512i total =
      _mm512_add_epi32(_mm512_add_epi32(sums[0], sums[1]), _mm512_add_epi32(sums[2], sums[3]));
  alignas(64) std::uint32_t lanes[16];
  _mm512_store_si512(lanes, total);
  std::uint32_t sum_of_lanes = 0;
  for (const std::uint32_t lane : lanes) sum_of_lanes += lane;
  return sum_of_lanes;
}

Launch bind(const Binding& binding) { return read_stripes(binding, sum); }

#else
constexpr auto bind = bind_without_x86;
#endif

const Registration cpu_read_avx512{Arm{
    .name = "stream/cpu_read_avx512",
    .backend = "cpu",
    .workload = "stream",
    .formats = {"read"},
    .summary = "64-byte loads, four sums, prefetch 4 KiB ahead",
    .unavailable = without_avx512,
    .bind = bind,
}};

}  // namespace
}  // namespace membound
