// SPDX-License-Identifier: Apache-2.0
// Linked output: y of a matrix-vector product, stored as the workload declares it or as the next
// input of a chain.
#pragma once

#include <cuda_fp16.h>

#include "overlap.cuh"

namespace membound {

/// Where the elements of y go: floats, or halves that the next launch reads as x.
template <class Stored>
struct LinkedOutput {
  Stored* y;
  float scale;

  __device__ void store(int row, float value) const {
    if constexpr (sizeof(Stored) == 2) {
      y[row] = __float2half_rn(value * scale);
    } else {
      y[row] = value * scale;
    }
  }
};

/// What `use` returns for the output of a binding: floats by themselves, in a chain what x is.
template <class Use>
Launch for_output(const Binding& binding, Use use) {
  const float scale = binding.link ? binding.link->scale : 1;
  if (!binding.link || binding.link->element == Element::f32)
    return use(LinkedOutput<float>{binding.operands.get<float>("y"), scale});
  if (binding.link->element == Element::f16)
    return use(LinkedOutput<__half>{binding.operands.get<__half>("y"), scale});
  throw Error("no kernel stores the output of a link in this element type");
}

}  // namespace membound
