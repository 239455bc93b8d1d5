// SPDX-License-Identifier: Apache-2.0
// dequant/q8_ring: 8-bit weights over a ring of bulk copies.
//
// The design is in ring.cuh. A thread decodes a weight in little more than one instruction; the
// tensor cores do the rest. Limited by memory.
#include "dequant/ring_formats.cuh"

namespace membound {
namespace {

const Registration registration{Arm{
    .name = "dequant/q8_ring",
    .backend = "cuda",
    .workload = "dequant",
    .formats = {"q8"},
    .summary = "bytes over a ring of bulk copies, x in registers; overlaps in a chain",
    .parameters = ring::parameters(),
    .extents = {dequant::ring_columns<dequant::Q8Ring>(128)},
    .chains = true,
    .overlaps = true,
    .unavailable = needs_sm90,
    .bind = dequant::bind_ring<dequant::Q8Ring>,
}};

}  // namespace
}  // namespace membound
