// SPDX-License-Identifier: Apache-2.0
// Turning CUDA status codes into errors that name the call's place and a next step.
#pragma once

#include <cuda_runtime_api.h>

#include <source_location>

namespace membound::cuda {

/// Throws Error when `status` is not cudaSuccess, AccessFault for an illegal address; `where` is
/// the place of the call.
void check(cudaError_t status, std::source_location where = std::source_location::current());

}  // namespace membound::cuda
