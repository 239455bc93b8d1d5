// SPDX-License-Identifier: Apache-2.0
// Worker: a fresh process that executes one invocation for its supervisor.
#pragma once

#include "base/catalogue.hpp"

namespace membound {

/// File descriptors that a worker inherits beside standard input (the work order) and standard
/// error.
inline constexpr int message_fd = 3;  ///< lines of JSON to the supervisor
inline constexpr int go_fd = 4;       ///< one byte from the supervisor after each committed round
inline constexpr int status_fd = 5;   ///< shared memory: WorkerStatus

/// Exit code of a worker that found an arm outside of its operands: none that a program ends with.
inline constexpr int outside_code = 40;

/// What a supervisor can read while a worker runs, and after it died.
struct WorkerStatus {
  int cell = -1;      ///< the cell that runs
  int heartbeat = 0;  ///< changes with every cell that is started
};

/// Body of the hidden verb `worker`. Returns the exit code; never throws.
int work(const Catalogue& catalogue);

}  // namespace membound
