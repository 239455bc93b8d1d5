// SPDX-License-Identifier: Apache-2.0
// Copies with 64-byte loads and non-temporal stores: every store is a whole line.
//
// As cpu_copy_nontemporal, but no line is ever half full in a write-combining buffer. What limits
// it: memory turning between reading and writing.
#include "cpu_simd.hpp"
#include "stream/cpu_stream.hpp"

namespace membound {
namespace {

#if MEMBOUND_X86

MEMBOUND_AVX512 void copy(std::byte* destination, const std::byte* source, std::int64_t blocks) {
  constexpr int vectors = 4;
  constexpr std::int64_t ahead = 2048;
  for (std::int64_t block = 0; block < blocks; ++block) {
    const std::byte* const from = source + block * stream_block;
    std::byte* const to = destination + block * stream_block;
    __m512i held[vectors];
    for (int v = 0; v < vectors; ++v) {
      _mm_prefetch(reinterpret_cast<const char*>(from + ahead + v * 64), _MM_HINT_NTA);
      held[v] = _mm512_load_si512(from + v * 64);
    }
    for (int v = 0; v < vectors; ++v)
      _mm512_stream_si512(reinterpret_cast<__m512i*>(to + v * 64), held[v]);
  }
  _mm_sfence();
}

Launch bind(const Binding& binding) { return copy_stripes(binding, copy); }

#else
constexpr auto bind = bind_without_x86;
#endif

const Registration cpu_copy_avx512{Arm{
    .name = "stream/cpu_copy_avx512",
    .backend = "cpu",
    .workload = "stream",
    .formats = {"copy"},
    .summary = "64-byte loads, non-temporal stores",
    .unavailable = without_avx512,
    .bind = bind,
}};

}  // namespace
}  // namespace membound
