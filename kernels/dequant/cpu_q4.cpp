// SPDX-License-Identifier: Apache-2.0
// Four-bit weights: x is put in the order in which nibbles come out of a vector, so that none has
// to be moved.
//
// A vector of 32-bit lanes holds eight nibbles per lane. Nibble k of all lanes is taken out at once
// and multiplied with the x of those columns, which were laid side by side beforehand. A thread
// owns a contiguous stripe of rows, four at a time; the scale of a group of 128 columns is applied
// once to its partial sum.
//
// AVX2 masks nibble k where it stands, which leaves q * 16^k; the factor 16^-k is in the prepared x
// (exact, a power of two), and the stored offset of 8 becomes one subtraction per group, because
// the sum of (q - 8) x is the sum of q x less 8 times the sum of x. Three instructions for eight
// weights. AVX-512 shifts, and looks the value up in a register of sixteen floats: three for
// sixteen. What limits it: arithmetic with AVX2; with AVX-512 half of that, so memory should be
// near.
#include "cpu_simd.hpp"
#include "dequant/cpu_rows.hpp"
#include "dequant/quantise.hpp"
#include "half.hpp"

namespace membound {
namespace {

struct Task {
  const std::uint8_t* weights;
  const std::uint16_t* scales;
  const std::uint16_t* x;
  float* y;
  std::int64_t rows;
  std::int64_t cols;

  [[nodiscard]] std::int64_t groups() const { return cols / q4_group; }
  [[nodiscard]] const std::uint8_t* group(std::int64_t row, std::int64_t g) const {
    return weights + (row * groups() + g) * group_bytes;
  }
  [[nodiscard]] const std::uint16_t* scale(std::int64_t row, std::int64_t g) const {
    return scales + row * groups() + g;
  }
  static constexpr std::int64_t group_bytes = q4_group / 2;  ///< one cache line
};

void prepare_portable(const Task& task, float* x) {
  for (std::int64_t c = 0; c < task.cols; ++c) x[c] = float_from_half(task.x[c]);
}

float dot_of_group(const std::uint8_t* stored, const float* x) {
  constexpr int lanes = 8;
  float even[lanes] = {};
  float odd[lanes] = {};
  for (std::int64_t pair = 0; pair < q4_group / 2; pair += lanes) {
    for (int lane = 0; lane < lanes; ++lane) {
      const int both = stored[pair + lane];
      even[lane] += static_cast<float>((both & 15) - 8) * x[2 * (pair + lane)];
      odd[lane] += static_cast<float>((both >> 4) - 8) * x[2 * (pair + lane) + 1];
    }
  }
  float total = 0;
  for (int lane = 0; lane < lanes; ++lane) total += even[lane] + odd[lane];
  return total;
}

template <int rows>
void rows_portable(const Task& task, std::int64_t first, const float* x) {
  for (std::int64_t row = first; row < first + rows; ++row) {
    float total = 0;
    for (std::int64_t g = 0; g < task.groups(); ++g) {
      total +=
          dot_of_group(task.group(row, g), x + g * q4_group) * float_from_half(*task.scale(row, g));
    }
    task.y[row] = total;
  }
}

#if MEMBOUND_X86

constexpr int nibbles = 8;            ///< in a lane of 32 bits
constexpr std::int64_t ahead = 1024;  ///< bytes per row: four rows together make 4 KiB

/// The x of eight columns as f32.
struct Eight {
  alignas(32) float values[nibbles];
};

MEMBOUND_AVX2 inline Eight widen(const std::uint16_t* x) {
  Eight eight;
  _mm256_store_ps(eight.values,
                  _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(x))));
  return eight;
}

/// For each group sixteen vectors, x[64 half + 8 lane + k] / 16^k for k = 0..7 of each half of the
/// group (nibble 7 is shifted down, so its factor is 1), then one vector of offsets, -8 times the
/// sum of the x of each lane.
constexpr std::int64_t group_floats_avx2 = q4_group + nibbles;

MEMBOUND_AVX2 void prepare_avx2(const Task& task, float* x) {
  constexpr int lanes = 8;
  constexpr float factors[nibbles] = {1,        0x1p-4F,  0x1p-8F,  0x1p-12F,
                                      0x1p-16F, 0x1p-20F, 0x1p-24F, 1};
  for (std::int64_t g = 0; g < task.groups(); ++g) {
    float* const group = x + g * group_floats_avx2;
    float* const offsets = group + q4_group;
    for (int lane = 0; lane < lanes; ++lane) offsets[lane] = 0;
    for (std::int64_t at = 0; at < q4_group; at += nibbles) {  // at: column of nibble 0 of a lane
      const std::int64_t half = at / (q4_group / 2);
      const std::int64_t lane = at / nibbles % lanes;
      const Eight eight = widen(task.x + g * q4_group + at);
      for (int k = 0; k < nibbles; ++k) {
        group[half * q4_group / 2 + k * lanes + lane] = eight.values[k] * factors[k];
        offsets[lane] -= 8 * eight.values[k];
      }
    }
  }
}

/// Nibble k of every lane: times 16^k for k < 7, as it is for k = 7, whose place is the sign.
MEMBOUND_AVX2 inline __m256 nibble(__m256i lanes, int k) {
  const __m256i taken = k == 7 ? _mm256_srli_epi32(lanes, 28)
                               : _mm256_and_si256(lanes, _mm256_set1_epi32(15 << (4 * k)));
  return _mm256_cvtepi32_ps(taken);
}

