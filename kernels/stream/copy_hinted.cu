// SPDX-License-Identifier: Apache-2.0
// stream/copy_hinted: the unrolled copy with streaming hints.
//
// As stream/copy_unrolled, but loads and stores are marked as touched once (evict-first in L1 and
// L2). What it shows is whether the hints are worth anything on a device. Limited by memory.
#include "stream/stream.cuh"

namespace membound {
namespace {

template <int Loads>
__global__ void __launch_bounds__(stream::block) copy_hinted(stream::Copy copy) {
  const std::int64_t first = std::int64_t{blockIdx.x} * (stream::block * Loads) + threadIdx.x;
  uint4 values[Loads];
#pragma unroll
  for (int i = 0; i < Loads; ++i) {
    const std::int64_t at = first + i * stream::block;
    if (at < copy.count) values[i] = __ldcs(copy.source + at);
  }
#pragma unroll
  for (int i = 0; i < Loads; ++i) {
    const std::int64_t at = first + i * stream::block;
    if (at < copy.count) __stcs(copy.destination + at, values[i]);
  }
}

Launch bind(const Binding& binding) {
  const stream::Copy copy = stream::copy(binding);
  return choose<2, 4, 8>(binding.parameters.at("loads"), [&](auto loads) -> Launch {
    const Shape shape{blocks_for(copy.count, stream::block * loads), stream::block};
    return [=](Stream queue) { launch(queue, shape, copy_hinted<loads>, copy); };
  });
}

const Registration registration{Arm{
    .name = "stream/copy_hinted",
    .backend = "cuda",
    .workload = "stream",
    .formats = {"copy"},
    .summary = "unrolled copy with streaming loads and stores",
    .parameters = {{.name = "loads",
                    .initial = 4,
                    .choices = {2, 4, 8},
                    .help = "16-byte loads in flight per thread"}},
    .unavailable = needs_sm80,
    .bind = bind,
}};

}  // namespace
}  // namespace membound
