// SPDX-License-Identifier: Apache-2.0
// What the vectorised CPU arms of softmax share: rows per thread, loads and stores of halves, the
// exponential.
//
// exp(x) = 2^n 2^f with n whole and f in [-1/2, 1/2]. The polynomial for 2^f has the smallest
// largest relative error that degree 4 allows, 2.6e-6 (found by Remez exchange); rounding to a half
// makes one of 4.9e-4.
#pragma once

#include <cstdint>

#include "cpu_launch.hpp"
#include "cpu_simd.hpp"

namespace membound {

/// Stands for nothing where a maximum is looked for; -infinity would make differences that are not
/// numbers.
inline constexpr float lowest_half = -65504;

/// Computes `rows` softmaxes one after the other.
using SoftmaxRows = void (*)(const std::uint16_t* x, std::uint16_t* y, std::int64_t rows,
                             std::int64_t cols);

/// Every thread computes a contiguous stripe of rows.
inline Launch softmax_stripes(const Binding& binding, SoftmaxRows softmax) {
  const auto* const x = binding.operands.get<const std::uint16_t>("x");
  auto* const y = binding.operands.get<std::uint16_t>("y");
  if (reinterpret_cast<std::uintptr_t>(y) % 16 != 0)
    throw Error("y must lie on a 16-byte boundary");
  const std::int64_t cols = binding.extents.at("cols");
  return on_stripes(binding.extents.at("rows"), [=](std::int64_t begin, std::int64_t end) {
    softmax(x + begin * cols, y + begin * cols, end - begin, cols);
  });
}

#if MEMBOUND_X86

inline constexpr float log2_of_e = 1.44269504F;
inline constexpr float exp2_terms[] = {0.99999926F, 0.69312181F, 0.24024745F, 0.05591786F,
                                       0.0095701020F};

/// For x <= 0. Below -86 the result stays at 2^-125 instead of vanishing, which no half shows.
MEMBOUND_AVX2 inline __m256 exp_of(__m256 x) {
  // The limit stands first: max(limit, NaN) is NaN.
  const __m256 t = _mm256_max_ps(_mm256_set1_ps(-125), _mm256_mul_ps(x, _mm256_set1_ps(log2_of_e)));
  // Beside 1.5 * 2^23 a float counts in ones: the addition rounds, and leaves n in the lowest bits.
  const __m256 counter = _mm256_set1_ps(0x1.8p23F);
  const __m256 counted = _mm256_add_ps(t, counter);
  const __m256 f = _mm256_sub_ps(t, _mm256_sub_ps(counted, counter));
  __m256 power = _mm256_set1_ps(exp2_terms[4]);
  for (int i = 3; i >= 0; --i) power = _mm256_fmadd_ps(power, f, _mm256_set1_ps(exp2_terms[i]));
  // Adding n to the exponent of a float multiplies it by 2^n.
  const __m256i exponent = _mm256_slli_epi32(_mm256_castps_si256(counted), 23);
  return _mm256_castsi256_ps(_mm256_add_epi32(_mm256_castps_si256(power), exponent));
}

/// For x <= 0.
MEMBOUND_AVX512 inline __m512 exp_of(__m512 x) {
  const __m512 t = _mm512_mul_ps(x, _mm512_set1_ps(log2_of_e));
  const __m512 n = _mm512_roundscale_ps(t, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
  const __m512 f = _mm512_sub_ps(t, n);
  __m512 power = _mm512_set1_ps(exp2_terms[4]);
  for (int i = 3; i >= 0; --i) power = _mm512_fmadd_ps(power, f, _mm512_set1_ps(exp2_terms[i]));
  return _mm512_scalef_ps(power, n);
}

MEMBOUND_AVX2 inline float largest_of(__m256 v) {
  const __m128 four = _mm_max_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));
  const __m128 two = _mm_max_ps(four, _mm_movehl_ps(four, four));
  return _mm_cvtss_f32(_mm_max_ss(two, _mm_movehdup_ps(two)));
}

/// The next eight values as f32.
MEMBOUND_AVX2 inline __m256 load_8(const std::uint16_t* x) {
  return _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(x)));
}

/// Sixteen values; when only eight are left of the row, the lowest half fills the other lanes: its
/// share is 0.
MEMBOUND_AVX512 inline __m512 load_16(const std::uint16_t* x, std::int64_t left) {
  if (left >= 16) return _mm512_cvtph_ps(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(x)));
  const __m128i eight = _mm_loadu_si128(reinterpret_cast<const __m128i*>(x));
  return _mm512_mask_cvtph_ps(_mm512_set1_ps(lowest_half), 0x00ff, _mm256_zextsi128_si256(eight));
}

/// Non-temporal stores of rounded values. An ordinary store would first read the line that it
/// overwrites.
MEMBOUND_AVX2 inline void stream_8(std::uint16_t* y, __m256 values) {
  _mm_stream_si128(reinterpret_cast<__m128i*>(y),
                   _mm256_cvtps_ph(values, _MM_FROUND_TO_NEAREST_INT));
}

/// In pieces of 16 bytes, because a row need not start on a boundary of 32; the second only if it
/// is in the row.
MEMBOUND_AVX512 inline void stream_16(std::uint16_t* y, __m512 values, std::int64_t left) {
  const __m256i halves = _mm512_cvtps_ph(values, _MM_FROUND_TO_NEAREST_INT);
  auto* const to = reinterpret_cast<__m128i*>(y);
  _mm_stream_si128(to, _mm256_castsi256_si128(halves));
  if (left >= 16) _mm_stream_si128(to + 1, _mm256_extracti128_si256(halves, 1));
}

#endif

}  // namespace membound
