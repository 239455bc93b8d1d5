// SPDX-License-Identifier: Apache-2.0
// layer/q4_block: 4-bit weights, four launches of one block per four rows without overlap.
//
// What checks the other arms on 4-bit weights. Limited by the instructions that decode and by the
// gaps between the launches.
#include "layer/block.cuh"

namespace membound {
namespace {

const Registration registration{Arm{
    .name = "layer/q4_block",
    .backend = "cuda",
    .workload = "layer",
    .formats = {"q4"},
    .summary = "one block per four rows, four launches without overlap",
    .chains = true,
    .unavailable = needs_sm80,
    .bind =
        [](const Binding& binding) {
          return layer::in_turn(binding, layer::bind_rows<dequant::Q4>);
        },
}};

}  // namespace
}  // namespace membound
