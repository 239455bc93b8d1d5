// SPDX-License-Identifier: Apache-2.0
// layer/q4_ring: 4-bit weights over four rings of bulk copies.
//
// The kernel of dequant/q4_ring for each product. Limited by memory and by the instructions that
// decode.
#include "layer/rings.cuh"

namespace membound {
namespace {

using dequant::Q4Ring;

const Registration registration{Arm{
    .name = "layer/q4_ring",
    .backend = "cuda",
    .workload = "layer",
    .formats = {"q4"},
    .summary = "nibbles and scales over rings of bulk copies, inputs in registers; overlaps in a "
               "chain",
    .parameters = ring::parameters(),
    .extents = layer::ring_extents(
        1024, std::int64_t{Q4Ring::most_vectors} * ring::consumers * Q4Ring::columns),
    .chains = true,
    .overlaps = true,
    .unavailable = needs_sm90,
    .bind = layer::bind_rings<Q4Ring>,
}};

}  // namespace
}  // namespace membound
