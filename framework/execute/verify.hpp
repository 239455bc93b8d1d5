// SPDX-License-Identifier: Apache-2.0
// Verification of the outputs of one repetition, every rotated copy or link of it.
#pragma once

#include <vector>

#include "evidence/evidence.hpp"
#include "execute/bound.hpp"

namespace membound {

/// Compares the outputs that the last repetition of a cell left with the reference: arms by the
/// rule of their workload, ceilings exactly.
class Verifier {
 public:
  /// `arms` is the rule of the protocol's workload, with the protocol's tolerance.
  Verifier(Backend& backend, const ErrorRule& arms) : backend_(backend), arms_(arms) {}

  /// `invocation` and `when` of the result are for the caller to set.
  Correctness verify(const BoundCell& bound);

 private:
  double error_of_copies(const BoundCell& bound);

  Backend& backend_;
  ErrorRule arms_;
  std::vector<std::byte> output_;  ///< of one copy; kept, because touching fresh pages costs more
                                   ///< than comparing them
};

}  // namespace membound
