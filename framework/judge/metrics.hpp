// SPDX-License-Identifier: Apache-2.0
// Metrics: the one table of quantities, and how a value comes out of each round.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "judge/observed.hpp"

namespace membound {

/// What a quantity is relative to.
enum class Reference { none, arm, ceiling };

/// One timed cell in one round, as logarithms: nanoseconds and bytes of one launch.
struct Term {
  double log_time = 0;
  double log_bytes = 0;
};

/// A row of the table. Values are logarithms, so that effects add and a ratio and its inverse are
/// judged alike; `natural` grows with them and turns one into the units in which protocols are
/// written.
struct Metric {
  QuantityKind kind = QuantityKind::time;
  bool absolute = false;  ///< in units of a device's own, hence meaningful on that device only
  Reference reference = Reference::none;
  double (*value)(const Term& arm, const Term& reference) = nullptr;
  double (*natural)(double value) = nullptr;
};

const Metric& metric(QuantityKind kind);

/// `value` in natural units, settled.
double natural(QuantityKind kind, double value);

/// Twelve significant digits of `value`: more than any clock gives, fewer than the logarithms of
/// different C libraries agree in. A value on a bound of a range thus lies on it on every machine.
double settled(double value);

/// Cells that a quantity needs, besides the arm's: the other arm, or every member of the ceiling's
/// family.
struct QuantityCells {
  std::optional<int> arm;
  std::vector<int> reference;
};
QuantityCells cells_for(const Plan& plan, const Quantity& quantity, std::string_view case_name);

/// Values of a quantity, round by round, of each invocation that has any. A round counts when both
/// sides were timed in it.
using RoundValues = std::map<int, std::vector<double>>;
RoundValues round_values(const Observed& observed, const Quantity& quantity,
                         const QuantityCells& cells);

}  // namespace membound
