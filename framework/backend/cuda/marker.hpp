// SPDX-License-Identifier: Apache-2.0
// Marker: an empty kernel whose grid tells a profiler's reader which cell follows.
#pragma once

#include <cuda_runtime_api.h>

namespace membound::cuda {

/// Begins profiling and queues a marker of `cell` + 1 blocks.
void begin_profile(cudaStream_t stream, int cell);

/// Ends profiling when everything queued has run.
void end_profile(cudaStream_t stream);

}  // namespace membound::cuda
