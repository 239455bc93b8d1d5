// SPDX-License-Identifier: Apache-2.0
// Spread: the definitions in use of how far repetitions lie apart, as fractions (0.015 is 1.5 %).
#include "stats/spread.hpp"

#include <algorithm>
#include <numeric>

#include "stats/quantile.hpp"

namespace membound {
namespace {

/// (max - min) / scale, where `scale` is made only when there is something to divide.
template <class Scale>
double range_over(const std::vector<double>& values, Scale scale) {
  if (values.size() < 2) return 0;
  const auto [least, most] = std::ranges::minmax(values);
  return (most - least) / scale(values);
}

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

}  // namespace

double range_over_mean(const std::vector<double>& values) { return range_over(values, mean); }

double half_range_over_mean(const std::vector<double>& values) {
  return range_over_mean(values) / 2;
}

double range_over_median(const std::vector<double>& values) { return range_over(values, median); }

double max_over_min(const std::vector<double>& values) {
  return range_over(values, [](const auto& all) { return std::ranges::min(all); });
}

}  // namespace membound
