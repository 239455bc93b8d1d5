// SPDX-License-Identifier: Apache-2.0
// Checksums of regions of device memory, computed where they lie.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "membound/backend.hpp"

namespace membound::cuda {

/// base/checksum.hpp of each region (begin 4-byte aligned); waits for what was queued before.
/// `scratch` is kept between calls and grown by `allocate` when it is too small.
class Checksums {
 public:
  using Allocate = Memory (*)(Bytes);
  explicit Checksums(Allocate allocate) : allocate_(allocate) {}

  std::vector<std::uint64_t> of(std::span<const std::span<const std::byte>> regions,
                                cudaStream_t stream);

 private:
  Allocate allocate_;
  Memory scratch_;  ///< the list of regions, then their sums
};

}  // namespace membound::cuda
