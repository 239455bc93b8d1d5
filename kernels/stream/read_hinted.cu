// SPDX-License-Identifier: Apache-2.0
// stream/read_hinted: the unrolled read with cache hints for data that is read once.
//
// As stream/read_unrolled, but every load goes through the read-only path, allocates no line in L1,
// and marks its L2 line as the first to evict. What it shows is whether the hints are worth
// anything on a device.
#include "stream/stream.cuh"

namespace membound {
namespace {

template <int Loads>
__global__ void __launch_bounds__(stream::block) read_hinted(stream::Source source) {
  std::uint64_t policy;
  asm("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy));
  const auto load = [policy](const uint4* address) {
    uint4 v;
    asm("ld.global.nc.L1::no_allocate.L2::cache_hint.v4.u32 {%0, %1, %2, %3}, [%4], %5;"
        : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
        : "l"(address), "l"(policy));
    return v;
  };
  const std::int64_t first = std::int64_t{blockIdx.x} * (stream::block * Loads) + threadIdx.x;
  stream::write_block_sum(stream::sum_tile<Loads>(source.vectors, source.count, first, load),
                          source.sums);
}

Launch bind(const Binding& binding) {
  const stream::Source source = stream::source(binding);
  return choose<2, 4, 8>(binding.parameters.at("loads"), [&](auto loads) -> Launch {
    const Shape shape{blocks_for(source.count, stream::block * loads), stream::block};
    return [=](Stream queue) { launch(queue, shape, read_hinted<loads>, source); };
  });
}

const Registration registration{Arm{
    .name = "stream/read_hinted",
    .backend = "cuda",
    .workload = "stream",
    .formats = {"read"},
    .summary = "unrolled read that allocates nothing in L1 and marks L2 lines evict-first",
    .parameters = {{.name = "loads",
                    .initial = 4,
                    .choices = {2, 4, 8},
                    .help = "16-byte loads in flight per thread"}},
    .caches = false,
    .unavailable = needs_sm80,
    .bind = bind,
}};

}  // namespace
}  // namespace membound
