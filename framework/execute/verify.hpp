// SPDX-License-Identifier: Apache-2.0
// Verification of the outputs of one repetition, every rotated copy or link of it.
#pragma once

#include "evidence/evidence.hpp"
#include "execute/bound.hpp"

namespace membound {

/// What the verification of a cell needs beside its outputs.
struct VerifyRule {
  ErrorRule arms;  ///< of the protocol's workload, with the protocol's tolerance
};

/// Compares the outputs that the last repetition left with the reference: arms by the workload's
/// metric, ceilings exactly. `invocation` and `when` of the result are for the caller to set.
Correctness verify(const BoundCell& bound, Backend& backend, const VerifyRule& rule);

}  // namespace membound
