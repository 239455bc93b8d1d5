// SPDX-License-Identifier: Apache-2.0
// softmax/naive: one thread per row and three sweeps, as the formula is written.
//
// A thread owns a row and goes over it three times: maximum, sum of exponentials, result. The lanes
// of a warp read and write addresses that are a whole row apart: nothing is coalesced, every access
// moves 32 sectors to use two bytes of each, and there are only `rows` threads. Limited by wasted
// sectors.
#include <cfloat>

#include "softmax/softmax.cuh"

namespace membound {
namespace {

constexpr int block = 256;

__global__ void __launch_bounds__(block) naive(softmax::Rows rows) {
  const int row = static_cast<int>(blockIdx.x * block + threadIdx.x);
  if (row >= rows.rows) return;
  const __half* x = rows.x + softmax::offset_of(rows, row);
  __half* y = rows.y + softmax::offset_of(rows, row);
  float maximum = -FLT_MAX;
  for (int i = 0; i < rows.cols; ++i) maximum = fmaxf(maximum, __half2float(x[i]));
  float sum = 0;
  for (int i = 0; i < rows.cols; ++i) sum += softmax::fast_exp(__half2float(x[i]) - maximum);
  const float factor = __fdividef(1, sum);
  for (int i = 0; i < rows.cols; ++i)
    y[i] = __float2half_rn(softmax::fast_exp(__half2float(x[i]) - maximum) * factor);
}

Launch bind(const Binding& binding) {
  const softmax::Rows rows = softmax::rows(binding);
  const Shape shape{blocks_for(rows.rows, block), block};
  return [=](Stream queue) { launch(queue, shape, naive, rows); };
}

const Registration registration{Arm{
    .name = "softmax/naive",
    .backend = "cuda",
    .workload = "softmax",
    .formats = {"f16"},
    .summary = "one thread per row, three scalar sweeps",
    .unavailable = needs_sm80,
    .bind = bind,
}};

}  // namespace
}  // namespace membound
