// SPDX-License-Identifier: Apache-2.0
// Sweep: the two kernels that the backend itself queues before a timed window.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <span>

namespace membound::cuda {

/// Queues a read of all of `buffer` (16-byte aligned, all zero), so that the caches hold it and
/// nothing else.
void queue_sweep(cudaStream_t stream, std::span<const std::byte> buffer, int multiprocessors);

/// Queues about 20 us of work that touches no memory, so that the host can run ahead of an idle
/// device.
void queue_lead_in(cudaStream_t stream);

}  // namespace membound::cuda
