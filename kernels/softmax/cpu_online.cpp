// SPDX-License-Identifier: Apache-2.0
// Two sweeps over every row: one that keeps the largest value and the sum together, one that
// writes.
//
// A thread owns a contiguous stripe of rows; within a row every vector lane keeps a maximum and a
// sum of its own. When a larger value comes, the sum so far is scaled down to it; after the first
// blocks of a row that is rare, so it hides behind a branch. The second sweep finds the row in a
// cache. Outputs bypass the caches: an ordinary store would first read the line that it overwrites,
// half as much traffic again. What limits it: arithmetic, two exponentials per element; about four
// instructions per element with AVX2, half of that with AVX-512.
#include <cmath>

#include "half.hpp"
#include "softmax/cpu_rows.hpp"

namespace membound {
namespace {

void row_portable(const std::uint16_t* x, std::uint16_t* y, std::int64_t cols) {
  float largest = lowest_half;
  float sum = 0;
  for (std::int64_t c = 0; c < cols; ++c) {
    const float value = float_from_half(x[c]);
    if (value > largest) {
      sum *= std::exp(largest - value);
      largest = value;
    }
    sum += std::exp(value - largest);
  }
  const float share = 1 / sum;
  for (std::int64_t c = 0; c < cols; ++c) {
    y[c] = half_from(static_cast<double>(std::exp(float_from_half(x[c]) - largest) * share));
  }
}

void rows_portable(const std::uint16_t* x, std::uint16_t* y, std::int64_t rows, std::int64_t cols) {
  for (std::int64_t r = 0; r < rows; ++r) row_portable(x + r * cols, y + r * cols, cols);
}

#if MEMBOUND_X86

constexpr int block = 4;  ///< vectors that are looked at together before the maximum is raised

struct Running256 {
  __m256 largest;
  __m256 sum;
};

MEMBOUND_AVX2 inline Running256 raise(Running256 running, __m256 candidate) {
  if (_mm256_movemask_ps(_mm256_cmp_ps(candidate, running.largest, _CMP_GT_OQ)) == 0)
    return running;
  const __m256 largest = _mm256_max_ps(running.largest, candidate);
  return {largest, _mm256_mul_ps(running.sum, exp_of(_mm256_sub_ps(running.largest, largest)))};
}

MEMBOUND_AVX2 inline Running256 sweep_avx2(const std::uint16_t* x, std::int64_t cols) {
  Running256 running{_mm256_set1_ps(lowest_half), _mm256_setzero_ps()};
  std::int64_t c = 0;
  for (; c + 8 * block <= cols; c += 8 * block) {
    __m256 v[block];
    for (int i = 0; i < block; ++i) v[i] = load_8(x + c + 8 * i);
    running = raise(running, _mm256_max_ps(_mm256_max_ps(v[0], v[1]), _mm256_max_ps(v[2], v[3])));
    for (__m256& one : v) one = exp_of(_mm256_sub_ps(one, running.largest));
    const __m256 sum = _mm256_add_ps(_mm256_add_ps(v[0], v[1]), _mm256_add_ps(v[2], v[3]));
    running.sum = _mm256_add_ps(running.sum, sum);
  }
  for (; c < cols; c += 8) {
    const __m256 v = load_8(x + c);
    running = raise(running, v);
    running.sum = _mm256_add_ps(running.sum, exp_of(_mm256_sub_ps(v, running.largest)));
  }
  return running;
}

MEMBOUND_AVX2 void row_avx2(const std::uint16_t* x, std::uint16_t* y, std::int64_t cols) {
  const Running256 lanes = sweep_avx2(x, cols);
  const __m256 largest = _mm256_set1_ps(largest_of(lanes.largest));
  const __m256 sums = _mm256_mul_ps(lanes.sum, exp_of(_mm256_sub_ps(lanes.largest, largest)));
  const __m256 share = _mm256_set1_ps(1 / sum_of(sums));
  for (std::int64_t c = 0; c < cols; c += 8) {
    stream_8(y + c, _mm256_mul_ps(exp_of(_mm256_sub_ps(load_8(x + c), largest)), share));
  }
}

MEMBOUND_AVX2 void rows_avx2(const std::uint16_t* x, std::uint16_t* y, std::int64_t rows,
                             std::int64_t cols) {
  for (std::int64_t r = 0; r < rows; ++r) row_avx2(x + r * cols, y + r * cols, cols);
  _mm_sfence();  // the last stores belong to the timed window
}

struct Running512 {
  __m512 largest;
  __m512 sum;
};

MEMBOUND_AVX512 inline Running512 raise(Running512 running, __m512 candidate) {
  if (_mm512_cmp_ps_mask(candidate, running.largest, _CMP_GT_OQ) == 0) return running;
  const __m512 largest = _mm512_max_ps(running.largest, candidate);
  return {largest, _mm512_mul_ps(running.sum, exp_of(_mm512_sub_ps(running.largest, largest)))};
}

MEMBOUND_AVX512 inline Running512 sweep_avx512(const std::uint16_t* x, std::int64_t cols) {
  Running512 running{_mm512_set1_ps(lowest_half), _mm512_setzero_ps()};
  std::int64_t c = 0;
  for (; c + 16 * block <= cols; c += 16 * block) {
    __m512 v[block];
    for (int i = 0; i < block; ++i) v[i] = load_16(x + c + 16 * i, 16);
    running = raise(running, _mm512_max_ps(_mm512_max_ps(v[0], v[1]), _mm512_max_ps(v[2], v[3])));
    for (__m512& one : v) one = exp_of(_mm512_sub_ps(one, running.largest));
    const __m512 sum = _mm512_add_ps(_mm512_add_ps(v[0], v[1]), _mm512_add_ps(v[2], v[3]));
    running.sum = _mm512_add_ps(running.sum, sum);
  }
  for (; c < cols; c += 16) {
    const __m512 v = load_16(x + c, cols - c);
    running = raise(running, v);
    running.sum = _mm512_add_ps(running.sum, exp_of(_mm512_sub_ps(v, running.largest)));
  }
  return running;
}

MEMBOUND_AVX512 void row_avx512(const std::uint16_t* x, std::uint16_t* y, std::int64_t cols) {
  const Running512 lanes = sweep_avx512(x, cols);
  const __m512 largest = _mm512_set1_ps(_mm512_reduce_max_ps(lanes.largest));
  const __m512 sums = _mm512_mul_ps(lanes.sum, exp_of(_mm512_sub_ps(lanes.largest, largest)));
  const __m512 share = _mm512_set1_ps(1 / _mm512_reduce_add_ps(sums));
  for (std::int64_t c = 0; c < cols; c += 16) {
    const __m512 values = exp_of(_mm512_sub_ps(load_16(x + c, cols - c), largest));
    stream_16(y + c, _mm512_mul_ps(values, share), cols - c);
  }
}

MEMBOUND_AVX512 void rows_avx512(const std::uint16_t* x, std::uint16_t* y, std::int64_t rows,
                                 std::int64_t cols) {
  for (std::int64_t r = 0; r < rows; ++r) row_avx512(x + r * cols, y + r * cols, cols);
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

const Registration cpu_online{Arm{
    .name = "softmax/cpu_online",
    .backend = "cpu",
    .workload = "softmax",
    .formats = {"f16"},
    .summary = "running maximum and sum, polynomial exponential, non-temporal stores",
    .parameters = {vector_bits_parameter()},
    .bind = bind,
}};

}  // namespace
}  // namespace membound
