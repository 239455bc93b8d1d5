// SPDX-License-Identifier: Apache-2.0
// dequant/q4_ring: 4-bit weights over a ring of bulk copies.
//
// The design is in ring.cuh. A thread decodes a weight in about one instruction; four lanes hold
// the weights of one scale, so that what the tensor cores sum up over them is scaled once. Limited
// by memory, and close to it by the instructions that decode.
#include "dequant/ring_formats.cuh"

namespace membound {
namespace {

const Registration registration{Arm{
    .name = "dequant/q4_ring",
    .backend = "cuda",
    .workload = "dequant",
    .formats = {"q4"},
    .summary = "nibbles and scales over a ring of bulk copies, x in registers; overlaps in a chain",
    .parameters = ring::parameters(),
    .extents = {dequant::ring_columns<dequant::Q4Ring>(1024)},
    .chains = true,
    .overlaps = true,
    .unavailable = needs_sm90,
    .bind = dequant::bind_ring<dequant::Q4Ring>,
}};

}  // namespace
}  // namespace membound
