// SPDX-License-Identifier: Apache-2.0
// One exponential per element: the largest value first, then the exponentials, kept as f32 in a
// cache, then quotients.
//
// A thread owns a contiguous stripe of rows. Against cpu_online it exchanges the second
// exponential, about a dozen instructions, for a store and a load of the row at twice its size,
// which must fit in a cache (128 KiB for 32768 columns). Outputs bypass the caches. What limits it:
// with AVX2 still the exponential; very wide rows leave the second-level cache.
#include <algorithm>
#include <cmath>

#include "cpu_scratch.hpp"
#include "half.hpp"
#include "softmax/cpu_rows.hpp"

namespace membound {
namespace {

void rows_portable(const std::uint16_t* x, std::uint16_t* y, std::int64_t rows, std::int64_t cols) {
  float* const kept = scratch(cols);
  for (std::int64_t r = 0; r < rows; ++r, x += cols, y += cols) {
    float largest = lowest_half;
    for (std::int64_t c = 0; c < cols; ++c)
      largest = std::max(largest, kept[c] = float_from_half(x[c]));
    float sum = 0;
    for (std::int64_t c = 0; c < cols; ++c) sum += kept[c] = std::exp(kept[c] - largest);
    const float share = 1 / sum;
    for (std::int64_t c = 0; c < cols; ++c) y[c] = half_from(static_cast<double>(kept[c] * share));
  }
}

#if MEMBOUND_X86

MEMBOUND_AVX2 void row_avx2(const std::uint16_t* x, std::uint16_t* y, std::int64_t cols,
                            float* kept) {
  __m256 largest_lanes = _mm256_set1_ps(lowest_half);
  for (std::int64_t c = 0; c < cols; c += 8)
    largest_lanes = _mm256_max_ps(largest_lanes, load_8(x + c));
  const __m256 largest = _mm256_set1_ps(largest_of(largest_lanes));
  __m256 sums = _mm256_setzero_ps();
  for (std::int64_t c = 0; c < cols; c += 8) {
    const __m256 values = exp_of(_mm256_sub_ps(load_8(x + c), largest));
    _mm256_store_ps(kept + c, values);
    sums = _mm256_add_ps(sums, values);
  }
  const __m256 share = _mm256_set1_ps(1 / sum_of(sums));
  for (std::int64_t c = 0; c < cols; c += 8)
    stream_8(y + c, _mm256_mul_ps(_mm256_load_ps(kept + c), share));
}

MEMBOUND_AVX2 void rows_avx2(const std::uint16_t* x, std::uint16_t* y, std::int64_t rows,
                             std::int64_t cols) {
  float* const kept = scratch(cols);
  for (std::int64_t r = 0; r < rows; ++r) row_avx2(x + r * cols, y + r * cols, cols, kept);
  _mm_sfence();  // the last stores belong to the timed window
}

MEMBOUND_AVX512 void row_avx512(const std::uint16_t* x, std::uint16_t* y, std::int64_t cols,
                                float* kept) {
  __m512 largest_lanes = _mm512_set1_ps(lowest_half);
  for (std::int64_t c = 0; c < cols; c += 16)
    largest_lanes = _mm512_max_ps(largest_lanes, load_16(x + c, cols - c));
  const __m512 largest = _mm512_set1_ps(_mm512_reduce_max_ps(largest_lanes));
  __m512 sums = _mm512_setzero_ps();
  for (std::int64_t c = 0; c < cols; c += 16) {
    const __m512 values = exp_of(_mm512_sub_ps(load_16(x + c, cols - c), largest));
    _mm512_store_ps(kept + c, values);
    sums = _mm512_add_ps(sums, values);
  }
  const __m512 share = _mm512_set1_ps(1 / _mm512_reduce_add_ps(sums));
  for (std::int64_t c = 0; c < cols; c += 16) {
    stream_16(y + c, _mm512_mul_ps(_mm512_load_ps(kept + c), share), cols - c);
  }
}

MEMBOUND_AVX512 void rows_avx512(const std::uint16_t* x, std::uint16_t* y, std::int64_t rows,
                                 std::int64_t cols) {
  float* const kept = scratch(cols);  // whole lines: room for the empty lanes behind the row
  for (std::int64_t r = 0; r < rows; ++r) row_avx512(x + r * cols, y + r * cols, cols, kept);
  _mm_sfence();
}

#endif

Launch bind(const Binding& binding) {
  [[maybe_unused]] const int bits = vector_bits(binding);
#if MEMBOUND_X86
  if (bits == 512) return softmax_stripes(binding, rows_avx512);
  if (bits == 256) return softmax_stripes(binding, rows_avx2);
#endif
  return softmax_stripes(binding, rows_portable);
}

const Registration cpu_kept{Arm{
    .name = "softmax/cpu_kept",
    .backend = "cpu",
    .workload = "softmax",
    .formats = {"f16"},
    .summary = "one exponential per element, kept in a cache, non-temporal stores",
    .parameters = {vector_bits_parameter()},
    .bind = bind,
}};

}  // namespace
}  // namespace membound
