// SPDX-License-Identifier: Apache-2.0
// Two sweeps over every row: one that keeps the largest value and the sum together, one that
// writes.
//
// A thread owns a contiguous stripe of rows; within a row every vector lane keeps a maximum and a
// sum of its own. When a larger value comes, the sum so far is scaled down to it; after the first
// blocks of a row that is rare, so it hides behind a branch. The second sweep finds the row in a
// cache. Outputs bypass the caches: an ordinary store would first read the line that it overwrites,
// half as much traffic again. What limits it: with AVX-512 the copy ceiling, with AVX2 the two
// exponentials per element come close to it.
#include <cmath>

#include "cpu_launch.hpp"
#include "cpu_simd.hpp"
#include "half.hpp"
#include "softmax/cpu_exp.hpp"

namespace membound {
namespace {

constexpr float lowest_half = -65504;

/// Softmax of one row.
using SoftmaxRow = void (*)(const std::uint16_t* x, std::uint16_t* y, std::int64_t cols);

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

#if MEMBOUND_X86

constexpr int block = 4;  ///< vectors that are looked at together before the maximum is raised

struct Running256 {
  __m256 largest;
  __m256 sum;
};

MEMBOUND_AVX2 inline __m256 load(const std::uint16_t* x) {
  return _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(x)));
}

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
    for (int i = 0; i < block; ++i) v[i] = load(x + c + 8 * i);
    running = raise(running, _mm256_max_ps(_mm256_max_ps(v[0], v[1]), _mm256_max_ps(v[2], v[3])));
    for (int i = 0; i < block; ++i) v[i] = exp_of(_mm256_sub_ps(v[i], running.largest));
    const __m256 sum = _mm256_add_ps(_mm256_add_ps(v[0], v[1]), _mm256_add_ps(v[2], v[3]));
    running.sum = _mm256_add_ps(running.sum, sum);
  }
  for (; c < cols; c += 8) {
    const __m256 v = load(x + c);
    running = raise(running, v);
    running.sum = _mm256_add_ps(running.sum, exp_of(_mm256_sub_ps(v, running.largest)));
  }
  return running;
}

MEMBOUND_AVX2 inline float largest_of(__m256 v) {
  __m128 m = _mm_max_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));
  m = _mm_max_ps(m, _mm_movehl_ps(m, m));
  return _mm_cvtss_f32(_mm_max_ss(m, _mm_movehdup_ps(m)));
}

MEMBOUND_AVX2 inline float sum_of(__m256 v) {
  __m128 s = _mm_add_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));
  s = _mm_add_ps(s, _mm_movehl_ps(s, s));
  return _mm_cvtss_f32(_mm_add_ss(s, _mm_movehdup_ps(s)));
}

MEMBOUND_AVX2 void row_avx2(const std::uint16_t* x, std::uint16_t* y, std::int64_t cols) {
  const Running256 lanes = sweep_avx2(x, cols);
  const __m256 largest = _mm256_set1_ps(largest_of(lanes.largest));
  const __m256 sums = _mm256_mul_ps(lanes.sum, exp_of(_mm256_sub_ps(lanes.largest, largest)));
  const __m256 share = _mm256_set1_ps(1 / sum_of(sums));
  for (std::int64_t c = 0; c < cols; c += 8) {
    const __m256 value = _mm256_mul_ps(exp_of(_mm256_sub_ps(load(x + c), largest)), share);
    _mm_stream_si128(reinterpret_cast<__m128i*>(y + c),
                     _mm256_cvtps_ph(value, _MM_FROUND_TO_NEAREST_INT));
  }
}

struct Running512 {
  __m512 largest;
  __m512 sum;
};

/// Sixteen values; when only eight are left of the row, the lowest half fills the other lanes: its
/// share is 0.
MEMBOUND_AVX512 inline __m512 load(const std::uint16_t* x, std::int64_t left) {
  if (left >= 16) return _mm512_cvtph_ps(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(x)));
  const __m128i eight = _mm_loadu_si128(reinterpret_cast<const __m128i*>(x));
  return _mm512_mask_cvtph_ps(_mm512_set1_ps(lowest_half), 0x00ff, _mm256_zextsi128_si256(eight));
}

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
    for (int i = 0; i < block; ++i) v[i] = load(x + c + 16 * i, 16);
    running = raise(running, _mm512_max_ps(_mm512_max_ps(v[0], v[1]), _mm512_max_ps(v[2], v[3])));
    for (int i = 0; i < block; ++i) v[i] = exp_of(_mm512_sub_ps(v[i], running.largest));
    const __m512 sum = _mm512_add_ps(_mm512_add_ps(v[0], v[1]), _mm512_add_ps(v[2], v[3]));
    running.sum = _mm512_add_ps(running.sum, sum);
  }
  for (; c < cols; c += 16) {
    const __m512 v = load(x + c, cols - c);
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
    const __m512 value =
        _mm512_mul_ps(exp_of(_mm512_sub_ps(load(x + c, cols - c), largest)), share);
    const __m256i halves = _mm512_cvtps_ph(value, _MM_FROUND_TO_NEAREST_INT);
    // In pieces of 16 bytes, because a row need not start on a boundary of 32.
    auto* const to = reinterpret_cast<__m128i*>(y + c);
    _mm_stream_si128(to, _mm256_castsi256_si128(halves));
    if (cols - c >= 16) _mm_stream_si128(to + 1, _mm256_extracti128_si256(halves, 1));
  }
}

/// Waits until the non-temporal stores of this thread have left it.
void drain() { _mm_sfence(); }

SoftmaxRow row_for(int bits) {
  return bits == 512 ? row_avx512 : bits == 256 ? row_avx2 : row_portable;
}

#else

void drain() {}

SoftmaxRow row_for(int) { return row_portable; }

#endif

Launch bind(const Binding& binding) {
  const SoftmaxRow softmax_row = row_for(vector_bits(binding));
  const auto* const x = binding.operands.get<const std::uint16_t>("x");
  auto* const y = binding.operands.get<std::uint16_t>("y");
  if (reinterpret_cast<std::uintptr_t>(y) % 16 != 0)
    throw Error("y must lie on a 16-byte boundary");
  const std::int64_t cols = binding.extents.at("cols");
  return on_stripes(binding.extents.at("rows"), [=](std::int64_t begin, std::int64_t end) {
    for (std::int64_t row = begin; row < end; ++row)
      softmax_row(x + row * cols, y + row * cols, cols);
    drain();
  });
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
