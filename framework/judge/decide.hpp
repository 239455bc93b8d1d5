// SPDX-License-Identifier: Apache-2.0
// Decide: from where an interval lies to what that means.
#pragma once

#include <string>

#include "judge/judge.hpp"
#include "stats/interval.hpp"

namespace membound {

/// Where an interval lies with respect to a closed range.
enum class Position { inside, below, above, across };

/// An interval that touches a bound from inside is inside; one that touches it from outside lies
/// across.
Position position(const Interval& interval, const Range& range);

/// What a comparison asks.
enum class Reading {
  prediction,  ///< inside holds, outside falsifies
  falsifier,   ///< inside fires (falsified), outside does not (held)
  order,       ///< of a speedup with the range [1, 1]: above holds, below falsifies
};

Outcome outcome_of(Reading reading, Position position);

/// One sentence, without numbers.
std::string sentence(Reading reading, Position position);

}  // namespace membound
