// SPDX-License-Identifier: Apache-2.0
// Chance: how likely each verdict is, if the truth and the spread of the units were known.
#pragma once

#include "stats/interval.hpp"

namespace membound {

struct Chances {
  double held = 0;
  double falsified = 0;
  double inconclusive = 1;
};

/// The units of an experiment: `count` normal values of this deviation, and the tail of the
/// interval over them.
struct Experiment {
  int count = 0;
  double deviation = 0;
  double tail = 0.05;
};

/// Chances of the verdict on `range` (open ends are infinite) when the median of the units is
/// `truth`. Exact: the interval [v_(l), v_(n+1-l)] lies inside the range when fewer than l units
/// lie beyond each end, and outside when more than n - l do.
Chances chances(const Interval& range, double truth, const Experiment& of);

/// Least distance of the truth beyond the one bound of an open range at which it holds with
/// `probability`; infinite when the units give no interval.
double resolution(const Experiment& of, double probability);

}  // namespace membound
