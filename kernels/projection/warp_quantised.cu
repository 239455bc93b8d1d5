// SPDX-License-Identifier: Apache-2.0
// projection/warp_quantised: one warp per row of 8-bit or 4-bit weights.
//
// As projection/warp, but 16 bytes are 16 or 32 weights, which are decoded once for the whole
// batch, eight at a time; the scale of a block of 32 is loaded with them. At 4096 columns a row is
// eight or four loads per lane, of which four are in flight. With one row of activations memory
// limits it, with four-bit weights decoding is close behind; with eight rows the loads of
// activations do: two or four for each row with every load of weights. After the wave-per-row
// kernel for int8 that superseded mojo-baro's cold-cache rounds.
#include "projection/warp.cuh"

namespace membound {
namespace {

using projection::BytesChunk;
using projection::NibblesChunk;
using projection::Storage;

Launch bind(const Binding& binding) {
  switch (projection::format_of(binding.format).storage) {
    case Storage::q8: return projection::bind_warps<BytesChunk<float>, 1, 4>(binding);
    case Storage::q8_0: return projection::bind_warps<BytesChunk<__half>, 1, 4>(binding);
    case Storage::q4_0: return projection::bind_warps<NibblesChunk, 1, 4>(binding);
    default: throw Error("no kernel for format '" + binding.format + "'");
  }
}

const Registration registration{Arm{
    .name = "projection/warp_quantised",
    .backend = "cuda",
    .workload = "projection",
    .formats = {"q8", "q8_0", "q4_0"},
    .summary = "one warp per row, 16 or 32 weights per 16-byte load, whole sums",
    .parameters = {{.name = "unroll",
                    .initial = 4,
                    .choices = {1, 4},
                    .help = "loads of weights in flight per lane"}},
    .extents = projection::warp_extents(),
    .unavailable = needs_sm80,
    .bind = bind,
}};

}  // namespace
}  // namespace membound
