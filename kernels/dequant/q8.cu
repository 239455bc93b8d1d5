// SPDX-License-Identifier: Apache-2.0
// dequant/q8: 8-bit weights, one warp per row.
//
// A warp owns a row; a lane decodes 16 weights per 16-byte load, two loads in flight, and reads two
// vectors of x for them. The row's scale multiplies the finished sum. A warp's load is 512
// contiguous bytes. Half the bytes of f16 with the same number of multiply-adds; limited by memory,
// with the instructions that decode close behind.
#include "dequant/dequant.cuh"

namespace membound {
namespace {

using dequant::Q8;

__global__ void __launch_bounds__(gemv::block_threads, resident_threads / gemv::block_threads)
    q8(dequant::Quantised<Q8> weights) {
  dequant::multiply_by_warp(weights);
}

Launch bind(const Binding& binding) {
  const auto weights = dequant::quantised<Q8>(binding);
  const Shape shape{blocks_for(weights.rows, gemv::rows_per_block),
                    dim3(warp_size, gemv::rows_per_block)};
  return [=](Stream queue) { launch(queue, shape, q8, weights); };
}

const Registration registration{Arm{
    .name = "dequant/q8",
    .backend = "cuda",
    .workload = "dequant",
    .formats = {"q8"},
    .summary = "one warp per row, 16 weights per 16-byte load",
    .unavailable = needs_sm80,
    .bind = bind,
}};

}  // namespace
}  // namespace membound
