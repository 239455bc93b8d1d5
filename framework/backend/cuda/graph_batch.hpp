// SPDX-License-Identifier: Apache-2.0
// CUDA batches: launches captured once and replayed between two events, or one at a time.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "membound/backend.hpp"

#include <cuda_runtime_api.h>

namespace membound::cuda {

/// Captures `launches` on `stream` into a graph, instantiates it and uploads it to the device; the
/// batch keeps the launches, because the graph uses what they own (device memory, for example).
/// Throws Error when a launch fails, queues nothing, overlaps with the one before although the
/// label does not allow it, or when there is no launch. The stream must outlive the batch.
std::unique_ptr<Batch> capture(cudaStream_t stream, std::vector<Launch> launches,
                               const BatchLabel& label);

/// Captures each launch into a graph of its own and runs them one at a time between two events,
/// after what `flush` queues on the stream, which must keep the device busy for longer than the
/// host needs to queue a graph. Throws like capture.
std::unique_ptr<Batch> isolate(cudaStream_t stream, std::vector<Launch> launches,
                               const BatchLabel& label, std::function<void()> flush);

}  // namespace membound::cuda
