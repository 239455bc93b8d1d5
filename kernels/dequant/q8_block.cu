// SPDX-License-Identifier: Apache-2.0
// dequant/q8_block: 8-bit weights, one block per four rows.
//
// A block owns four rows; a thread owns the same 16 columns of each, four 16-byte loads in flight,
// and reads and converts x once for the four. A warp's load is 512 contiguous bytes. Sharing x cuts
// the instructions per weight and three quarters of the traffic of x in L1. Limited by memory.
#include "dequant/dequant.cuh"

namespace membound {
namespace {

using dequant::Q8;
constexpr int rows_per_block = 4;

template <int Threads>
__global__ void __launch_bounds__(Threads, resident_threads / Threads)
    q8_block(dequant::Quantised<Q8> weights) {
  dequant::multiply_by_block<Threads, rows_per_block>(weights);
}

Launch bind(const Binding& binding) {
  const auto weights = dequant::quantised<Q8>(binding);
  return choose<64, 128, 256>(binding.parameters.at("block"), [&](auto threads) -> Launch {
    const Shape shape{blocks_for(weights.rows, rows_per_block), dim3(threads)};
    return [=](Stream queue) { launch(queue, shape, q8_block<threads>, weights); };
  });
}

const Registration registration{Arm{
    .name = "dequant/q8_block",
    .backend = "cuda",
    .workload = "dequant",
    .formats = {"q8"},
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
