// SPDX-License-Identifier: Apache-2.0
// Estimate: what the units of a run say of a quantity: their median and its interval.
#pragma once

#include <functional>

#include "judge/judge.hpp"
#include "judge/series.hpp"

namespace membound {

/// What a verdict rests on.
enum class Support {
  interval,  ///< the interval of a median
  values,    ///< exact values, of which every one counts
};

struct Estimate {
  Support support = Support::interval;
  std::vector<double> values;  ///< of the units, as they were given
  Measurement measurement;     ///< in natural units
};

/// How the values of a series are read.
struct Scale {
  std::function<double(double)> natural;  ///< grows with its argument
  bool exact = false;
};

/// Exact values give no interval: low and high are the least and the most of them. So does the one
/// value of a process that stands alone, which is what that process showed.
Estimate estimate_of(const Protocol& protocol, const Series& series, const Scale& scale);

/// Why there is no interval; empty when there is one.
std::string why_no_interval(const Protocol& protocol, const Estimate& estimate);

}  // namespace membound
