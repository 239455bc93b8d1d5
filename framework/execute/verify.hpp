// SPDX-License-Identifier: Apache-2.0
// Verification of what repetitions leave, every rotated copy or link of it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "evidence/evidence.hpp"
#include "execute/bound.hpp"

namespace membound {

/// Holds outputs against the reference before, during and after the timed launches. Outputs that
/// are bit for bit those that were compared before are not compared again: their checksums tell.
/// `invocation` of a result is for the caller to set.
class Verifier {
 public:
  /// `arms` is the rule of the protocol's workload, with the protocol's tolerance.
  Verifier(Backend& backend, const ErrorRule& arms) : backend_(backend), arms_(arms) {}

  /// Compares what the launches before the first timed one left.
  Correctness before(const BoundCell& bound);

  /// Looks at what a timed repetition left; `before` was called.
  void look(const BoundCell& bound);

  /// Compares what the arms left after their inputs were changed behind their backs. False when the
  /// outputs of an arm that was right until then did not follow.
  bool follows(const BoundCell& bound);

  /// The worst that was seen since `before`.
  [[nodiscard]] Correctness after(const BoundCell& bound) const;

 private:
  using Checksums = std::vector<std::uint64_t>;  ///< of the outputs, copy by copy or link by link

  /// What is known of one cell.
  struct Known {
    Checksums checksums;  ///< of what was compared before; empty until then
    Correctness before;
    std::optional<Correctness> after;
  };

  Correctness compare(const BoundCell& bound, const Checksums& checksums, const Known& known);
  double error_of_copies(const BoundCell& bound, const Checksums& checksums, const Known& known);
  std::span<std::byte> downloaded(std::span<const std::byte> output);

  Backend& backend_;
  ErrorRule arms_;
  std::map<int, Known> known_;  ///< by cell
  Memory output_;  ///< of one copy; kept, because touching fresh pages costs more than comparing
};

}  // namespace membound
