// SPDX-License-Identifier: Apache-2.0
// stream/copy_overlapped: stream/copy_plain, and in launch mode chain each launch loads while the
// one before it drains.
//
// A thread owns one 16-byte vector; it loads it, waits until the launch before has ended, and
// stores it. Limited by memory, with as many bytes written as read. In other launch modes it is
// stream/copy_plain.
#include "overlap.cuh"
#include "stream/stream.cuh"

namespace membound {
namespace {

__global__ void __launch_bounds__(stream::block) copy_overlapped(stream::Copy copy) {
  const std::int64_t at = std::int64_t{blockIdx.x} * stream::block + threadIdx.x;
  admit_successor();
  const uint4 value = at < copy.count ? copy.source[at] : uint4{};
  wait_for_predecessor();
  if (at < copy.count) copy.destination[at] = value;
}

Launch bind(const Binding& binding) {
  const stream::Copy copy = stream::copy(binding);
  const OverlapShape shape{.blocks = blocks_for(copy.count, stream::block),
                           .threads = stream::block,
                           .overlap = binding.may_overlap};
  return [=](Stream queue) { launch_overlapping(queue, shape, copy_overlapped, copy); };
}

const Registration registration{Arm{
    .name = "stream/copy_overlapped",
    .backend = "cuda",
    .workload = "stream",
    .formats = {"copy"},
    .summary = "one 16-byte load and store per thread; launches of a chain overlap",
    .overlaps = true,
    .unavailable = needs_sm90,
    .bind = bind,
}};

}  // namespace
}  // namespace membound
