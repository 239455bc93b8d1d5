// SPDX-License-Identifier: Apache-2.0
// Graph batch: a sequence of launches captured once and replayed between two events.
#pragma once

#include <memory>
#include <vector>

#include "membound/backend.hpp"

#include <cuda_runtime_api.h>

namespace membound::cuda {

/// Captures `launches` on `stream` into a graph, instantiates it and uploads it to the device.
/// Throws Error when a launch fails, queues nothing, or when there is no launch. The stream must
/// outlive the batch.
std::unique_ptr<Batch> capture(cudaStream_t stream, const std::vector<Launch>& launches,
                               const BatchLabel& label);

}  // namespace membound::cuda
