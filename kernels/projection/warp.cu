// SPDX-License-Identifier: Apache-2.0
// projection/warp: one warp per row of bf16 weights.
//
// A warp owns a row; a load of a warp is 512 contiguous bytes, and `unroll` of them are in flight
// per lane before the first is used; at 4096 columns sixteen are the whole row. The activations
// come through the cache, by every warp again, as many loads of them with every load of weights as
// there are rows in the batch. With one row memory limits it, with eight those loads do. The sums
// are finished: nothing is split. After the wave-per-row kernel that mojo-baro compared its
// cold-cache rounds with.
#include "projection/warp.cuh"

namespace membound {
namespace {

const Registration registration{Arm{
    .name = "projection/warp",
    .backend = "cuda",
    .workload = "projection",
    .formats = {"bf16"},
    .summary = "one warp per row, 16-byte loads, whole sums",
    .parameters = {{.name = "unroll",
                    .initial = 8,
                    .choices = {1, 4, 8, 16},
                    .help = "loads of weights in flight per lane"}},
    .extents = projection::warp_extents(),
    .unavailable = needs_sm80,
    .bind = projection::bind_warps<projection::Bf16Chunk, 1, 4, 8, 16>,
}};

}  // namespace
}  // namespace membound
