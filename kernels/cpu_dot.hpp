// SPDX-License-Identifier: Apache-2.0
// Dot products of one stored row with x, the inner loop of the gemv arms, in plain C++, AVX2 and
// AVX-512.
//
// All sum in f32. `count` is a multiple of 8. Rows lie one behind the other, so a prefetch that
// leaves the row asks for the next one; behind the last row it does nothing.
#pragma once

#include <cstdint>

#include "cpu_launch.hpp"
#include "cpu_simd.hpp"
#include "half.hpp"

namespace membound {

inline float widened(float stored) { return stored; }
inline float widened(std::uint16_t stored) { return float_from_half(stored); }

/// Eight sums: the compiler may then add vectors, which it may not when there is one order of
/// additions.
template <class T>
float dot_portable(const T* row, const T* x, std::int64_t count) {
  constexpr int lanes = 8;
  float sums[lanes] = {};
  for (std::int64_t c = 0; c < count; c += lanes) {
    for (int lane = 0; lane < lanes; ++lane)
      sums[lane] += widened(row[c + lane]) * widened(x[c + lane]);
  }
  float total = 0;
  for (const float sum : sums) total += sum;
  return total;
}

#if MEMBOUND_X86

/// One small page ahead: hardware prefetchers stop at its end.
inline constexpr std::int64_t prefetch_bytes = 4096;

inline void prefetch(const void* address) {
  _mm_prefetch(static_cast<const char*>(address) + prefetch_bytes, _MM_HINT_T0);
}

/// The next eight values as f32.
MEMBOUND_AVX2 inline __m256 load_8(const float* stored) { return _mm256_loadu_ps(stored); }
MEMBOUND_AVX2 inline __m256 load_8(const std::uint16_t* stored) {
  return _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(stored)));
}

/// Four sums of eight lanes hide the latency of the multiply-add.
template <class T>
MEMBOUND_AVX2 float dot_avx2(const T* row, const T* x, std::int64_t count) {
  constexpr int vectors = 4;
  constexpr std::int64_t step = 8 * vectors;
  __m256 sums[vectors] = {};
  std::int64_t c = 0;
  for (; c + step <= count; c += step) {
    for (std::int64_t byte = 0; byte < step * std::int64_t{sizeof(T)}; byte += 64) {
      prefetch(reinterpret_cast<const char*>(row + c) + byte);
    }
    for (int v = 0; v < vectors; ++v) {
      sums[v] = _mm256_fmadd_ps(load_8(row + c + 8 * v), load_8(x + c + 8 * v), sums[v]);
    }
  }
  for (; c < count; c += 8) sums[0] = _mm256_fmadd_ps(load_8(row + c), load_8(x + c), sums[0]);
  return sum_of(_mm256_add_ps(_mm256_add_ps(sums[0], sums[1]), _mm256_add_ps(sums[2], sums[3])));
}

/// The next sixteen values as f32.
MEMBOUND_AVX512 inline __m512 load_16(const float* stored) { return _mm512_loadu_ps(stored); }
MEMBOUND_AVX512 inline __m512 load_16(const std::uint16_t* stored) {
  return _mm512_cvtph_ps(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(stored)));
}

/// Four sums of sixteen lanes; what is left of the row in steps of eight goes through AVX2.
template <class T>
MEMBOUND_AVX512 float dot_avx512(const T* row, const T* x, std::int64_t count) {
  constexpr int vectors = 4;
  constexpr std::int64_t step = 16 * vectors;
  __m512 sums[vectors] = {};
  std::int64_t c = 0;
  for (; c + step <= count; c += step) {
    for (std::int64_t byte = 0; byte < step * std::int64_t{sizeof(T)}; byte += 64) {
      prefetch(reinterpret_cast<const char*>(row + c) + byte);
    }
    for (int v = 0; v < vectors; ++v) {
      sums[v] = _mm512_fmadd_ps(load_16(row + c + 16 * v), load_16(x + c + 16 * v), sums[v]);
    }
  }
  __m256 rest = _mm256_setzero_ps();
  for (; c < count; c += 8) rest = _mm256_fmadd_ps(load_8(row + c), load_8(x + c), rest);
  const __m512 total =
      _mm512_add_ps(_mm512_add_ps(sums[0], sums[1]), _mm512_add_ps(sums[2], sums[3]));
  return _mm512_reduce_add_ps(total) + sum_of(rest);
}

#endif

/// Dot product of a stored row with x.
template <class T>
using RowDot = float (*)(const T* row, const T* x, std::int64_t count);

/// Every thread computes the elements of y of a contiguous stripe of rows.
template <class T>
Launch dot_every_row(const Binding& binding, RowDot<T> dot) {
  const auto* const weights = binding.operands.get<const T>("weights");
  const auto* const x = binding.operands.get<const T>("x");
  auto* const y = binding.operands.get<float>("y");
  const std::int64_t cols = binding.extents.at("cols");
  return on_stripes(binding.extents.at("rows"), [=](std::int64_t begin, std::int64_t end) {
    for (std::int64_t row = begin; row < end; ++row) y[row] = dot(weights + row * cols, x, cols);
  });
}

}  // namespace membound
