// SPDX-License-Identifier: Apache-2.0
// stream/read_ring_overlapped: stream/read_ring, and in launch mode chain each launch begins while
// the one before it drains.
//
// Launches that read a source depend on nothing, so this is what memory gives when fixed costs are
// hidden as far as they can be. Limited by memory. In other launch modes it is stream/read_ring.
#include "stream/ring_read.cuh"

namespace membound {
namespace {

const Registration registration{Arm{
    .name = "stream/read_ring_overlapped",
    .backend = "cuda",
    .workload = "stream",
    .formats = {"read"},
    .summary = "a ring of bulk copies per multiprocessor; launches of a chain overlap",
    .overlaps = true,
    .unavailable = needs_sm90,
    .bind = stream::bind_ring<true>,
}};

}  // namespace
}  // namespace membound
