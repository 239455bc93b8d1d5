// SPDX-License-Identifier: Apache-2.0
// Expression: a bound whose value the run gives, round by round.
#pragma once

#include <string>

#include "judge/decide.hpp"
#include "judge/estimate.hpp"
#include "judge/need.hpp"

namespace membound {

/// What an expression takes of the evidence.
Need need_of(const Protocol& protocol, const Plan& plan, const Expression& expression,
             const std::string& case_name);

/// Whether its value is in units of a device's own, when the quantity that it bounds is.
bool absolute(const Expression& expression);

/// A quantity against the value of a bound in the same round: their ratio is judged against 1.
struct BoundJudged {
  std::string flaw;  ///< why the ratio means nothing; empty when it does
  Position position = Position::across;
  Estimate ratio;
};

/// One of the two sides of a range.
enum class Side { low, high };

/// `measured` is in natural units, as is the bound.
struct BoundAsked {
  const Expression& expression;
  Side side = Side::low;
  const Need& need;  ///< of the expression
  const Series& measured;
  bool exact = false;  ///< the measured values
};

BoundJudged judge_bound(const Ground& ground, const BoundAsked& asked);

/// A series in natural units.
Series natural_series(QuantityKind kind, Series series);

}  // namespace membound
