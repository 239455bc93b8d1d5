// SPDX-License-Identifier: Apache-2.0
// Admission: every arm once on operands at whose ends memory stops, before anything is timed.
//
// A read outside of the operands that nothing depends on leaves no trace in any output, and in the
// arena it meets the next operand. Here it faults. A process of its own, because a fault ends it,
// and because what is timed must not begin with memory and caches that this has used.
#pragma once

#include "execute/execute.hpp"

namespace membound {

/// Runs every arm of the plan, bound as in launch mode stream, without a link, on one copy of its
/// operands: first where memory stops behind each of them, then where it stops before. Tells the
/// observer which cell runs and, in the end, the number of cells that were admitted, which is none
/// where the backend cannot guard memory. Throws AccessFault that names an arm which wrote beside
/// an operand or to an input, or whose device reports an access outside of memory.
void admit(const FrozenProtocol& frozen, const Job& job, const Bench& bench);

}  // namespace membound
