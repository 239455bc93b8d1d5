// SPDX-License-Identifier: Apache-2.0
// Estimate: what the units of a run say of a quantity: their median and its interval.
#include "judge/estimate.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "judge/units.hpp"
#include "stats/interval.hpp"
#include "stats/power.hpp"
#include "stats/quantile.hpp"

namespace membound {
namespace {

bool all_whole(const Series& series) {
  return std::ranges::all_of(series, [](const auto& one) {
    return std::ranges::all_of(one.second,
                               [](const Point& p) { return p.round == whole_invocation; });
  });
}

}  // namespace

Estimate estimate_of(const Protocol& protocol, const Series& series, const Scale& scale) {
  const int frozen = protocol.instrument.invocations;
  const Units units = units_of(values_of(series), frozen);
  const bool values = scale.exact || (frozen == 1 && all_whole(series));
  Estimate out{values ? Support::values : Support::interval, units.values, {}};
  out.measurement.within_one_process = units.within_one_process;
  for (const double value : units.values) out.measurement.units.push_back(scale.natural(value));
  if (units.values.empty()) return out;
  out.measurement.estimate = scale.natural(median(units.values));
  if (values) {
    const auto [least, most] = std::ranges::minmax(out.measurement.units);
    out.measurement.low = least;
    out.measurement.high = most;
  } else if (const auto interval = median_interval(units.values, protocol.analysis.tail)) {
    out.measurement.low = scale.natural(interval->low);
    out.measurement.high = scale.natural(interval->high);
  }
  return out;
}

std::string why_no_interval(const Protocol& protocol, const Estimate& estimate) {
  if (estimate.measurement.low) return {};
  return fmt::format("{} units give no interval; it takes {}", estimate.values.size(),
                     units_for_interval(protocol.analysis.tail));
}

}  // namespace membound
