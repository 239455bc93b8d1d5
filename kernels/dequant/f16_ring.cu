// SPDX-License-Identifier: Apache-2.0
// dequant/f16_ring: weights that are not quantised, over a ring of bulk copies.
//
// The kernel of gemv/ring: what the quantised rings are to be compared with.
#include "gemv/halves.cuh"

namespace membound {
namespace {

const Registration registration{Arm{
    .name = "dequant/f16_ring",
    .backend = "cuda",
    .workload = "dequant",
    .formats = {"f16"},
    .summary = "halves over a ring of bulk copies, x in registers; overlaps in a chain",
    .parameters = ring::parameters(),
    .extents = {gemv::ring_columns},
    .chains = true,
    .overlaps = true,
    .unavailable = needs_sm90,
    .bind = gemv::bind_ring,
}};

}  // namespace
}  // namespace membound
