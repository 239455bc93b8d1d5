// SPDX-License-Identifier: Apache-2.0
// Quantiles of a sample, each by one stated definition.
#include "stats/quantile.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace membound {
namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

}  // namespace

double median(std::vector<double> values) {
  if (values.empty()) return nothing;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  const double below = *std::max_element(values.begin(), middle);
  return below + (*middle - below) / 2;
}

Quartiles quartiles(std::vector<double> values) {
  if (values.empty()) return {nothing, nothing};
  std::ranges::sort(values);
  const auto steps = static_cast<double>(values.size() - 1);
  return {at_rank(values, 1 + steps * 0.25), at_rank(values, 1 + steps * 0.75)};
}

double at_rank(const std::vector<double>& sorted, double rank) {
  const auto last = static_cast<double>(sorted.size());
  const double inside = std::clamp(rank, 1.0, last);
  const double whole = std::floor(inside);
  const auto index = static_cast<std::size_t>(whole) - 1;
  if (index + 1 == sorted.size()) return sorted[index];
  return sorted[index] + (inside - whole) * (sorted[index + 1] - sorted[index]);
}

}  // namespace membound
