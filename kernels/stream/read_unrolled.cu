// SPDX-License-Identifier: Apache-2.0
// stream/read_unrolled: several 16-byte loads in flight per thread.
//
// A thread owns `loads` vectors, 4 KiB apart; a block of 256 threads owns loads x 4 KiB of
// contiguous memory, and each of a warp's loads is 512 contiguous bytes. All loads are issued
// before the first is used, so fewer blocks start and each has more bytes in flight. The limit is
// memory, or at small regions the tail of the last blocks.
#include "stream/stream.cuh"

namespace membound {
namespace {

template <int Loads>
__global__ void __launch_bounds__(stream::block) read_unrolled(stream::Source source) {
  const std::int64_t first = std::int64_t{blockIdx.x} * (stream::block * Loads) + threadIdx.x;
  const auto load = [](const uint4* address) { return *address; };
  stream::write_block_sum(stream::sum_tile<Loads>(source.vectors, source.count, first, load),
                          source.sums);
}

Launch bind(const Binding& binding) {
  const stream::Source source = stream::source(binding);
  return choose<2, 4, 8>(binding.parameters.at("loads"), [&](auto loads) -> Launch {
    const Shape shape{blocks_for(source.count, stream::block * loads), stream::block};
    return [=](Stream queue) { launch(queue, shape, read_unrolled<loads>, source); };
  });
}

const Registration registration{Arm{
    .name = "stream/read_unrolled",
    .backend = "cuda",
    .workload = "stream",
    .formats = {"read"},
    .summary = "several 16-byte loads in flight per thread, one block per contiguous tile",
    .parameters = {{.name = "loads",
                    .initial = 4,
                    .choices = {2, 4, 8},
                    .help = "16-byte loads in flight per thread"}},
    .unavailable = needs_sm80,
    .bind = bind,
}};

}  // namespace
}  // namespace membound
