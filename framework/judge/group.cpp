// SPDX-License-Identifier: Apache-2.0
// Group: arms under one name, of which the fastest of an invocation counts.
#include "judge/group.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "stats/quantile.hpp"

namespace membound {

std::vector<std::string> arms_of(const Protocol& protocol, const std::string& name) {
  const auto group = std::ranges::find(protocol.groups, name, &Group::name);
  return group == protocol.groups.end() ? std::vector{name} : group->arms;
}

std::optional<int> arm_cell(const Plan& plan, std::string_view arm, std::string_view case_name) {
  const auto it = std::ranges::find_if(plan.cells, [&](const Cell& cell) {
    return cell.kind == CellKind::arm && cell.arm == arm && cell.case_name == case_name;
  });
  if (it == plan.cells.end()) return std::nullopt;
  return static_cast<int>(it - plan.cells.begin());
}

std::optional<int> fastest_of(const Observed& observed, int invocation,
                              const std::vector<int>& cells) {
  if (cells.size() == 1) return cells.front();
  std::optional<int> fastest;
  double least = 0;
  for (const int cell : cells) {
    if (observed.samples({invocation, cell}).empty()) continue;
    const double time = median(observed.times({invocation, cell}));
    if (fastest && time >= least) continue;
    fastest = cell;
    least = time;
  }
  return fastest;
}

std::string winners(const Protocol& protocol, const Observed& observed, const std::string& name,
                    std::string_view case_name) {
  std::vector<int> cells;
  for (const std::string& arm : arms_of(protocol, name)) {
    if (const auto cell = arm_cell(observed.plan(), arm, case_name)) cells.push_back(*cell);
  }
  if (cells.size() < 2) return {};
  std::map<int, int> wins;
  for (const int invocation : observed.invocations()) {
    if (const auto cell = fastest_of(observed, invocation, cells)) ++wins[*cell];
  }
  std::vector<std::string> counts;
  for (const auto& [cell, count] : wins) {
    const char* noun = count == 1 ? "invocation" : "invocations";
    counts.push_back(fmt::format("{} in {} {}", observed.cell(cell).arm, count, noun));
  }
  return fmt::format("fastest of {}: {}", name, join(counts));
}

}  // namespace membound
