// SPDX-License-Identifier: Apache-2.0
// Interval: the exact order-statistic interval for a median, valid for every continuous
// distribution.
#include "stats/interval.hpp"

#include <algorithm>
#include <cmath>

namespace membound {

int interval_rank(int n, double tail) {
  if (n < least_units) return 0;
  const double limit =
      tail * (1 + 1e-12);  // a tail such as 1/32 is met exactly, not missed by a rounding
  double term = 1;         // C(n, rank), scaled
  double sum = 0;          // C(n, 0) + ... + C(n, rank), scaled alike
  int scale = -n;          // binary exponent that turns `sum` into a probability
  int rank = 0;
  while (rank < (n + 1) / 2) {
    sum += term;
    if (std::ldexp(sum, scale) > limit) break;
    term *= static_cast<double>(n - rank) / (rank + 1);
    ++rank;
    if (term > 0x1p400) {  // a binomial coefficient of n > 1000 exceeds a double
      term = std::ldexp(term, -400);
      sum = std::ldexp(sum, -400);
      scale += 400;
    }
  }
  return rank;
}

std::optional<Interval> median_interval(std::vector<double> values, double tail) {
  const int rank = interval_rank(static_cast<int>(values.size()), tail);
  if (rank == 0) return std::nullopt;
  std::ranges::sort(values);
  const auto from_end = static_cast<std::size_t>(rank);
  return Interval{values[from_end - 1], values[values.size() - from_end]};
}

}  // namespace membound
