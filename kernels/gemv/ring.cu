// SPDX-License-Identifier: Apache-2.0
// gemv/ring: bulk copies into a ring, one wave of blocks, weights prefetched before the wait.
//
// The design is in ring.cuh. Limited by memory; in a chain of small matrices by the gap in which
// one launch drains and the next gets its x, as far as prefetched weights do not fill it.
#include "gemv/halves.cuh"

namespace membound {
namespace {

const Registration registration{Arm{
    .name = "gemv/ring",
    .backend = "cuda",
    .workload = "gemv",
    .formats = {"f16"},
    .summary = "a ring of bulk copies per multiprocessor, x in registers; overlaps in a chain",
    .parameters = ring::parameters(),
    .extents = {gemv::ring_columns},
    .chains = true,
    .overlaps = true,
    .unavailable = needs_sm90,
    .bind = gemv::bind_ring,
}};

}  // namespace
}  // namespace membound
