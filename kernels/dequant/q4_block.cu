// SPDX-License-Identifier: Apache-2.0
// dequant/q4_block: 4-bit weights, one block per four rows.
//
// A block owns four rows; a thread owns the same 32 columns of each, four 16-byte loads in flight,
// and reads and converts x once for the four: x is 64 bytes per 16 bytes of weights, so this is the
// larger part of the traffic in L1. A warp's load is 512 contiguous bytes. Limited by the
// instructions that decode, about three per weight.
#include "dequant/dequant.cuh"

namespace membound {
namespace {

using dequant::Q4;
constexpr int rows_per_block = 4;
constexpr int resident =
    768;  // threads: 80 registers each, since 32 values of x are held while rows are decoded

template <int Threads>
__global__ void __launch_bounds__(Threads, resident / Threads)
    q4_block(dequant::Quantised<Q4> weights) {
  dequant::multiply_by_block<Threads, rows_per_block>(weights);
}

Launch bind(const Binding& binding) {
  const auto weights = dequant::quantised<Q4>(binding);
  return choose<64, 128, 256>(binding.parameters.at("block"), [&](auto threads) -> Launch {
    const Shape shape{blocks_for(weights.rows, rows_per_block), dim3(threads)};
    return [=](Stream queue) { launch(queue, shape, q4_block<threads>, weights); };
  });
}

const Registration registration{Arm{
    .name = "dequant/q4_block",
    .backend = "cuda",
    .workload = "dequant",
    .formats = {"q4"},
    .summary = "one block per four rows, x read and converted once for all four",
    .parameters = {{.name = "block",
                    .initial = 128,
                    .choices = {64, 128, 256},
                    .help = "threads per four rows"}},
    .unavailable = needs_sm80,
    .bind = bind,
}};

}  // namespace
}  // namespace membound
