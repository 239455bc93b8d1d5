// SPDX-License-Identifier: Apache-2.0
// stream/null: an empty kernel, to measure what a launch costs when it does nothing.
//
// One warp that returns at once. What is timed is the launch itself; it touches no operand.
#include "cuda.cuh"

namespace membound {
namespace {

__global__ void null() {}

Launch bind(const Binding&) {
  return [](Stream queue) { launch(queue, Shape{1, warp_size}, null); };
}

const Registration registration{Arm{
    .name = "stream/null",
    .backend = "cuda",
    .workload = "stream",
    .formats = {"null"},
    .summary = "an empty kernel of one warp",
    .unavailable = needs_sm80,
    .bind = bind,
}};

}  // namespace
}  // namespace membound
