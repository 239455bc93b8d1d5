// SPDX-License-Identifier: Apache-2.0
// stream/copy_plain: the simplest copy that can saturate memory.
//
// A thread owns one 16-byte vector, which it loads and stores; a block of 256 threads owns 4 KiB. A
// warp reads and writes 512 contiguous bytes. The limit is memory, with as many bytes written as
// read.
#include "stream/stream.cuh"

namespace membound {
namespace {

__global__ void __launch_bounds__(stream::block) copy_plain(stream::Copy copy) {
  const std::int64_t at = std::int64_t{blockIdx.x} * stream::block + threadIdx.x;
  if (at < copy.count) copy.destination[at] = copy.source[at];
}

Launch bind(const Binding& binding) {
  const stream::Copy copy = stream::copy(binding);
  const Shape shape{blocks_for(copy.count, stream::block), stream::block};
  return [=](Stream queue) { launch(queue, shape, copy_plain, copy); };
}

const Registration registration{Arm{
    .name = "stream/copy_plain",
    .backend = "cuda",
    .workload = "stream",
    .formats = {"copy"},
    .summary = "one 16-byte load and store per thread, one block per 4 KiB",
    .unavailable = needs_sm80,
    .bind = bind,
}};

}  // namespace
}  // namespace membound
