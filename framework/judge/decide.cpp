// SPDX-License-Identifier: Apache-2.0
// Decide: from where an interval lies to what that means.
#include "judge/decide.hpp"

#include <algorithm>
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

Position together(const std::vector<Position>& positions) {
  const auto outside = std::ranges::find_if(
      positions, [](Position p) { return p == Position::below || p == Position::above; });
  if (outside != positions.end()) return *outside;
  const bool inside =
      std::ranges::all_of(positions, [](Position p) { return p == Position::inside; });
  return inside ? Position::inside : Position::across;
}

Outcome outcome_of(Question question, Position position) {
  if (position == Position::across) return Outcome::inconclusive;
  const bool inside = position == Position::inside;
  switch (question) {
    case Question::prediction: return inside ? Outcome::held : Outcome::falsified;
    case Question::falsifier: return inside ? Outcome::falsified : Outcome::held;
    case Question::order: break;
  }
  if (inside) return Outcome::inconclusive;  // equal to the last digit: neither is the faster
  return position == Position::above ? Outcome::held : Outcome::falsified;
}

std::string sentence(Question question, Position position, Support support) {
  const bool across = position == Position::across;
  const bool inside = position == Position::inside;
  const bool above = position == Position::above;
  const bool values = support == Support::values;
  const std::string lies = values ? "every value lies" : "the interval lies";
  const std::string reaches =
      values ? "the values lie on both sides of" : "the interval reaches across";
  switch (question) {
    case Question::prediction:
      if (across) return reaches + " a bound of the predicted range";
      if (inside) return lies + " inside the predicted range";
      return above ? "high: " + lies + " above the predicted range"
                   : "low: " + lies + " below the predicted range";
    case Question::falsifier:
      if (across) return reaches + " a bound of the falsifying region";
      if (inside) return "fired: " + lies + " inside the falsifying region";
      return above ? "not fired: " + lies + " above the falsifying region"
                   : "not fired: " + lies + " below the falsifying region";
    case Question::order: break;
  }
  if (across || inside) return "the interval of their ratio contains 1";
  return above ? "the first is the faster" : "order: the first is the slower";
}

}  // namespace membound
