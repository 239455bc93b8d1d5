// SPDX-License-Identifier: Apache-2.0
// Decide: from where an interval lies to what that means.
#pragma once

#include <string>
#include <vector>

#include "judge/estimate.hpp"
#include "stats/interval.hpp"

namespace membound {

/// Where an interval lies with respect to a closed range.
enum class Position { inside, below, above, across };

/// An interval that touches a bound from inside is inside; one that touches it from outside lies
/// across.
Position position(const Interval& interval, const Range& range);

/// Where it lies with respect to several bounds at once: outside when it is outside any, inside
/// when it is inside all.
Position together(const std::vector<Position>& positions);

/// What a comparison asks.
enum class Question {
  prediction,  ///< inside holds, outside falsifies
  falsifier,   ///< inside fires (falsified), outside does not (held)
  order,       ///< of a speedup with the range [1, 1]: above holds, below falsifies
};

Outcome outcome_of(Question question, Position position);

/// One sentence, without numbers.
std::string sentence(Question question, Position position, Support support = Support::interval);

}  // namespace membound
