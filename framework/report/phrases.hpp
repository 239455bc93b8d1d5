// SPDX-License-Identifier: Apache-2.0
// Phrases: conditions and what follows from them as a reader would say them.
#pragma once

#include <string>

#include "judge/judge.hpp"

namespace membound::page {

std::string label(Truth truth);          ///< "met", "not met", "unknown"
std::string label(Ruling ruling);        ///< "allowed", "not allowed", ..., "undecided"
std::string label(EvidenceLevel level);  ///< "one input"
std::string label(Blocks blocks);        ///< "voids the arm"

/// "0.56 times the time of b", "the time that the traffic of a takes at 4.3 TB/s, plus 2 us";
/// `kind` is the quantity that is bounded.
std::string phrase(QuantityKind kind, const Expression& expression);

/// "all of: prediction `a` held; speedup of a over b at least 1.5 x in all 3 cases".
std::string phrase(const Condition& condition);

}  // namespace membound::page
