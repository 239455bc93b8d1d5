// SPDX-License-Identifier: Apache-2.0
// layer/f16_ring: four rings of bulk copies, each filled before the launch in front has ended.
//
// The kernel of gemv/ring, and for a product with more columns than its registers hold the one of
// halved.cuh. In a chain the four overlap with each other and with the next layer. Limited by
// memory.
#include "layer/halved.cuh"
#include "layer/layer.hpp"
#include "layer/ring.hpp"

namespace membound {
namespace {

Launch bind_product(const Binding& product) {
  const bool fits = product.extents.at("cols") <= gemv::ring_columns.most;
  return fits ? gemv::bind_ring(product) : layer::bind_halved(product);
}

const Registration registration{Arm{
    .name = "layer/f16_ring",
    .backend = "cuda",
    .workload = "layer",
    .formats = {"f16"},
    .summary = "halves over rings of bulk copies, inputs in registers; overlaps in a chain",
    .parameters = ring::parameters(),
    .extents = layer::ring_extents(128, layer::halved_columns),
    .chains = true,
    .overlaps = true,
    .unavailable = needs_sm90,
    .bind = [](const Binding& binding) { return layer::in_turn(binding, bind_product); },
}};

}  // namespace
}  // namespace membound
