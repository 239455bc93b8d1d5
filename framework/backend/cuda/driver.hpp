// SPDX-License-Identifier: Apache-2.0
// Driver: functions of the CUDA driver, without linking to its library.
#pragma once

#include <cuda.h>
#include <cuda_runtime_api.h>

namespace membound::cuda {

/// A function of the driver, which is loaded already; nullptr when this driver has none of the
/// name.
template <class Function>
[[nodiscard]] Function* driver_function(const char* name) {
  constexpr unsigned since = 12'030;  // the version of the driver that has all that is asked for
  void* found = nullptr;
  cudaDriverEntryPointQueryResult result{};
#if CUDART_VERSION >= 12050
  const cudaError_t status =
      cudaGetDriverEntryPointByVersion(name, &found, since, cudaEnableDefault, &result);
#else
  const cudaError_t status = cudaGetDriverEntryPoint(name, &found, cudaEnableDefault, &result);
#endif
  if (status == cudaSuccess && result == cudaDriverEntryPointSuccess)
    return reinterpret_cast<Function*>(found);
  static_cast<void>(cudaGetLastError());
  return nullptr;
}

}  // namespace membound::cuda
