// SPDX-License-Identifier: Apache-2.0
// Footprint: the device memory that a plan needs.
#include "execute/footprint.hpp"

#include <algorithm>

#include "execute/arena.hpp"
#include "execute/chain.hpp"

namespace membound {

int launches_of_arms(const Plan& plan, int set) {
  const auto it = std::ranges::find_if(
      plan.cells, [&](const Cell& cell) { return cell.kind == CellKind::arm && cell.set == set; });
  return it == plan.cells.end() ? 0 : it->launches;
}

Bytes footprint(const Plan& plan, const Catalogue& catalogue, Bytes working_set) {
  Bytes total;
  for (std::size_t i = 0; i < plan.sets.size(); ++i) {
    const OperandSet& set = plan.sets[i];
    const Workload* workload = catalogue.workload(set.workload);
    if (workload == nullptr)
      throw Error("workload '" + set.workload + "' is not in this build", ExitCode::usage);
    const Layout layout = layout_of(*workload, set);
    total = total + layout.stride * copies_for(layout, working_set);
    const int links = launches_of_arms(plan, static_cast<int>(i));
    if (plan.launch == LaunchMode::chain && links > 0)
      total = total + Chain::footprint(*workload, layout, links);
  }
  return total;
}

}  // namespace membound
