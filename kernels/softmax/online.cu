// SPDX-License-Identifier: Apache-2.0
// softmax/online: one block per row, maximum and sum in one pass (Milakov and Gimelshein 2018).
//
// A block of 256 threads owns a row; a thread owns the 16-byte vectors t, t + 256, ... and keeps a
// running maximum with the sum of exponentials relative to it. The pairs of all threads meet in a
// tree in shared memory. The second pass reads the row again and writes the result. A warp's access
// is 512 contiguous bytes, four per thread in flight. The row is read twice: the second time from
// L2 as long as the rows in flight fit there, else from memory, and then the limit is two thirds of
// a copy's rate.
#include <cfloat>

#include "softmax/softmax.cuh"

namespace membound {
namespace {

constexpr int block = 256;
constexpr int loads = 4;

/// Largest value so far, and the sum of exp(value - maximum). The start is finite, so that no
/// infinities are subtracted from each other.
struct Running {
  float maximum = -FLT_MAX;
  float sum = 0;
};

__device__ Running merge(Running a, Running b) {
  const float maximum = fmaxf(a.maximum, b.maximum);
  return {maximum, a.sum * softmax::fast_exp(a.maximum - maximum) +
                       b.sum * softmax::fast_exp(b.maximum - maximum)};
}

__device__ Running add(Running running, const softmax::Eight& eight) {
  float maximum = running.maximum;
#pragma unroll
  for (const float value : eight.values) maximum = fmaxf(maximum, value);
  float sum = running.sum * softmax::fast_exp(running.maximum - maximum);
#pragma unroll
  for (const float value : eight.values) sum += softmax::fast_exp(value - maximum);
  return {maximum, sum};
}

/// Merges the pairs of all threads of the block; every thread gets the result.
__device__ Running merge_block(Running mine) {
  __shared__ float maxima[block];
  __shared__ float sums[block];
  const int thread = static_cast<int>(threadIdx.x);
  maxima[thread] = mine.maximum;
  sums[thread] = mine.sum;
  __syncthreads();
  for (int half = block / 2; half > 0; half /= 2) {
    if (thread < half) {
      const Running both =
          merge({maxima[thread], sums[thread]}, {maxima[thread + half], sums[thread + half]});
      maxima[thread] = both.maximum;
      sums[thread] = both.sum;
    }
    __syncthreads();
  }
  return {maxima[0], sums[0]};
}

/// Calls use(index, vector) for the vectors thread, thread + 256, ...; four are in flight before
/// the first is used.
template <class Use>
__device__ void for_each_vector(const uint4* row, int vectors, Use use) {
  for (int begin = static_cast<int>(threadIdx.x); begin < vectors; begin += loads * block) {
    uint4 values[loads];
#pragma unroll
    for (int i = 0; i < loads; ++i) {
      const int at = begin + i * block;
      values[i] = at < vectors ? row[at] : uint4{0, 0, 0, 0};
    }
#pragma unroll
    for (int i = 0; i < loads; ++i) {
      const int at = begin + i * block;
      if (at < vectors) use(at, values[i]);
    }
  }
}

__global__ void __launch_bounds__(block, resident_threads / block) online(softmax::Rows rows) {
  const std::size_t offset = softmax::offset_of(rows, static_cast<int>(blockIdx.x));
  const auto* x = reinterpret_cast<const uint4*>(rows.x + offset);
  auto* y = reinterpret_cast<uint4*>(rows.y + offset);
  const int vectors = rows.cols / 8;

  Running mine;
  for_each_vector(x, vectors,
                  [&](int, uint4 vector) { mine = add(mine, softmax::unpack(vector)); });
  const Running row = merge_block(mine);
  const float factor = __fdividef(1, row.sum);
  for_each_vector(x, vectors, [&](int at, uint4 vector) {
    softmax::Eight eight = softmax::unpack(vector);
#pragma unroll
    for (float& value : eight.values) value = softmax::fast_exp(value - row.maximum) * factor;
    y[at] = softmax::pack(eight);
  });
}

Launch bind(const Binding& binding) {
  const softmax::Rows rows = softmax::rows(binding);
  const Shape shape{blocks_for(rows.rows, 1), block};
  return [=](Stream queue) { launch(queue, shape, online, rows); };
}

const Registration registration{Arm{
    .name = "softmax/online",
    .backend = "cuda",
    .workload = "softmax",
    .formats = {"f16"},
    .summary = "one block per row, maximum and sum in one pass, result in a second",
    .unavailable = needs_sm80,
    .bind = bind,
}};

}  // namespace
}  // namespace membound
