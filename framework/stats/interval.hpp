// SPDX-License-Identifier: Apache-2.0
// Interval: the exact order-statistic interval for a median, valid for every continuous
// distribution.
#pragma once

#include <optional>
#include <vector>

namespace membound {

struct Interval {
  double low = 0;
  double high = 0;
  bool operator==(const Interval&) const = default;
};

/// Fewer units than this never give an interval, whatever the tail.
inline constexpr int least_units = 5;

/// Rank l, counted from each end, of the interval's ends: the largest l with
/// P(Bin(n, 1/2) <= l - 1) <= tail; 0 when `n` units cannot give an interval.
int interval_rank(int n, double tail);

/// [v_(l), v_(n+1-l)] of `values`: the median lies below it with probability at most `tail`, above
/// it likewise. Absent when there are too few values.
std::optional<Interval> median_interval(std::vector<double> values, double tail);

}  // namespace membound
