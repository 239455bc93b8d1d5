// SPDX-License-Identifier: Apache-2.0
// Scratch: room that a thread of a CPU arm keeps from launch to launch.
#pragma once

#include <cstdint>
#include <vector>

namespace membound {

/// Room for `count` floats on a cache-line boundary; the arms that a thread runs share it, one
/// after the other. It grows in the first launch that needs more, which belongs to the warm-up.
inline float* scratch(std::int64_t count) {
  struct alignas(64) Line {
    float floats[16];
  };
  thread_local std::vector<Line> lines;
  const auto needed = static_cast<std::size_t>((count + 15) / 16);
  if (lines.size() < needed) lines.resize(needed);
  return lines.data()->floats;
}

}  // namespace membound
