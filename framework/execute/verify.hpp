// SPDX-License-Identifier: Apache-2.0
// Verification of the outputs of one repetition, every rotated copy of it.
#pragma once

#include <span>

#include "evidence/evidence.hpp"
#include "execute/bound.hpp"

namespace membound {

/// What the verification of a cell needs beside its outputs.
struct VerifyRule {
  ErrorRule arms;  ///< of the protocol's workload, with the protocol's tolerance
};

/// Compares downloaded outputs with the reference: arms by the workload's metric, ceilings exactly.
/// `invocation` and `when` of the result are for the caller to set.
Correctness verify(const BoundCell& bound, std::span<const std::byte> outputs,
                   const VerifyRule& rule);

}  // namespace membound
