// SPDX-License-Identifier: Apache-2.0
// Ceiling: which probe kernel is the best of its family in an invocation.
#include "judge/ceiling.hpp"

#include <set>

#include "stats/quantile.hpp"

namespace membound {

std::vector<int> cells_of(const Plan& plan, CellKind kind, std::string_view format) {
  std::vector<int> out;
  for (std::size_t i = 0; i < plan.cells.size(); ++i) {
    const bool fits = format.empty() || plan.cells[i].format == format;
    if (plan.cells[i].kind == kind && fits) out.push_back(static_cast<int>(i));
  }
  return out;
}

std::vector<int> ceiling_family(const Plan& plan, const Cell& cell, CeilingScope scope) {
  std::vector<int> matched;
  std::set<std::string> formats;
  for (const int i : cells_of(plan, CellKind::matched_ceiling)) {
    const Cell& member = plan.cells[static_cast<std::size_t>(i)];
    if (member.set != cell.set) continue;
    matched.push_back(i);
    formats.insert(member.format);
  }
  if (scope == CeilingScope::matched) return matched;
  std::vector<int> large = cells_of(plan, CellKind::large_ceiling);
  std::erase_if(large, [&](int i) {
    return !formats.empty() && !formats.contains(plan.cells[static_cast<std::size_t>(i)].format);
  });
  return large;
}

std::optional<double> median_rate(const Observed& observed, Place place) {
  const double bytes = observed.bytes(place);
  if (observed.samples(place).empty() || bytes <= 0) return std::nullopt;
  return bytes / median(observed.times(place));
}

std::optional<int> best_of(const Observed& observed, int invocation,
                           const std::vector<int>& family) {
  std::optional<int> best;
  double highest = 0;
  for (const int cell : family) {
    if (observed.wrong(cell)) continue;
    const auto rate = median_rate(observed, {invocation, cell});
    if (rate && *rate > highest) {
      highest = *rate;
      best = cell;
    }
  }
  return best;
}

}  // namespace membound
