// SPDX-License-Identifier: Apache-2.0
// Variation: how much of a spread comes from fresh processes and how much from the rounds within.
#include "stats/variation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "stats/quantile.hpp"

namespace membound {
namespace {

constexpr double quartile_range_of_normal = 1.3489795003921634;  // in standard deviations

/// Variance of the median of `rounds` normal values of variance 1: pi / 2n for many, 1 for one.
double variance_of_median(int rounds) {
  return std::numbers::pi / (2 * (rounds + std::numbers::pi / 2 - 1));
}

double square(double x) { return x * x; }

double sample_variance(const std::vector<double>& values) {
  if (values.size() < 2) return 0;
  double sum = 0;
  for (const double v : values) sum += v;
  const double mean = sum / static_cast<double>(values.size());
  double squares = 0;
  for (const double v : values) squares += square(v - mean);
  return squares / static_cast<double>(values.size() - 1);
}

}  // namespace

Variation variation(const std::vector<std::vector<double>>& rounds) {
  std::vector<double> medians;
  double within = 0;
  double added = 0;  // by the rounds to the variance of the medians
  for (const std::vector<double>& values : rounds) {
    medians.push_back(median(values));
    const Quartiles q = quartiles(values);
    const double variance = square((q.high - q.low) / quartile_range_of_normal);
    within += variance / static_cast<double>(rounds.size());
    added += variance * variance_of_median(static_cast<int>(values.size())) /
             static_cast<double>(rounds.size());
  }
  return {.centre = median(medians),
          .between = std::sqrt(std::max(0.0, sample_variance(medians) - added)),
          .within = std::sqrt(within)};
}

double unit_deviation(const Variation& of, int rounds) {
  return std::sqrt(square(of.between) + square(of.within) * variance_of_median(rounds));
}

double rounds_that_pay(const Variation& of, double cost) {
  if (of.between <= 0) return std::numeric_limits<double>::infinity();
  return std::sqrt(cost * std::numbers::pi / 2) * of.within / of.between;
}

}  // namespace membound
