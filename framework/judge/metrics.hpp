// SPDX-License-Identifier: Apache-2.0
// Metrics: the one table of quantities, and how a value comes out of what was recorded.
#pragma once

#include "protocol/protocol.hpp"

namespace membound {

/// What a quantity is relative to.
enum class Reference { none, arm, ceiling };

/// Where a quantity's values come from.
enum class Source {
  times,       ///< one value per round, paired within it
  scatter,     ///< one value per invocation, of its times taken together
  traffic,     ///< one value per invocation: what was counted from the operands
  comparison,  ///< one value per invocation: the largest error of its outputs
  readings,    ///< one value per invocation: what was read back under the quantity's name
};

/// One timed cell in one round, as logarithms: nanoseconds and bytes of one launch.
struct Term {
  double log_time = 0;
  double log_bytes = 0;
};

/// A row of the table. Values made of times are logarithms, so that effects add and a ratio and its
/// inverse are judged alike; `natural` grows with them and turns one into the units in which
/// protocols are written. Other values are in those units already.
struct Metric {
  QuantityKind kind = QuantityKind::time;
  bool absolute = false;  ///< in units of a device's own, hence meaningful on that device only
  Source source = Source::times;
  Reference reference = Reference::none;
  double (*value)(const Term& arm, const Term& reference) = nullptr;  ///< of times only
  double (*natural)(double value) = nullptr;
};

const Metric& metric(QuantityKind kind);

/// What a quantity is relative to: a value that is read back may be divided by that of another arm.
Reference reference_of(const Quantity& quantity);

/// Whether every value is exact, so that no interval stands between the values and the verdict.
bool exact(QuantityKind kind);

/// `value` in natural units, settled.
double natural(QuantityKind kind, double value);

/// How far `to` is above `from`, both in the table's units: 1 when they are equal, more when `to`
/// is the larger. For quantities made of times, the ratio of what is compared.
double step(QuantityKind kind, double from, double to);

/// Twelve significant digits of `value`: more than any clock gives, fewer than the logarithms of
/// different C libraries agree in. A value on a bound of a range thus lies on it on every machine.
double settled(double value);

}  // namespace membound
