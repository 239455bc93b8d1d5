// SPDX-License-Identifier: Apache-2.0
// dequant/q4: 4-bit weights, one warp per row.
//
// A warp owns a row; a lane decodes 32 weights per 16-byte load, two loads in flight, and reads
// four vectors of x and one scale for them. A warp's load is 512 contiguous bytes. A quarter of the
// bytes of f16 with the same number of multiply-adds, each preceded by decoding: limited by
// instructions where memory is fast.
#include "dequant/dequant.cuh"

namespace membound {
namespace {

using dequant::Q4;

__global__ void __launch_bounds__(gemv::block_threads, resident_threads / gemv::block_threads)
    q4(dequant::Quantised<Q4> weights) {
  dequant::multiply_by_warp(weights);
}

Launch bind(const Binding& binding) {
  const auto weights = dequant::quantised<Q4>(binding);
  const Shape shape{blocks_for(weights.rows, gemv::rows_per_block),
                    dim3(warp_size, gemv::rows_per_block)};
  return [=](Stream queue) { launch(queue, shape, q4, weights); };
}

const Registration registration{Arm{
    .name = "dequant/q4",
    .backend = "cuda",
    .workload = "dequant",
    .formats = {"q4"},
    .summary = "one warp per row, 32 weights per 16-byte load",
    .unavailable = needs_sm80,
    .bind = bind,
}};

}  // namespace
}  // namespace membound
