// SPDX-License-Identifier: Apache-2.0
// Receipts: which kernels a captured graph launches, how, and with what resources.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <string>
#include <vector>

#include "membound/backend.hpp"

namespace membound::cuda {

/// For each kernel of one launch, read back from the driver (so of a library's kernels as well):
/// `per_launch` (how often), `grid_blocks`, `block_threads`, `registers` and `local_bytes` per
/// thread (local memory: spilled registers and arrays), `shared_bytes` per block (static and
/// dynamic), `resident_blocks` per multiprocessor. Kernels after the first have "#2", "#3", ...
/// behind these names. `memory_nodes` counts the copies and fills of a launch, where there are any.
/// Empty when the driver offers none of this.
std::vector<Receipt> receipts_of(cudaGraph_t graph, std::size_t launches);

/// A kernel's name without mangling, return type, anonymous namespaces and arguments.
std::string readable(const std::string& mangled);

}  // namespace membound::cuda