template <int rows>
MEMBOUND_AVX2 void rows_avx2(const Task& task, std::int64_t first, const float* x) {
  __m256 totals[per_row<rows>] = {};
  for (std::int64_t g = 0; g < task.groups(); ++g, x += group_floats_avx2) {
    __m256 sums[per_row<rows>]
               [2];  // two, so that a multiply-add need not wait for the one before it
    for (int r = 0; r < rows; ++r) {
      _mm_prefetch(reinterpret_cast<const char*>(task.group(first + r, g) + ahead), _MM_HINT_T0);
      sums[r][0] = _mm256_load_ps(x + q4_group);
      sums[r][1] = _mm256_setzero_ps();
    }
    for (int half = 0; half < 2; ++half) {
      __m256i stored[per_row<rows>];
      for (int r = 0; r < rows; ++r) {
        stored[r] =
            _mm256_loadu_si256(reinterpret_cast<const __m256i*>(task.group(first + r, g)) + half);
      }
#pragma GCC unroll 8
      for (int k = 0; k < nibbles; ++k) {
        const __m256 columns = _mm256_load_ps(x + half * q4_group / 2 + k * 8);
        for (int r = 0; r < rows; ++r)
          sums[r][k % 2] = _mm256_fmadd_ps(nibble(stored[r], k), columns, sums[r][k % 2]);
      }
    }
    for (int r = 0; r < rows; ++r) {
      const __m256 scale =
          _mm256_cvtph_ps(_mm_set1_epi16(static_cast<short>(*task.scale(first + r, g))));
      totals[r] = _mm256_fmadd_ps(_mm256_add_ps(sums[r][0], sums[r][1]), scale, totals[r]);
    }
  }
  for (int r = 0; r < rows; ++r) task.y[first + r] = sum_of(totals[r]);
}

/// For each group eight vectors: x[8 lane + k] for k = 0..7.
MEMBOUND_AVX2 void prepare_avx512(const Task& task, float* x) {
  constexpr int lanes = 16;
  for (std::int64_t at = 0; at < task.cols; at += nibbles) {
    const std::int64_t group = at / q4_group * q4_group;
    const std::int64_t lane = at / nibbles % lanes;
    const Eight eight = widen(task.x + at);
    for (int k = 0; k < nibbles; ++k) x[group + k * lanes + lane] = eight.values[k];
  }
}

template <int rows>
MEMBOUND_AVX512 void rows_avx512(const Task& task, std::int64_t first, const float* x) {
  const __m512 values = _mm512_setr_ps(-8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7);
  __m512 totals[per_row<rows>] = {};
  for (std::int64_t g = 0; g < task.groups(); ++g, x += q4_group) {
    __m512i stored[per_row<rows>];
    __m512 sums[per_row<rows>][2] = {};
    for (int r = 0; r < rows; ++r) {
      _mm_prefetch(reinterpret_cast<const char*>(task.group(first + r, g) + ahead), _MM_HINT_T0);
      stored[r] = _mm512_loadu_si512(task.group(first + r, g));
    }
#pragma GCC unroll 8
    for (int k = 0; k < nibbles; ++k) {
      const __m512 columns = _mm512_load_ps(x + k * 16);
      for (int r = 0; r < rows; ++r) {
        // The look-up uses the low four bits of each lane alone: no mask is needed.
        const __m512i shifted = _mm512_srli_epi32(stored[r], static_cast<unsigned>(4 * k));
        sums[r][k % 2] =
            _mm512_fmadd_ps(_mm512_permutexvar_ps(shifted, values), columns, sums[r][k % 2]);
      }
    }
    for (int r = 0; r < rows; ++r) {
      const __m512 scale =
          _mm512_cvtph_ps(_mm256_set1_epi16(static_cast<short>(*task.scale(first + r, g))));
      totals[r] = _mm512_fmadd_ps(_mm512_add_ps(sums[r][0], sums[r][1]), scale, totals[r]);
    }
  }
  for (int r = 0; r < rows; ++r) task.y[first + r] = _mm512_reduce_add_ps(totals[r]);
}

#endif

RowKernels<Task> kernels_for([[maybe_unused]] int bits, const Task& task) {
#if MEMBOUND_X86
  if (bits == 512) return {task.cols, prepare_avx512, rows_avx512<rows_together>, rows_avx512<1>};
  if (bits == 256) {
    return {task.groups() * group_floats_avx2, prepare_avx2, rows_avx2<rows_together>,
            rows_avx2<1>};
  }
#endif
  return {task.cols, prepare_portable, rows_portable<rows_together>, rows_portable<1>};
}

Launch bind(const Binding& binding) {
  const Task task{.weights = binding.operands.get<const std::uint8_t>("weights"),
                  .scales = binding.operands.get<const std::uint16_t>("scales"),
                  .x = binding.operands.get<const std::uint16_t>("x"),
                  .y = binding.operands.get<float>("y"),
                  .rows = binding.extents.at("rows"),
                  .cols = binding.extents.at("cols")};
  return on_rows(task, kernels_for(vector_bits(binding), task));
}

const Registration cpu_q4{Arm{
    .name = "dequant/cpu_q4",
    .backend = "cpu",
    .workload = "dequant",
    .formats = {"q4"},
    .summary = "nibbles taken out in place, x rearranged to match, four rows together",
    .parameters = {vector_bits_parameter()},
    .bind = bind,
}};

}  // namespace
}  // namespace membound
