// SPDX-License-Identifier: Apache-2.0
// stream/read_persistent: one wave of blocks that stay until the region is read.
//
// Blocks take 32 KiB tiles in turn: tile b, b + gridDim.x, ...; a thread owns eight 16-byte vectors
// of each tile, 4 KiB apart, all in flight together. No block is started after the first wave, so
// block scheduling costs nothing; the limit is memory, and at the end the blocks that have one tile
// more than the others.
#include <algorithm>

#include "stream/stream.cuh"

namespace membound {
namespace {

constexpr int loads = 8;
constexpr int tile = stream::block * loads;

__global__ void __launch_bounds__(stream::block) read_persistent(stream::Source source) {
  const auto load = [](const uint4* address) { return *address; };
  const std::int64_t stride = std::int64_t{gridDim.x} * tile;
  std::uint32_t sum = 0;
  for (std::int64_t begin = std::int64_t{blockIdx.x} * tile; begin < source.count;
       begin += stride) {
    sum += stream::sum_tile<loads>(source.vectors, source.count, begin + threadIdx.x, load);
  }
  stream::write_block_sum(sum, source.sums);
}

Launch bind(const Binding& binding) {
  const stream::Source source = stream::source(binding);
  const auto wave = static_cast<unsigned>(binding.parameters.at("blocks_per_unit") *
                                          std::max(1, binding.device->units));
  const Shape shape{std::min(wave, blocks_for(source.count, tile)), stream::block};
  return [=](Stream queue) { launch(queue, shape, read_persistent, source); };
}

const Registration registration{Arm{
    .name = "stream/read_persistent",
    .backend = "cuda",
    .workload = "stream",
    .formats = {"read"},
    .summary = "one wave of blocks that take 32 KiB tiles in turn, eight 16-byte loads in flight "
               "per thread",
    .parameters = {{.name = "blocks_per_unit",
                    .initial = 4,
                    .choices = {1, 2, 3, 4},
                    .help = "blocks of 256 threads per multiprocessor"}},
    .unavailable = needs_sm80,
    .bind = bind,
}};

}  // namespace
}  // namespace membound
