// SPDX-License-Identifier: Apache-2.0
// dequant/f16: weights that are not quantised, one warp per row: what the others are compared with.
//
// The kernel of gemv/vectorised: a warp owns a row, a load is 512 contiguous bytes, four are in
// flight per lane.
#include "gemv/gemv.cuh"

namespace membound {
namespace {

__global__ void __launch_bounds__(gemv::block_threads, resident_threads / gemv::block_threads)
    f16(gemv::Matrix<__half> matrix) {
  gemv::multiply_by_warp(matrix);
}

Launch bind(const Binding& binding) {
  const auto matrix = gemv::matrix<__half>(binding);
  const Shape shape{blocks_for(matrix.rows, gemv::rows_per_block),
                    dim3(warp_size, gemv::rows_per_block)};
  return [=](Stream queue) { launch(queue, shape, f16, matrix); };
}

const Registration registration{Arm{
    .name = "dequant/f16",
    .backend = "cuda",
    .workload = "dequant",
    .formats = {"f16"},
    .summary = "one warp per row, 16-byte loads, nothing to decode",
    .unavailable = needs_sm80,
    .bind = bind,
}};

}  // namespace
}  // namespace membound
