// SPDX-License-Identifier: Apache-2.0
// Decide: from where an interval lies to what that means.
#include "judge/decide.hpp"

#include <limits>

#include "judge/metrics.hpp"

namespace membound {

Position position(const Interval& interval, const Range& range) {
  constexpr double open = std::numeric_limits<double>::infinity();
  const double low = range.low ? settled(*range.low) : -open;
  const double high = range.high ? settled(*range.high) : open;
  if (low <= interval.low && interval.high <= high) return Position::inside;
  if (interval.high < low) return Position::below;
  if (interval.low > high) return Position::above;
  return Position::across;
}

Outcome outcome_of(Reading reading, Position position) {
  if (position == Position::across) return Outcome::inconclusive;
  const bool inside = position == Position::inside;
  switch (reading) {
    case Reading::prediction: return inside ? Outcome::held : Outcome::falsified;
    case Reading::falsifier: return inside ? Outcome::falsified : Outcome::held;
    case Reading::order: break;
  }
  if (inside) return Outcome::inconclusive;  // equal to the last digit: neither is the faster
  return position == Position::above ? Outcome::held : Outcome::falsified;
}

std::string sentence(Reading reading, Position position) {
  const bool across = position == Position::across;
  const bool inside = position == Position::inside;
  const bool above = position == Position::above;
  switch (reading) {
    case Reading::prediction:
      if (across) return "the interval reaches across a bound of the predicted range";
      if (inside) return "the interval lies inside the predicted range";
      return above ? "high: the interval lies above the predicted range"
                   : "low: the interval lies below the predicted range";
    case Reading::falsifier:
      if (across) return "the interval reaches across a bound of the falsifying region";
      if (inside) return "fired: the interval lies inside the falsifying region";
      return above ? "not fired: the interval lies above the falsifying region"
                   : "not fired: the interval lies below the falsifying region";
    case Reading::order: break;
  }
  if (across || inside) return "the interval of their ratio contains 1";
  return above ? "the first is the faster" : "order: the first is the slower";
}

}  // namespace membound
