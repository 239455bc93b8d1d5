// SPDX-License-Identifier: Apache-2.0
// The exponential of a vector of non-positive values, as exact as a half can show.
//
// exp(x) = 2^n 2^f with n whole and f in [-1/2, 1/2]. The Taylor series of 2^f up to f^5 leaves a
// relative error of 2.4e-6 (the next term, (f ln 2)^6 / 720); rounding to a half makes one
// of 4.9e-4.
#pragma once

#include "cpu_simd.hpp"

namespace membound {

#if MEMBOUND_X86

inline constexpr float log2_of_e = 1.44269504F;
inline constexpr float exp2_series[] = {1.0F,          0.693147181F,   0.240226507F,
                                        0.0555041087F, 0.00961812911F, 0.00133335581F};

/// For x <= 0. Below -86 the result stays at 2^-125 instead of vanishing, which no half shows.
MEMBOUND_AVX2 inline __m256 exp_of(__m256 x) {
  // The limit stands first: max(limit, NaN) is NaN.
  const __m256 t = _mm256_max_ps(_mm256_set1_ps(-125), _mm256_mul_ps(x, _mm256_set1_ps(log2_of_e)));
  const __m256 n = _mm256_round_ps(t, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
  const __m256 f = _mm256_sub_ps(t, n);
  __m256 power = _mm256_set1_ps(exp2_series[5]);
  for (int i = 4; i >= 0; --i) power = _mm256_fmadd_ps(power, f, _mm256_set1_ps(exp2_series[i]));
  // Adding n to the exponent of a float multiplies it by 2^n.
  const __m256i exponent = _mm256_slli_epi32(_mm256_cvtps_epi32(n), 23);
  return _mm256_castsi256_ps(_mm256_add_epi32(_mm256_castps_si256(power), exponent));
}

/// For x <= 0.
MEMBOUND_AVX512 inline __m512 exp_of(__m512 x) {
  const __m512 t = _mm512_mul_ps(x, _mm512_set1_ps(log2_of_e));
  const __m512 n = _mm512_roundscale_ps(t, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
  const __m512 f = _mm512_sub_ps(t, n);
  __m512 power = _mm512_set1_ps(exp2_series[5]);
  for (int i = 4; i >= 0; --i) power = _mm512_fmadd_ps(power, f, _mm512_set1_ps(exp2_series[i]));
  return _mm512_scalef_ps(power, n);
}

#endif

}  // namespace membound
