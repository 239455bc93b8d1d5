// SPDX-License-Identifier: Apache-2.0
// gemv/block: one block per row, 16-byte loads.
//
// A block owns a row and a thread up to four 16-byte vectors of it at a time, all in flight
// together; a warp's load is 512 contiguous bytes. Compared with a warp per row, a row is in flight
// at once instead of in turns, and there are enough blocks for the hardware to balance them.
// Limited by memory, and for short rows by the reduction: two steps of shuffles and one barrier per
// row.
#include "gemv/gemv.cuh"

namespace membound {
namespace {

template <int Threads, class T>
__global__ void __launch_bounds__(Threads, resident_threads / Threads)
    block(gemv::Matrix<T> matrix) {
  gemv::multiply_by_block<Threads>(matrix);
}

Launch bind(const Binding& binding) {
  return gemv::for_format(binding, [&]<class T>(const gemv::Matrix<T>& matrix) {
    return choose<128, 256, 512>(binding.parameters.at("block"), [&](auto threads) -> Launch {
      const Shape shape{blocks_for(matrix.rows, 1), dim3(threads)};
      return [=](Stream queue) { launch(queue, shape, block<threads, T>, matrix); };
    });
  });
}

const Registration registration{Arm{
    .name = "gemv/block",
    .backend = "cuda",
    .workload = "gemv",
    .formats = {"f32", "f16"},
    .summary = "one block per row, four 16-byte loads in flight per thread",
    .parameters =
        {{.name = "block", .initial = 256, .choices = {128, 256, 512}, .help = "threads per row"}},
    .unavailable = needs_sm80,
    .bind = bind,
}};

}  // namespace
}  // namespace membound
