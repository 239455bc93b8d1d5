// SPDX-License-Identifier: Apache-2.0
// stream/read_plain: the simplest read that can saturate memory.
//
// A thread owns one 16-byte vector, a block of 256 threads owns 4 KiB, and the grid covers the
// region once. A warp's load is 512 contiguous bytes. Nothing is unrolled: latency is hidden by the
// number of resident warps (64 per multiprocessor, 32 KiB in flight), and the limit is how fast
// blocks can be started and retired.
#include "stream/stream.cuh"

namespace membound {
namespace {

__global__ void __launch_bounds__(stream::block) read_plain(stream::Source source) {
  const std::int64_t at = std::int64_t{blockIdx.x} * stream::block + threadIdx.x;
  const uint4 value = at < source.count ? source.vectors[at] : uint4{0, 0, 0, 0};
  stream::write_block_sum(stream::sum_of(value), source.sums);
}

Launch bind(const Binding& binding) {
  const stream::Source source = stream::source(binding);
  const Shape shape{blocks_for(source.count, stream::block), stream::block};
  return [=](Stream queue) { launch(queue, shape, read_plain, source); };
}

const Registration registration{Arm{
    .name = "stream/read_plain",
    .backend = "cuda",
    .workload = "stream",
    .formats = {"read"},
    .summary = "one 16-byte load per thread, one block per 4 KiB",
    .unavailable = needs_sm80,
    .bind = bind,
}};

}  // namespace
}  // namespace membound
