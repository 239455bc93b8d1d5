// SPDX-License-Identifier: Apache-2.0
// Summary: what a cell's repetitions look like over a run, for tables and plots; decides nothing.
#include <algorithm>
#include <optional>

#include "judge/ceiling.hpp"
#include "judge/gates.hpp"
#include "judge/metrics.hpp"
#include "judge/rule.hpp"
#include "judge/units.hpp"
#include "stats/quantile.hpp"

namespace membound {
namespace {

/// Throttled, or above what the invocation's large ceiling allows an arm that rotates.
bool flagged(const Observed& observed, Place place, const Sample& sample,
             std::optional<double> limit) {
  const bool kept_flag = sample.flags != 0;
  const Cell& cell = observed.cell(place.cell);
  const bool bounded = cell.kind == CellKind::arm && cell.rotation == Rotation::full;
  const bool above = limit && bounded && observed.bytes(place) / sample.time > *limit;
  return kept_flag || above;
}

std::optional<double> share(const Observed& observed, int cell, CeilingScope scope) {
  const Quantity quantity{.kind = QuantityKind::share_of_ceiling, .scope = scope};
  const QuantityCells cells{{cell}, ceiling_family(observed.plan(), observed.cell(cell), scope)};
  const Protocol medians;  // whatever the statistic of the verdicts: this table shows medians
  const Units units = units_of(values_of(series_of({medians, observed}, quantity, cells)), 0);
  if (units.values.empty()) return std::nullopt;
  return natural(quantity.kind, median(units.values));
}

/// The first invocation in which the cell was bound tells its traffic; it is the same in all.
double bytes_of(const Observed& observed, int cell) {
  for (const int invocation : observed.invocations()) {
    if (const double bytes = observed.bytes({invocation, cell}); bytes > 0) return bytes;
  }
  return 0;
}

CellSummary summary(const Protocol& protocol, const Observed& observed, int cell) {
  CellSummary out{.cell = cell};
  std::vector<double> times;
  for (const int invocation : observed.invocations()) {
    const Place place{invocation, cell};
    const auto limit = rate_limit(protocol.gates, observed, invocation);
    for (const Sample& sample : observed.samples(place)) {
      times.push_back(sample.time);
      if (flagged(observed, place, sample, limit)) ++out.flagged;
    }
    out.spread = std::max(out.spread, spread_of(protocol.gates.spread, observed.times(place)));
  }
  out.repetitions = static_cast<int>(times.size());
  if (times.empty()) return out;
  const Quartiles middle = quartiles(times);
  const auto [least, most] = std::ranges::minmax(times);
  out.median = settled(median(times));
  out.low_quartile = settled(middle.low);
  out.high_quartile = settled(middle.high);
  out.least = settled(least);
  out.most = settled(most);
  if (const double bytes = bytes_of(observed, cell); bytes > 0)
    out.bandwidth = settled(bytes * 1e9 / out.median);
  const CellKind kind = observed.cell(cell).kind;
  if (kind != CellKind::arm && kind != CellKind::matched_ceiling) return out;
  out.share_of_large = share(observed, cell, CeilingScope::large);
  if (kind == CellKind::arm) out.share_of_matched = share(observed, cell, CeilingScope::matched);
  return out;
}

}  // namespace

std::vector<CellSummary> summarise(const Protocol& protocol, const Plan& plan,
                                   const Evidence& evidence) {
  const Observed observed(plan, of_finished_invocations(evidence));
  std::vector<CellSummary> out;
  for (std::size_t cell = 0; cell < plan.cells.size(); ++cell) {
    out.push_back(summary(protocol, observed, static_cast<int>(cell)));
  }
  return out;
}

}  // namespace membound
