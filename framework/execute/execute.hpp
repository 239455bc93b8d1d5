// SPDX-License-Identifier: Apache-2.0
// Execution: the only timing loop.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "base/catalogue.hpp"
#include "evidence/evidence.hpp"

namespace membound {

using Sink = std::function<void(const Message&)>;

/// Who listens to an execution: messages to keep, and the cell that is about to run (-1: none), so
/// that a supervisor knows which one it was when its worker dies.
struct Observer {
  Sink message;
  std::function<void(int cell)> running;
};

/// What a worker does for a run.
enum class Task {
  measure,  ///< times one invocation
  admit,    ///< runs each arm once where memory ends at its operands (see admission.hpp)
  count,    ///< runs each arm once before a profiler's eyes (see count.hpp)
};

/// One invocation to execute: which, with whose data, without which cells.
struct Job {
  std::string run_id;
  int invocation = 0;
  std::map<int, std::string> excluded;  ///< cells that ended an earlier worker of this run, and how
  bool audited = false;  ///< ends with inputs that were changed behind the arms' backs
  Task task = Task::measure;
  bool operator==(const Job&) const = default;
};

/// What an invocation is executed with.
struct Bench {
  const Catalogue& catalogue;
  Backend& backend;
  const Observer& observer;
};

/// Why a cell of the plan does not run in a job: it ended an earlier worker, is not in this build
/// or not for this device. Empty when it runs.
std::string why_left_out(const Plan& plan, int index, const Job& job, const Bench& bench);

/// Seed of the data of an invocation: an arm cannot know its inputs, nobody can pick them.
std::uint64_t data_seed(const Job& job);

/// Bytes over which every operand set rotates: what is frozen can only enlarge what the device
/// needs to be cold.
Bytes working_set(const FrozenProtocol& frozen, const Backend& backend);

/// Throws Error(usage) when the operands of the protocol do not fit into the free memory of the
/// device.
void require_fit(const FrozenProtocol& frozen, const Catalogue& catalogue, const Backend& backend);

/// Runs one invocation of the plan on the bench's backend and tells its observer what happens.
void execute(const FrozenProtocol& frozen, const Job& job, const Bench& bench);

}  // namespace membound
