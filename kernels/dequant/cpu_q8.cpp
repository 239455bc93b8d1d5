// SPDX-License-Identifier: Apache-2.0
// Eight-bit weights: each is widened to f32 and multiplied with x; the scale of the row is applied
// once, at its end.
//
// A thread owns a contiguous stripe of rows and works on four at a time, so that each load of x,
// kept as f32, serves four rows. Per vector of weights: a load that widens bytes to whole numbers,
// a conversion, a multiply-add. What limits it: with AVX2 the conversions and the read ceiling lie
// close together; plain C++ is limited by the conversions.
#include "cpu_simd.hpp"
#include "dequant/cpu_rows.hpp"
#include "half.hpp"

namespace membound {
namespace {

struct Task {
  const std::int8_t* weights;
  const float* scales;
  const std::uint16_t* x;
  float* y;
  std::int64_t rows;
  std::int64_t cols;  ///< a multiple of 128
};

void prepare_portable(const Task& task, float* x) {
  for (std::int64_t c = 0; c < task.cols; ++c) x[c] = float_from_half(task.x[c]);
}

template <int rows>
void rows_portable(const Task& task, std::int64_t first, const float* x) {
  constexpr int lanes = 8;
  for (std::int64_t row = first; row < first + rows; ++row) {
    const std::int8_t* const weights = task.weights + row * task.cols;
    float sums[lanes] = {};
    for (std::int64_t c = 0; c < task.cols; c += lanes) {
      for (int lane = 0; lane < lanes; ++lane)
        sums[lane] += static_cast<float>(weights[c + lane]) * x[c + lane];
    }
    float total = 0;
    for (const float sum : sums) total += sum;
    task.y[row] = total * task.scales[row];
  }
}

#if MEMBOUND_X86

constexpr std::int64_t line = 64;     ///< columns, and bytes
constexpr std::int64_t ahead = 1024;  ///< per row: four rows together make 4 KiB

MEMBOUND_AVX2 void prepare_avx2(const Task& task, float* x) {
  for (std::int64_t c = 0; c < task.cols; c += 8) {
    const __m128i halves = _mm_loadu_si128(reinterpret_cast<const __m128i*>(task.x + c));
    _mm256_store_ps(x + c, _mm256_cvtph_ps(halves));
  }
}

MEMBOUND_AVX2 inline __m256 load_8(const std::int8_t* weights) {
  return _mm256_cvtepi32_ps(
      _mm256_cvtepi8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(weights))));
}

template <int rows>
MEMBOUND_AVX2 void rows_avx2(const Task& task, std::int64_t first, const float* x) {
  const std::int8_t* const weights = task.weights + first * task.cols;
  __m256 sums[per_row<rows>][2] = {};
  for (std::int64_t c = 0; c < task.cols; c += line) {
    for (int r = 0; r < rows; ++r) {
      _mm_prefetch(reinterpret_cast<const char*>(weights + r * task.cols + c + ahead), _MM_HINT_T0);
    }
    for (std::int64_t v = 0; v < line / 8; ++v) {
      const __m256 eight = _mm256_load_ps(x + c + 8 * v);
      for (int r = 0; r < rows; ++r) {
        sums[r][v % 2] =
            _mm256_fmadd_ps(load_8(weights + r * task.cols + c + 8 * v), eight, sums[r][v % 2]);
      }
    }
  }
  for (int r = 0; r < rows; ++r) {
    task.y[first + r] = sum_of(_mm256_add_ps(sums[r][0], sums[r][1])) * task.scales[first + r];
  }
}

MEMBOUND_AVX512 inline __m512 load_16(const std::int8_t* weights) {
  return _mm512_cvtepi32_ps(
      _mm512_cvtepi8_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(weights))));
}

template <int rows>
MEMBOUND_AVX512 void rows_avx512(const Task& task, std::int64_t first, const float* x) {
  const std::int8_t* const weights = task.weights + first * task.cols;
  __m512 sums[per_row<rows>][2] = {};
  for (std::int64_t c = 0; c < task.cols; c += line) {
    for (int r = 0; r < rows; ++r) {
      _mm_prefetch(reinterpret_cast<const char*>(weights + r * task.cols + c + ahead), _MM_HINT_T0);
    }
    for (std::int64_t v = 0; v < line / 16; ++v) {
      const __m512 sixteen = _mm512_load_ps(x + c + 16 * v);
      for (int r = 0; r < rows; ++r) {
        sums[r][v % 2] =
            _mm512_fmadd_ps(load_16(weights + r * task.cols + c + 16 * v), sixteen, sums[r][v % 2]);
      }
    }
  }
  for (int r = 0; r < rows; ++r) {
    task.y[first + r] =
        _mm512_reduce_add_ps(_mm512_add_ps(sums[r][0], sums[r][1])) * task.scales[first + r];
  }
}

#endif

RowKernels<Task> kernels_for([[maybe_unused]] int bits, std::int64_t cols) {
#if MEMBOUND_X86
  if (bits == 512) return {cols, prepare_avx2, rows_avx512<rows_together>, rows_avx512<1>};
  if (bits == 256) return {cols, prepare_avx2, rows_avx2<rows_together>, rows_avx2<1>};
#endif
  return {cols, prepare_portable, rows_portable<rows_together>, rows_portable<1>};
}

Launch bind(const Binding& binding) {
  const Task task{.weights = binding.operands.get<const std::int8_t>("weights"),
                  .scales = binding.operands.get<const float>("scales"),
                  .x = binding.operands.get<const std::uint16_t>("x"),
                  .y = binding.operands.get<float>("y"),
                  .rows = binding.extents.at("rows"),
                  .cols = binding.extents.at("cols")};
  return on_rows(task, kernels_for(vector_bits(binding), task.cols));
}

const Registration cpu_q8{Arm{
    .name = "dequant/cpu_q8",
    .backend = "cpu",
    .workload = "dequant",
    .formats = {"q8"},
    .summary = "bytes widened to f32, four rows together",
    .parameters = {vector_bits_parameter()},
    .bind = bind,
}};

}  // namespace
}  // namespace membound
