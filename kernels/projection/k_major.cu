// SPDX-License-Identifier: Apache-2.0
// projection/k_major: K-major weights, 32 slices, sums left unfinished.
//
// A thread owns one to eight neighbouring outputs and walks down the columns of its block's slice:
// every load of a warp is contiguous, 64 to 512 bytes of bf16 (q8: half), and eight of them are in
// flight per thread. The slice of the activations is in shared memory, where all threads read the
// same word at a time. Wider loads need fewer instructions for the same bytes, but also fewer
// threads, and eight rows of activations times eight outputs are 64 sums in registers; blocks are
// few, 192 for 12288 outputs at width eight, and do not divide evenly among multiprocessors.
// Second to fourth of mojo-baro's cold-cache rounds.
#include "projection/k_major.cuh"

namespace membound {
namespace {

const Registration registration{Arm{
    .name = "projection/k_major",
    .backend = "cuda",
    .workload = "projection",
    .formats = {"bf16_k_partials", "bf16_k_padded", "q8_k_partials", "q8_k_padded"},
    .summary = "coalesced loads of K-major weights, 32 slices, sums left unfinished",
    .parameters = projection::slice_parameters(),
    .extents = projection::slice_extents(),
    .unavailable = needs_sm80,
    .bind = projection::launch_slices,
}};

}  // namespace
}  // namespace membound
