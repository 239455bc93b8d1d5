// SPDX-License-Identifier: Apache-2.0
// Claims: work that goes to whichever block has room for it.
#pragma once

#include <memory>

#include "cuda.cuh"

namespace membound {

/// A counter on the device, zero between launches: kernels claim with atomicInc, which wraps to
/// zero with the last claim of a launch.
inline std::shared_ptr<unsigned> claim_counter() {
  unsigned* address = nullptr;
  cudaError_t status = cudaMalloc(&address, sizeof(unsigned));
  if (status == cudaSuccess) status = cudaMemset(address, 0, sizeof(unsigned));
  if (status == cudaSuccess) return {address, [](unsigned* owned) { cudaFree(owned); }};
  throw Error(std::string("no memory for a counter: ") + cudaGetErrorString(status));
}

}  // namespace membound
