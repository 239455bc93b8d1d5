// SPDX-License-Identifier: Apache-2.0
// stream/read_again: read_plain, and then the beginning of the region once more.
//
// The known effect of a positive control: `permille` thousandths of the region, in whole blocks,
// are read twice, so that a launch moves so much more than its counted traffic. The second reading
// does all that the first did, down to the sum that it writes over the first one's, because a
// lighter one would run at a higher rate. It starts when the whole region has gone through the
// cache since the first, and goes to memory again where the region is larger than the cache.
#include "stream/stream.cuh"

namespace membound {
namespace {

__global__ void __launch_bounds__(stream::block) read_again(stream::Source source, unsigned tiles) {
  const unsigned tile = blockIdx.x < tiles ? blockIdx.x : blockIdx.x - tiles;
  const std::int64_t at = std::int64_t{tile} * stream::block + threadIdx.x;
  const uint4 value = at < source.count ? source.vectors[at] : uint4{0, 0, 0, 0};
  stream::write_block_sum(stream::sum_of(value), source.sums - (blockIdx.x - tile));
}

Launch bind(const Binding& binding) {
  const stream::Source source = stream::source(binding);
  const unsigned tiles = blocks_for(source.count, stream::block);
  const std::int64_t again = tiles * binding.parameters.at("permille") / 1000;
  const Shape shape{blocks_for(tiles + again, 1), stream::block};
  return [=](Stream queue) { launch(queue, shape, read_again, source, tiles); };
}

const Registration registration{Arm{
    .name = "stream/read_again",
    .backend = "cuda",
    .workload = "stream",
    .formats = {"read"},
    .summary = "reads its beginning twice: a control that moves more than is counted",
    .parameters = {{.name = "permille",
                    .initial = 0,
                    .least = 0,
                    .most = 1000,
                    .help = "thousandths of the region that are read a second time"}},
    .ceiling = false,
    .unavailable = needs_sm80,
    .bind = bind,
}};

}  // namespace
}  // namespace membound
