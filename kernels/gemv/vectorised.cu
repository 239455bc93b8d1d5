// SPDX-License-Identifier: Apache-2.0
// gemv/vectorised: one warp per row, 16-byte loads.
//
// A warp owns a row; a load of a warp is 512 contiguous bytes, and each lane has four loads of
// weights in flight. x is read through the cache, 16 bytes per lane as well, by every warp. Few
// instructions per byte; limited by memory, and by the tail: the rows that the last warps hold are
// as long as all others.
#include "gemv/gemv.cuh"

namespace membound {
namespace {

template <class T>
__global__ void __launch_bounds__(gemv::block_threads, resident_threads / gemv::block_threads)
    vectorised(gemv::Matrix<T> matrix) {
  gemv::multiply_by_warp(matrix);
}

Launch bind(const Binding& binding) {
  return gemv::for_format(binding, []<class T>(const gemv::Matrix<T>& matrix) -> Launch {
    const Shape shape{blocks_for(matrix.rows, gemv::rows_per_block),
                      dim3(warp_size, gemv::rows_per_block)};
    return [=](Stream queue) { launch(queue, shape, vectorised<T>, matrix); };
  });
}

const Registration registration{Arm{
    .name = "gemv/vectorised",
    .backend = "cuda",
    .workload = "gemv",
    .formats = {"f32", "f16"},
    .summary = "one warp per row, 16-byte loads, four in flight per lane",
    .unavailable = needs_sm80,
    .bind = bind,
}};

}  // namespace
}  // namespace membound
