// SPDX-License-Identifier: Apache-2.0
// Chance: how likely each verdict is, if the truth and the spread of the units were known.
#include "stats/chance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace membound {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

/// Probability that a normal value lies below x.
double below(double x) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); }

/// log of x^n, with 0^0 = 1.
double log_power(double x, int n) { return n == 0 ? 0 : n * std::log(x); }

/// Beyond one end of a range and beyond the other.
template <class T>
struct Ends {
  T one;
  T other;
};

/// Probability that of n units exactly `count` lie beyond the ends, each with probability `p`, and
/// the rest between them.
double trinomial(int n, Ends<int> count, Ends<double> p) {
  const int rest = n - count.one - count.other;
  const double between = std::max(0.0, 1 - p.one - p.other);
  const double log_ways = std::lgamma(n + 1) - std::lgamma(count.one + 1) -
                          std::lgamma(count.other + 1) - std::lgamma(rest + 1);
  return std::exp(log_ways + log_power(p.one, count.one) + log_power(p.other, count.other) +
                  log_power(between, rest));
}

double inside(int n, int rank, double p, double q) {
  double sum = 0;
  for (int a = 0; a < rank; ++a) {
    for (int c = 0; c < rank && a + c <= n; ++c) sum += trinomial(n, {a, c}, {p, q});
  }
  return std::min(sum, 1.0);
}

/// Probability that more than n - rank units lie beyond an end.
double beyond(int n, int rank, double p) {
  double sum = 0;
  for (int a = n - rank + 1; a <= n; ++a) sum += trinomial(n, {a, 0}, {p, 0});
  return std::min(sum, 1.0);
}

}  // namespace

Chances chances(const Interval& range, double truth, const Experiment& of) {
  const int rank = interval_rank(of.count, of.tail);
  if (rank == 0) return {};
  const double deviation = std::max(of.deviation, std::numeric_limits<double>::min());
  const double low = below((range.low - truth) / deviation);
  const double high = below((truth - range.high) / deviation);
  Chances out{.held = inside(of.count, rank, low, high),
              .falsified = beyond(of.count, rank, low) + beyond(of.count, rank, high)};
  out.inconclusive = std::max(0.0, 1 - out.held - out.falsified);
  return out;
}

double resolution(const Experiment& of, double probability) {
  if (interval_rank(of.count, of.tail) == 0) return infinite;
  // held() grows with the distance: halve the bracket until it is far below any spread.
  double least = 0;
  double most = 20 * of.deviation;
  for (int step = 0; step < 60; ++step) {
    const double middle = (least + most) / 2;
    const bool enough = chances({0, infinite}, middle, of).held >= probability;
    (enough ? most : least) = middle;
  }
  return most;
}

}  // namespace membound
