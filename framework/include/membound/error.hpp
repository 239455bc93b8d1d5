// SPDX-License-Identifier: Apache-2.0
// Error: a failure of the machine or of a caller's contract, with the place that noticed it.
#pragma once

#include <source_location>
#include <stdexcept>
#include <string>

namespace membound {

/// Exit codes of both programs; part of the interface (see README).
enum class ExitCode : int {
  complete = 0,       ///< the run is complete, whatever its verdicts
  machine = 1,        ///< the machine failed: disk, device, memory
  usage = 2,          ///< wrong command line or invalid protocol
  incomplete = 3,     ///< the run was interrupted; its rounds are kept
  integrity = 4,      ///< something differs from what was frozen
  falsified = 10,     ///< with --gate: at least one prediction falsified
  inconclusive = 11,  ///< with --gate: none falsified, at least one inconclusive or not run
  voided = 12,        ///< with --gate: none of the above, at least one void
};

/// Thrown for failures of the machine; caught once, in `main`.
///
/// The message says what happened, where, and what to do next.
class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& message, ExitCode code = ExitCode::machine,
                 std::source_location where = std::source_location::current())
      : std::runtime_error(message), code_(code), where_(where) {}

  [[nodiscard]] ExitCode code() const noexcept { return code_; }
  [[nodiscard]] const std::source_location& where() const noexcept { return where_; }

 private:
  ExitCode code_;
  std::source_location where_;
};

}  // namespace membound
