// SPDX-License-Identifier: Apache-2.0
// dequant/q4_tensor: 4-bit weights, products by the tensor cores.
//
// A block of eight warps owns 16 rows, and each warp every eighth run of 512 columns. A lane has
// eight 16-byte loads of weights in flight, in two rows; a warp's load is eight pieces of 64 bytes,
// and its four loads of a row are 256 contiguous bytes. Decoding costs about one instruction per
// weight, a third of what dequant/q4_block needs. Limited by memory; with 4096 rows, by the single
// wave of 256 blocks, in which a multiprocessor has two or one.
#include "dequant/tensor.cuh"

namespace membound {
namespace {

using dequant::Q4;

__global__ void __launch_bounds__(dequant::tile_threads, dequant::tile_blocks)
    q4_tensor(dequant::Quantised<Q4> weights) {
  dequant::multiply_by_tensor(weights);
}

Launch bind(const Binding& binding) {
  const auto weights = dequant::quantised<Q4>(binding);
  const Shape shape{blocks_for(weights.rows, dequant::tile_rows), dequant::tile_threads};
  return [=](Stream queue) { launch(queue, shape, q4_tensor, weights); };
}

const Registration registration{Arm{
    .name = "dequant/q4_tensor",
    .backend = "cuda",
    .workload = "dequant",
    .formats = {"q4"},
    .summary = "one block per 16 rows, weights decoded to halves, products by the tensor cores",
    .unavailable = needs_sm80,
    .bind = bind,
}};

}  // namespace
}  // namespace membound
