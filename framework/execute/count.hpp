// SPDX-License-Identifier: Apache-2.0
// Count: each arm once, untimed, before the eyes of a profiler.
#pragma once

#include "execute/execute.hpp"

namespace membound {

/// Runs one launch of each arm whose counters the protocol asks for, on fresh copies of its
/// operands and independent of others as in launch mode stream, and marks it for the profiler that
/// watches this process.
void count(const FrozenProtocol& frozen, const Job& job, const Bench& bench);

}  // namespace membound
