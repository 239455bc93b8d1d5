// SPDX-License-Identifier: Apache-2.0
// layer/q8_ring: 8-bit weights over four rings of bulk copies.
//
// The kernel of dequant/q8_ring, also for as many columns as seven vectors of a thread cover: then
// a row is a unit of the ring. Limited by memory.
#include "layer/rings.cuh"

namespace membound {
namespace {

/// Up to 28672 columns, of which a thread holds the x of 112 in 56 registers.
struct LongRows : dequant::Q8Ring {
  static constexpr int most_vectors = 7;
};

const Registration registration{Arm{
    .name = "layer/q8_ring",
    .backend = "cuda",
    .workload = "layer",
    .formats = {"q8"},
    .summary = "bytes over rings of bulk copies, inputs in registers; overlaps in a chain",
    .parameters = ring::parameters(),
    .extents = layer::ring_extents(
        128, std::int64_t{LongRows::most_vectors} * ring::consumers * LongRows::columns),
    .chains = true,
    .overlaps = true,
    .unavailable = needs_sm90,
    .bind = layer::bind_rings<LongRows>,
}};

}  // namespace
}  // namespace membound
