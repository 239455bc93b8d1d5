// SPDX-License-Identifier: Apache-2.0
// Evidence: what happened, as plain values; the judge and the report see nothing else.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "membound/backend.hpp"
#include "plan/plan.hpp"

namespace membound {

/// Flags of one repetition; a flagged repetition is kept and a verdict without it is shown beside.
enum Flag : std::uint32_t {
  flag_throttled = 1u << 0,  ///< the device reported a throttle reason other than idle
  flag_above_ceiling =
      1u << 1,  ///< faster than the gate's share of the large ceiling (set by the judge)
};

/// A worker began; its device, and the seed of its data.
struct InvocationStarted {
  int invocation = 0;
  DeviceInfo device;
  std::uint64_t data_seed = 0;
  std::string time;  ///< UTC
};

/// How a cell was bound in an invocation: the receipt.
struct CellBound {
  int invocation = 0;
  int cell = 0;  ///< index into Plan::cells
  Bytes read;    ///< counted traffic of one launch, from the operands
  Bytes written;
  int copies = 0;           ///< rotating copies
  Bytes working_set;        ///< bytes over which the launches rotate
  std::string data_digest;  ///< SHA-256 of the generated operands of one copy
  std::string unavailable;  ///< why it did not run; empty when it did
};

/// One comparison of outputs with the reference.
struct Correctness {
  enum class When { before, after };  ///< before the first or after the last timed launch
  int invocation = 0;
  int cell = 0;
  When when = When::before;
  int copies = 0;  ///< rotated copies compared
  double error =
      0;  ///< largest error found; infinity when an output is not finite or was not written
  double tolerance = 0;
  bool passed = false;
};

/// A number that was read back of the running cell, apart from its timed launches: a hardware
/// counter, or a receipt such as the registers that a kernel was given. One per invocation, cell
/// and name.
struct Reading {
  int invocation = 0;
  int cell = 0;
  std::string name;       ///< "dram_bytes_written", "registers"
  double value = 0;       ///< of one launch
  std::string collector;  ///< what read it: "cupti", "cuda"
  std::string scope;      ///< what it covers: "launch", "kernel"
};

/// One timed sample.
struct Repetition {
  int invocation = 0;
  int round = 0;
  int position = 0;  ///< place within its round, from 0
  int cell = 0;
  int predecessor = -1;  ///< cell that ran before, -1 for the first of an invocation
  int launches = 0;
  Nanoseconds time;  ///< of all launches together
  DeviceState state;
  std::uint32_t flags = 0;
};

/// All repetitions of a round were sent: it can be committed.
struct RoundFinished {
  int invocation = 0;
  int round = 0;
};

/// The worker finished all its rounds.
struct InvocationFinished {
  int invocation = 0;
  double worker_seconds = 0;  ///< wall time of the worker
  double timed_seconds = 0;   ///< of which in warm-up and timed launches
};

/// Kind of the event by which a worker says which program executes its arms: SHA-256 of its file.
inline constexpr const char* program_event = "program";

/// Kind of the event by which a worker says that it changed inputs behind the backs of the arms.
inline constexpr const char* audited_event = "audited";

/// Kind of the event by which a worker says how many arms ran on operands at whose ends memory
/// stops, before anything was timed. "0": the device has no such memory.
inline constexpr const char* admitted_event = "admitted";

/// Kind of the event by which a worker says what its wall time went into, in seconds.
inline constexpr const char* phases_event = "phases";

/// Kind of the event by which a worker says what its device reported of itself: an Xid, memory
/// errors.
inline constexpr const char* device_event = "device";

/// Something that a reader must know: a crash, a hang, an interruption, a refusal.
struct Event {
  std::optional<int> invocation;
  std::string kind;  ///< "crashed", "hung", "interrupted", "complete", "error", ...
  std::string detail;
  std::string time;  ///< UTC
};

/// Whether an event belongs to every run, so that it is no deviation.
inline bool expected(const Event& event) {
  return event.kind == "complete" || event.kind == program_event || event.kind == audited_event ||
         event.kind == admitted_event || event.kind == phases_event;
}

/// What a worker tells its supervisor.
using Message = std::variant<InvocationStarted, CellBound, Correctness, Repetition, RoundFinished,
                             InvocationFinished, Event, Reading>;

/// The head of a run: written before its first launch.
struct RunHead {
  std::string id;  ///< 32 hex digits, random
  std::string protocol_digest;
  std::string started;  ///< UTC
  std::string backend;
  std::string device_selector;  ///< as given; empty: the default device
  Build build;
  bool exploratory = false;
};

/// An earlier run of another protocol that timed some of the same arms.
struct RelatedRun {
  std::string id;
  std::string started;
  std::string protocol;  ///< id
  std::string digest;    ///< of that protocol
  int arms = 0;          ///< kernels that both time on the same extents
};

enum class RunStatus { running, complete, incomplete };

/// The end of a run's hash chain, which stands for all its rows.
struct ChainHead {
  std::string digest;  ///< empty: recorded before there were chains
  std::int64_t links = 0;
  bool operator==(const ChainHead&) const = default;
};

/// Everything recorded of one run.
struct Evidence {
  RunHead run;
  RunStatus status = RunStatus::running;
  std::vector<InvocationStarted> invocations;
  std::vector<CellBound> bindings;
  std::vector<Correctness> correctness;
  std::vector<Repetition> repetitions;  ///< whole rounds only
  std::vector<InvocationFinished> finished;
  std::vector<Event> events;
  ChainHead chain;
  std::vector<Reading> readings;
};

}  // namespace membound
