// SPDX-License-Identifier: Apache-2.0
// Axis: where a value stands on a scale, and which values are worth a label.
#include "report/axis.hpp"

#include <algorithm>
#include <cmath>

namespace membound::page {
namespace {

constexpr double margin = 0.05;       ///< room at each end, as a share of the length
constexpr double least_ratio = 1.01;  ///< a logarithmic axis never magnifies more than this
constexpr double least_span = 1e-3;   ///< nor does a linear one, relative to its values
constexpr double lone_span = 0.5;     ///< of an axis that has to show one value only

/// The smallest of 1, 2, 5 times a power of ten that is not below `raw`.
double round_step(double raw) {
  const double power = std::pow(10.0, std::floor(std::log10(raw)));
  for (const double step : {1.0, 2.0, 5.0}) {
    if (step * power >= raw * (1 - 1e-9)) return step * power;
  }
  return 10 * power;
}

std::vector<double> multiples(double low, double high, double step) {
  std::vector<double> out;
  for (double k = std::ceil(low / step - 1e-9); k * step <= high * (1 + 1e-12) + 1e-300; ++k) {
    out.push_back(k * step);
  }
  return out;
}

/// Powers of ten times each of `leads`; every `stride`-th power.
std::vector<double> decades(double low, double high, const std::vector<double>& leads, int stride) {
  std::vector<double> out;
  const int last = static_cast<int>(std::floor(std::log10(high)));
  for (int power = static_cast<int>(std::floor(std::log10(low))); power <= last; ++power) {
    if (power % stride != 0) continue;
    for (const double lead : leads) {
      const double value = lead * std::pow(10.0, power);
      if (value >= low && value <= high) out.push_back(value);
    }
  }
  return out;
}

}  // namespace

Axis::Axis(double low, double high, Scale scale) : low_(low), high_(high), scale_(scale) {}

double Axis::place(double value) const {
  if (scale_ == Scale::linear) return std::clamp((value - low_) / (high_ - low_), 0.0, 1.0);
  if (value <= low_) return 0;
  return std::clamp(std::log(value / low_) / std::log(high_ / low_), 0.0, 1.0);
}

std::vector<double> Axis::ticks(int wanted) const {
  if (scale_ == Scale::linear || high_ / low_ < 6) {
    return multiples(low_, high_, round_step((high_ - low_) / wanted));
  }
  const double powers = std::log10(high_ / low_);
  if (powers * 3 <= wanted + 2) return decades(low_, high_, {1, 2, 5}, 1);
  return decades(low_, high_, {1}, std::max(1, static_cast<int>(std::ceil(powers / wanted))));
}

std::optional<Axis> axis_over(const std::vector<double>& values, Scale scale) {
  std::vector<double> usable;
  std::ranges::copy_if(values, std::back_inserter(usable), [scale](double value) {
    return std::isfinite(value) && (scale == Scale::linear || value > 0);
  });
  if (usable.empty()) return std::nullopt;
  const auto [least, most] = std::ranges::minmax(usable);
  const double least_part = least == most ? lone_span : least_span;
  if (scale == Scale::logarithmic) {
    const double ratio = std::max(most / least, least == most ? 1 + lone_span : least_ratio);
    const double room = std::sqrt(ratio / (most / least)) * std::pow(ratio, margin);
    return Axis(least / room, most * room, scale);
  }
  const double size = std::max({std::abs(least), std::abs(most), 1e-6});
  const double span = std::max(most - least, size * least_part);
  const double room = (span - (most - least)) / 2 + span * margin;
  return Axis(least - room, most + room, scale);
}

}  // namespace membound::page
