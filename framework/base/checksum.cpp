// SPDX-License-Identifier: Apache-2.0
// Checksum: 64 bits that tell apart what two regions of memory hold, the same on host and device.
#include "base/checksum.hpp"

#include "base/parallel.hpp"

namespace membound {

std::vector<std::uint64_t> checksums(std::span<const std::span<const std::byte>> regions) {
  std::vector<std::uint64_t> sums(regions.size());
  in_parallel(
      static_cast<std::int64_t>(regions.size()), 1, [&](std::int64_t begin, std::int64_t end) {
        for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i)
          sums[i] = checksum(regions[i]);
      });
  return sums;
}

}  // namespace membound
