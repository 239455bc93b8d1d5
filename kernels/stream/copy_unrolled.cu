// SPDX-License-Identifier: Apache-2.0
// stream/copy_unrolled: several 16-byte loads in flight per thread before the first store.
//
// A thread owns `loads` vectors, 4 KiB apart; a block of 256 threads owns loads x 4 KiB of
// contiguous memory. Reads and writes come in longer runs than in stream/copy_plain, with fewer
// blocks to start. Limited by memory.
#include "stream/stream.cuh"

namespace membound {
namespace {

template <int Loads>
__global__ void __launch_bounds__(stream::block) copy_unrolled(stream::Copy copy) {
  const std::int64_t first = std::int64_t{blockIdx.x} * (stream::block * Loads) + threadIdx.x;
  uint4 values[Loads];
#pragma unroll
  for (int i = 0; i < Loads; ++i) {
    const std::int64_t at = first + i * stream::block;
    if (at < copy.count) values[i] = copy.source[at];
  }
#pragma unroll
  for (int i = 0; i < Loads; ++i) {
    const std::int64_t at = first + i * stream::block;
    if (at < copy.count) copy.destination[at] = values[i];
  }
}

Launch bind(const Binding& binding) {
  const stream::Copy copy = stream::copy(binding);
  return choose<2, 4, 8>(binding.parameters.at("loads"), [&](auto loads) -> Launch {
    const Shape shape{blocks_for(copy.count, stream::block * loads), stream::block};
    return [=](Stream queue) { launch(queue, shape, copy_unrolled<loads>, copy); };
  });
}

const Registration registration{Arm{
    .name = "stream/copy_unrolled",
    .backend = "cuda",
    .workload = "stream",
    .formats = {"copy"},
    .summary = "several 16-byte loads in flight per thread, then as many stores",
    .parameters = {{.name = "loads",
                    .initial = 4,
                    .choices = {2, 4, 8},
                    .help = "16-byte loads in flight per thread"}},
    .unavailable = needs_sm80,
    .bind = bind,
}};

}  // namespace
}  // namespace membound
