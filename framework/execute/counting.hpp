// SPDX-License-Identifier: Apache-2.0
// Counting: a worker that a profiler watches.
#pragma once

#include <vector>

#include "execute/supervisor.hpp"

namespace membound {

/// Reads the counters that the protocol asks for of each arm, in a worker of its own that times
/// nothing. Throws Error when they cannot be read: no profiler, no permission, no such device.
std::vector<Reading> read_counters(const RunRequest& request, const Job& job);

}  // namespace membound
