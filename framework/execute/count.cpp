// SPDX-License-Identifier: Apache-2.0
// Count: each arm once, untimed, before the eyes of a profiler.
#include "execute/count.hpp"

#include <algorithm>
#include <memory>
#include <optional>

#include "base/random.hpp"
#include "execute/arena.hpp"
#include "execute/bound.hpp"
#include "protocol/counters.hpp"

namespace membound {
namespace {

/// The plan with one independent launch for each arm that is counted, at the cell's own index.
Plan plan_of_counting(const FrozenProtocol& frozen) {
  const CountersAsked asked = counters_asked(frozen.protocol());
  Plan result = plan(frozen);
  result.launch = LaunchMode::stream;
  for (Cell& cell : result.cells) {
    const bool counted = cell.kind == CellKind::arm && asked.arms.contains(cell.arm);
    cell.launches = counted ? 1 : 0;
  }
  return result;
}

}  // namespace

void count(const FrozenProtocol& frozen, const Job& job, const Bench& bench) {
  const Plan counted = plan_of_counting(frozen);
  Stage stage{counted, bench.catalogue, bench.backend, job.invocation, {}, {}};
  stage.arenas.resize(counted.sets.size());
  stage.chains.resize(counted.sets.size());
  for (std::size_t i = 0; i < counted.cells.size(); ++i) {
    const Cell& cell = counted.cells[i];
    const auto index = static_cast<int>(i);
    if (cell.launches == 0 || !why_left_out(counted, index, job, bench).empty()) continue;
    const auto set = static_cast<std::size_t>(cell.set);
    bench.observer.running(index);
    if (stage.arenas[set] == nullptr) {
      const OperandSet& operands = counted.sets[set];
      stage.arenas[set] = std::make_unique<Arena>(
          *bench.catalogue.workload(operands.workload), operands,
          Contents{splitmix64(data_seed(job), set), Bytes{}}, bench.backend);
    }
    try {
      const BoundCell bound = bind(stage, index);
      bench.backend.mark(index);
      static_cast<void>(bound.batch->time());
      bench.backend.mark(std::nullopt);
    } catch (const Refusal&) {  // the worker that timed the others has told why
    }
  }
}

}  // namespace membound
