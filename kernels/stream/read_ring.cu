// SPDX-License-Identifier: Apache-2.0
// stream/read_ring: bulk copies into shared memory, one block per multiprocessor.
//
// The design is in stream/ring_read.cuh; 96 KiB per multiprocessor are in flight at no cost in
// registers or instructions. Limited by memory; at small regions by the start and the end of the
// launch.
#include "stream/ring_read.cuh"

namespace membound {
namespace {

const Registration registration{Arm{
    .name = "stream/read_ring",
    .backend = "cuda",
    .workload = "stream",
    .formats = {"read"},
    .summary = "a ring of bulk copies per multiprocessor",
    .unavailable = needs_sm90,
    .bind = stream::bind_ring<false>,
}};

}  // namespace
}  // namespace membound
