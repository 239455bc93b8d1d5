// SPDX-License-Identifier: Apache-2.0
// Vector instructions for CPU arms: chosen per function when compiled, and per device when bound.
//
// A function marked MEMBOUND_AVX2 or MEMBOUND_AVX512 may use those instructions in a program that
// is otherwise built for any x86-64. On other architectures the marked functions are left out and
// their arms are unavailable.
#pragma once

#include <string>

#include "membound/arm.hpp"

#if defined(__x86_64__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"  // g++ 12 warns of values that its own header
#pragma GCC diagnostic ignored \
    "-Wmaybe-uninitialized"  // leaves undefined on purpose (its bug 105593)
#include <immintrin.h>
#pragma GCC diagnostic pop
#define MEMBOUND_X86 1
#define MEMBOUND_AVX2 __attribute__((target("avx2,fma,f16c")))
#define MEMBOUND_AVX512 __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,f16c")))
#else
#define MEMBOUND_X86 0
#endif

namespace membound {

/// Widest vectors, in bits, that CPU arms can use on a device: 512, 256, or 32, which stands for
/// plain C++.
inline int vector_bits([[maybe_unused]] const DeviceInfo& device) {
#if MEMBOUND_X86
  if (device.architecture == "avx512") return 512;
  if (device.architecture == "avx2") return 256;
#endif
  return 32;
}

/// For Arm::unavailable.
inline std::string without_avx2(const DeviceInfo& device) {
  if (vector_bits(device) >= 256) return {};
  return "needs AVX2, FMA and F16C; this processor has " + device.architecture;
}
inline std::string without_avx512(const DeviceInfo& device) {
  if (vector_bits(device) >= 512) return {};
  return "needs AVX-512 F, BW, DQ and VL; this processor has " + device.architecture;
}

/// The parameter of arms that hold plain, AVX2 and AVX-512 versions of one idea.
inline ParameterRule vector_bits_parameter() {
  return {.name = "vector_bits",
          .initial = 0,
          .choices = {0, 32, 256, 512},
          .help = "32: plain C++, 256: AVX2, 512: AVX-512, 0: the widest that the processor has"};
}

/// The width to use for a binding of such an arm. Throws Error when the processor lacks the width
/// asked for.
inline int vector_bits(const Binding& binding) {
  const int widest = binding.device == nullptr ? 32 : vector_bits(*binding.device);
  const auto wanted = static_cast<int>(binding.parameters.at("vector_bits"));
  if (wanted > widest) {
    throw Error("vector_bits is " + std::to_string(wanted) + ", but this processor has " +
                std::to_string(widest) + "; leave the parameter out to use what there is");
  }
  return wanted == 0 ? widest : wanted;
}

#if MEMBOUND_X86

/// Sum of the eight lanes.
MEMBOUND_AVX2 inline float sum_of(__m256 v) {
  const __m128 four = _mm_add_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));
  const __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
  return _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)));
}

#else

/// For Arm::bind of arms that have nothing but x86 instructions. Never called while the arm is
/// unavailable.
inline Launch bind_without_x86(const Binding&) {
  throw Error("this arm is written for x86-64 processors");
}
#endif

}  // namespace membound
