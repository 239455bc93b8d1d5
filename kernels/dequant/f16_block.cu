// SPDX-License-Identifier: Apache-2.0
// dequant/f16_block: weights that are not quantised, one block per row: the faster baseline.
//
// The kernel of gemv/block: a block owns a row, and a thread up to four 16-byte vectors of it at a
// time.
#include "gemv/gemv.cuh"

namespace membound {
namespace {

template <int Threads>
__global__ void __launch_bounds__(Threads, resident_threads / Threads)
    f16_block(gemv::Matrix<__half> matrix) {
  gemv::multiply_by_block<Threads>(matrix);
}

Launch bind(const Binding& binding) {
  const auto matrix = gemv::matrix<__half>(binding);
  return choose<128, 256, 512>(binding.parameters.at("block"), [&](auto threads) -> Launch {
    const Shape shape{blocks_for(matrix.rows, 1), dim3(threads)};
    return [=](Stream queue) { launch(queue, shape, f16_block<threads>, matrix); };
  });
}

const Registration registration{Arm{
    .name = "dequant/f16_block",
    .backend = "cuda",
    .workload = "dequant",
    .formats = {"f16"},
    .summary = "one block per row, four 16-byte loads in flight per thread, nothing to decode",
    .parameters =
        {{.name = "block", .initial = 256, .choices = {128, 256, 512}, .help = "threads per row"}},
    .unavailable = needs_sm80,
    .bind = bind,
}};

}  // namespace
}  // namespace membound
