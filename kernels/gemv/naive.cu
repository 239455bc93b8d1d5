// SPDX-License-Identifier: Apache-2.0
// gemv/naive: one thread per row, as a loop would be written for a CPU.
//
// A thread owns a row and walks along it, one scalar at a time. At each step the lanes of a warp
// read 32 addresses that are a whole row apart: nothing is coalesced, and every load fetches 32
// sectors to use a few bytes of each. With only `rows` threads in the grid there is not enough in
// flight either. Limited by wasted sectors.
#include "gemv/gemv.cuh"

namespace membound {
namespace {

constexpr int block = 256;

template <class T>
__global__ void __launch_bounds__(block) naive(gemv::Matrix<T> matrix) {
  const int row = static_cast<int>(blockIdx.x * block + threadIdx.x);
  if (row >= matrix.rows) return;
  const T* weights = gemv::row_of(matrix, row);
  float sum = 0;
  for (int col = 0; col < matrix.cols; ++col) {
    sum = fmaf(gemv::as_float(weights[col]), gemv::as_float(matrix.x[col]), sum);
  }
  matrix.y[row] = sum;
}

Launch bind(const Binding& binding) {
  return gemv::for_format(binding, []<class T>(const gemv::Matrix<T>& matrix) -> Launch {
    const Shape shape{blocks_for(matrix.rows, block), block};
    return [=](Stream queue) { launch(queue, shape, naive<T>, matrix); };
  });
}

const Registration registration{Arm{
    .name = "gemv/naive",
    .backend = "cuda",
    .workload = "gemv",
    .formats = {"f32", "f16"},
    .summary = "one thread per row, scalar loads",
    .unavailable = needs_sm80,
    .bind = bind,
}};

}  // namespace
}  // namespace membound
