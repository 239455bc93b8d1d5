// SPDX-License-Identifier: Apache-2.0
// Power: how many more units would decide what the present ones leave open.
#include "stats/power.hpp"

#include <algorithm>

#include "stats/quantile.hpp"

namespace membound {

int units_for_interval(double tail) {
  int n = least_units;
  while (n < most_more_units && interval_rank(n, tail) == 0) ++n;
  return n;
}

std::optional<int> more_units(std::vector<double> units, double tail,
                              const std::function<bool(const Interval&)>& decides) {
  if (units.size() < 2) return std::nullopt;
  std::ranges::sort(units);
  const int n = static_cast<int>(units.size());
  for (int more = 1; more <= most_more_units; ++more) {
    const int total = n + more;
    const int rank = interval_rank(total, tail);
    if (rank == 0) continue;
    const double at = static_cast<double>(rank) / (total + 1) * (n + 1);
    if (decides({at_rank(units, at), at_rank(units, n + 1 - at)})) return more;
  }
  return std::nullopt;
}

}  // namespace membound
