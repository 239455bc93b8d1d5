// SPDX-License-Identifier: Apache-2.0
// Copies with 32-byte loads and non-temporal stores, which write whole lines without reading them
// first.
//
// A thread owns one contiguous stripe of both buffers. Stores gather in write-combining buffers
// until a line is full: eight vectors in a row fill four. The fence at the end keeps the last of
// them inside the timed window. What limits it: memory turning between reading and writing.
#include "cpu_simd.hpp"
#include "stream/cpu_stream.hpp"

namespace membound {
namespace {

#if MEMBOUND_X86

MEMBOUND_AVX2 void copy(std::byte* destination, const std::byte* source, std::int64_t blocks) {
  constexpr int vectors = 8;
  constexpr std::int64_t ahead = 2048;
  for (std::int64_t block = 0; block < blocks; ++block) {
    const auto* const from = reinterpret_cast<const __m256i*>(source + block * stream_block);
    auto* const to = reinterpret_cast<__m256i*>(destination + block * stream_block);
    for (int line = 0; line < 4; ++line) {
      _mm_prefetch(reinterpret_cast<const char*>(from) + ahead + line * 64, _MM_HINT_NTA);
    }
    __m256i held[vectors];
    for (int v = 0; v < vectors; ++v) held[v] = _mm256_load_si256(from + v);
    for (int v = 0; v < vectors; ++v) _mm256_stream_si256(to + v, held[v]);
  }
  _mm_sfence();
}

Launch bind(const Binding& binding) { return copy_stripes(binding, copy); }

#else
constexpr auto bind = bind_without_x86;
#endif

const Registration cpu_copy_nontemporal{Arm{
    .name = "stream/cpu_copy_nontemporal",
    .backend = "cpu",
    .workload = "stream",
    .formats = {"copy"},
    .summary = "32-byte loads, non-temporal stores",
    .unavailable = without_avx2,
    .bind = bind,
}};

}  // namespace
}  // namespace membound
