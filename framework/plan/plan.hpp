// SPDX-License-Identifier: Apache-2.0
// Plan: which cell runs when; derived from a frozen protocol and nothing else.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "protocol/freeze.hpp"

namespace membound {

/// What a cell is there for.
enum class CellKind {
  arm,              ///< an arm of the protocol on one case
  matched_ceiling,  ///< a ceiling kernel over the very bytes of one case and format
  large_ceiling,    ///< a ceiling kernel over `instrument.large_ceiling` bytes
  cold_probe,       ///< a read kernel over `instrument.probe` bytes, rotating
  hot_probe,    ///< the same kernel and size on one copy again and again: the contrast that proves
                ///< cold
  null_launch,  ///< the cost of launching nothing
};

/// Operands that rotate together: one case in one format.
struct OperandSet {
  std::string case_name;
  std::string workload;
  Problem problem;
};

/// One thing that is timed once per round.
struct Cell {
  CellKind kind = CellKind::arm;
  std::string case_name;  ///< case of the protocol; "large", "probe" or "null" for the others
  std::string arm;        ///< name in the protocol; the kernel's name for ceilings and controls
  std::string kernel;
  std::string format;  ///< of the arm; "read" or "copy" for ceilings
  Parameters parameters;
  Role role = Role::treatment;
  int set = -1;      ///< index into Plan::sets: whose operands it uses
  int launches = 0;  ///< launches in one repetition
  Rotation rotation = Rotation::full;
};

struct Invocation {
  int index = 0;                         ///< from 0
  std::vector<std::vector<int>> rounds;  ///< per round: cell indices in the order to run
};

struct Plan {
  LaunchMode launch = LaunchMode::stream;
  Flush flush = Flush::read;  ///< in mode isolated
  std::vector<OperandSet> sets;
  std::vector<Cell> cells;
};

/// What every invocation runs; `invocation` says in which order.
Plan plan(const FrozenProtocol& frozen);

/// The order of invocation number `index`, seeded by the digest: the same frozen protocol always
/// gives the same. Indices past the planned ones replace invocations that died.
Invocation invocation(const FrozenProtocol& frozen, const Plan& plan, int index);

}  // namespace membound
