// SPDX-License-Identifier: Apache-2.0
// Power: how many more units would decide what the present ones leave open.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "stats/interval.hpp"

namespace membound {

/// Beyond this many the answer is "no": more measuring is not the remedy.
inline constexpr int most_more_units = 1000;

/// Least number of units that give an interval at `tail`.
int units_for_interval(double tail);

/// Least number of further units after which the interval to be expected satisfies `decides`.
///
/// A sample of m has its l-th value near the quantile l / (m + 1); that quantile is read off the
/// present units, so the forecast keeps their median and their shape and is the present interval at
/// m = n. An expectation, not a promise: about one time in two it takes more. Absent when there are
/// fewer than two units, or when most_more_units further ones would not do.
std::optional<int> more_units(std::vector<double> units, double tail,
                              const std::function<bool(const Interval&)>& decides);

}  // namespace membound
