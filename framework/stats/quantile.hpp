// SPDX-License-Identifier: Apache-2.0
// Quantiles of a sample, each by one stated definition.
#pragma once

#include <vector>

namespace membound {

/// Middle value; the mean of the two middle values when their number is even. NaN of no values.
double median(std::vector<double> values);

struct Quartiles {
  double low = 0;
  double high = 0;
  bool operator==(const Quartiles&) const = default;
};

/// Linear interpolation between order statistics at 1 + (n - 1) p (Hyndman & Fan 1996, type 7).
/// NaN of no values.
Quartiles quartiles(std::vector<double> values);

/// Value at a fractional rank that counts from 1, interpolated linearly between its neighbours;
/// ranks outside [1, n] give the extremes. `sorted` ascends and has at least one value.
double at_rank(const std::vector<double>& sorted, double rank);

}  // namespace membound
