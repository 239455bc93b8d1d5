// SPDX-License-Identifier: Apache-2.0
// Topology: processors, the cores they belong to, and the caches above them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "membound/units.hpp"

namespace membound::cpu {

struct Topology {
  /// Processors to pin threads to, the first of every core before any second: a prefix is the best
  /// team.
  std::vector<int> processors;
  int cores = 0;                ///< physical cores among them
  int nodes = 0;                ///< memory nodes they belong to
  Bytes last_level_cache;       ///< the largest one; 0 when the system does not say
  Bytes all_last_level_caches;  ///< all that these processors use together
  std::string description;      ///< cores and caches in words that stay the same for one machine
};

/// Reads the topology of `processors` from a directory laid out like /sys/devices/system.
Topology read_topology(const std::filesystem::path& system, const std::vector<int>& processors);

/// Numbers of a list such as "0-3,8".
std::vector<int> parse_list(const std::string& list);

}  // namespace membound::cpu
