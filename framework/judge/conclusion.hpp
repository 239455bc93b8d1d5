// SPDX-License-Identifier: Apache-2.0
// Conclusion: what a run says of the claims, decisions and stop rules that were frozen with it.
#pragma once

#include <vector>

#include "judge/session.hpp"

namespace membound {

/// One per claim, then per decision, then per stop rule, in the order of the protocol.
///
/// A claim is allowed when its condition is met, and never when a post hoc arm is involved or a
/// gate that blocks claims failed. A decision lands when its condition to land is met, closes when
/// that to close is, and lies between when neither is; when both are, it is undecided. What is
/// checked elsewhere is never evaluated here: as part of a condition it leaves it unknown, as the
/// `also` of a decision it is recorded beside it.
std::vector<Conclusion> conclusions(Session& session);

}  // namespace membound
