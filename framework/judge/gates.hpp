// SPDX-License-Identifier: Apache-2.0
// Gates: which evidence is unusable, and why.
#pragma once

#include <map>
#include <string>

#include "judge/observed.hpp"

namespace membound {

/// What the gates found. A reason begins with the gate's name.
struct Blocked {
  std::string everything;            ///< no verdict of the run can be trusted; empty: none such
  std::string claims;                ///< no claim may rest on the run, though verdicts stand
  std::map<int, std::string> cells;  ///< by arm cell: predictions that use it are void
};

/// Evaluates every gate of the protocol on every arm and invocation.
///
/// - receipt: the arm left a record of how it was bound, its repetitions took time, and what was
///   frozen of the running arm was read back of it
/// - correct: compared with the reference before and after, and never further off than frozen
/// - steady: the spread of an invocation's repetitions stays below the frozen one, when one was
/// frozen;
///   the protocol says whether that blocks the arm, everything, or the claims alone
/// - above_ceiling: no repetition exceeds the frozen share of the fastest repetition of a large
///   ceiling in its invocation; the fastest, because noise slows ceilings and arms alike and only
///   the device bounds both. Not asked of an arm that does not rotate: no memory bounds it
/// - cold: the hot probe exceeds the cold one by the frozen ratio in every invocation, or nothing
///   shows that rotation met cold caches
Blocked gates(const Protocol& protocol, const Observed& observed);

/// Spread of values by the definition that the protocol froze.
double spread_of(Spread definition, const std::vector<double>& values);

/// Rate in bytes per nanosecond that no repetition of an invocation may exceed; infinite when the
/// plan has no large ceiling, absent when it has and none ran.
std::optional<double> rate_limit(const Gates& gates, const Observed& observed, int invocation);

}  // namespace membound
