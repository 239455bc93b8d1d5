// SPDX-License-Identifier: Apache-2.0
// The four products of a layer over rings of bulk copies.
#pragma once

#include "dequant/ring_formats.cuh"
#include "layer/layer.hpp"
#include "layer/ring.hpp"

namespace membound::layer {

/// How the ring shares a row among its warps: each way is a kernel of its own (ring::bind).
template <class Format>
int ring_kernel(std::int64_t cols) {
  const std::int64_t vectors = cols / Format::columns;
  if (vectors <= ring::consumers / 2) return 0;
  return static_cast<int>((vectors + ring::consumers - 1) / ring::consumers);
}

/// A kernel has one limit of shared memory, which is set when a product is bound. Throws Error when
/// products with rows of two lengths, and so with rings of two sizes, would share a kernel.
template <class Format>
Launch bind_rings(const Binding& binding) {
  const std::int64_t hidden = binding.extents.at("hidden");
  const std::int64_t inner = binding.extents.at("inner");
  if (hidden != inner && ring_kernel<Format>(hidden) == ring_kernel<Format>(inner))
    throw Error("products with " + std::to_string(hidden) + " and with " + std::to_string(inner) +
                " columns would share a kernel, with rings of two sizes: leave the arm out");
  return in_turn(binding, dequant::bind_ring<Format>);
}

}  // namespace membound::layer
