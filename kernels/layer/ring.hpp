// SPDX-License-Identifier: Apache-2.0
// Extents that a ring arm of a layer can handle.
#pragma once

#include <cstdint>
#include <vector>

#include "membound/arm.hpp"

namespace membound::layer {

/// The same rule for both extents that are columns of a product.
inline std::vector<ExtentRule> ring_extents(std::int64_t multiple_of, std::int64_t most) {
  std::vector<ExtentRule> rules;
  for (const char* name : {"hidden", "inner"}) {
    rules.push_back({.name = name,
                     .multiple_of = multiple_of,
                     .help = "the input of a product is held in registers, and scales are copied "
                             "16 bytes at a time: leave the arm out of other cases",
                     .most = most});
  }
  return rules;
}

}  // namespace membound::layer
