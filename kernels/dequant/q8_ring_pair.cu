// SPDX-License-Identifier: Apache-2.0
// dequant/q8_ring_pair: 8-bit weights over two rings of bulk copies per multiprocessor.
//
// As dequant/q8_ring, with twice as many warps; why is said in ring_pair.cuh.
#include "dequant/ring_pair.cuh"

namespace membound {
namespace {

const Registration registration{Arm{
    .name = "dequant/q8_ring_pair",
    .backend = "cuda",
    .workload = "dequant",
    .formats = {"q8"},
    .summary = "bytes over two rings of bulk copies per multiprocessor; overlaps in a chain",
    .parameters = dequant::pair_parameters(),
    .extents = {dequant::ring_columns<dequant::Q8Ring>(128)},
    .chains = true,
    .overlaps = true,
    .unavailable = needs_sm90,
    .bind = dequant::bind_ring_pair<dequant::Q8Ring>,
}};

}  // namespace
}  // namespace membound
