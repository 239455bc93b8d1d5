// SPDX-License-Identifier: Apache-2.0
// Admission: every arm once on operands at whose ends memory stops, before anything is timed.
#include "execute/admission.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "backend/cpu/pages.hpp"
#include "backend/fault.hpp"
#include "base/random.hpp"
#include "base/text.hpp"
#include "execute/bound.hpp"
#include "execute/guarded.hpp"

namespace membound {
namespace {

/// The generated inputs of one operand set, in host memory.
struct Inputs {
  Inputs(const Workload& workload, const OperandSet& set, std::uint64_t seed) {
    for (const Operand& operand : workload.operands(set.problem.extents, set.problem.format)) {
      if (operand.access != Access::read) continue;
      memory.push_back(cpu::map_pages(operand.bytes()));
      operands.views[operand.name] = memory.back().bytes();
    }
    workload.generate(set.problem, seed, operands);
  }

  std::vector<Memory> memory;
  Operands operands;
};

class Admission {
 public:
  Admission(const FrozenProtocol& frozen, const Job& job, const Bench& bench)
      : plan_(plan(frozen)), job_(job), bench_(bench) {}

  void run() {
    std::size_t admitted = 0;
    for (std::size_t set = 0; set < plan_.sets.size(); ++set) admitted += admit_set(set);
    bench_.observer.message(Event{{}, admitted_event, std::to_string(admitted), utc_now()});
  }

 private:
  /// The arms that can run on a set.
  [[nodiscard]] std::vector<int> arms_on(std::size_t set) const {
    std::vector<int> arms;
    for (std::size_t i = 0; i < plan_.cells.size(); ++i) {
      const Cell& cell = plan_.cells[i];
      const auto index = static_cast<int>(i);
      if (cell.kind != CellKind::arm || cell.set != static_cast<int>(set)) continue;
      if (why_left_out(plan_, index, job_, bench_).empty()) arms.push_back(index);
    }
    return arms;
  }

  std::size_t admit_set(std::size_t index) {
    const std::vector<int> arms = arms_on(index);
    if (arms.empty()) return 0;
    const OperandSet& set = plan_.sets[index];
    const Workload& workload = *bench_.catalogue.workload(set.workload);
    const std::vector<Operand> declared =
        workload.operands(set.problem.extents, set.problem.format);
    const Inputs inputs(workload, set, splitmix64(data_seed(job_), index));
    std::size_t admitted = 0;
    for (const auto end : {GuardedOperands::End::back, GuardedOperands::End::front}) {
      const GuardedOperands& guarded =
          held_.emplace_back(bench_.backend, declared, inputs.operands, end);
      if (!guarded.available()) return 0;
      admitted = static_cast<std::size_t>(
          std::ranges::count_if(arms, [&](int arm) { return admit(arm, guarded); }));
    }
    return admitted;
  }

  /// False for an arm that refuses its operands, which is told when it is bound to be timed.
  bool admit(int index, const GuardedOperands& guarded) {
    const Cell& cell = plan_.cells[static_cast<std::size_t>(index)];
    const Arm& arm = *bench_.catalogue.arm(cell.kernel);
    bench_.observer.running(index);
    Launch launch;
    try {
      launch = bind(arm, {.operands = guarded.views(),
                          .extents = plan_.sets[static_cast<std::size_t>(cell.set)].problem.extents,
                          .format = cell.format,
                          .parameters = complete(arm, cell.parameters),
                          .device = &bench_.backend.device(),
                          .may_overlap = arm.always_overlaps});
    } catch (const Refusal&) {
      return false;
    }
    const auto batch = bench_.backend.prepare(
        {launch}, {.arm = cell.arm, .cell = cell.case_name, .may_overlap = arm.always_overlaps});
    static_cast<void>(batch->time());
    const std::string written = guarded.written();
    if (written.empty()) return true;
    throw AccessFault(fmt::format(
        "'{}' ({}) on case '{}' wrote beside its operand '{}', or to it though it is an input; "
        "repair the kernel",
        cell.arm, cell.kernel, cell.case_name, written));
  }

  const Plan plan_;
  const Job& job_;
  const Bench& bench_;
  /// All of them, so that nothing is gone while an arm still uses it, for which another would be
  /// blamed. Arenas need more: two copies of every set at least.
  std::vector<GuardedOperands> held_;
};

}  // namespace

void admit(const FrozenProtocol& frozen, const Job& job, const Bench& bench) {
  Admission(frozen, job, bench).run();
}

}  // namespace membound
