// SPDX-License-Identifier: Apache-2.0
// Plan: which cell runs when; derived from a frozen protocol and nothing else.
#include "plan/plan.hpp"

#include <numeric>

#include "base/digest.hpp"
#include "base/random.hpp"

namespace membound {
namespace {

constexpr int large_launches = 2;   // of `large_ceiling` bytes each: far beyond any fixed cost
constexpr int probe_launches = 20;  // of which one is cold for the hot probe too
constexpr int null_launches = 20;

OperandSet stream_set(const std::string& name, const std::string& format, Bytes bytes) {
  return {name, "stream", {{{"bytes", bytes.value}}, format, {}}};
}

/// Index of the operand set of a case in a format, added when it is new.
int set_of(Plan& plan, const Protocol& protocol, const Case& at, const std::string& format) {
  for (std::size_t i = 0; i < plan.sets.size(); ++i) {
    const OperandSet& set = plan.sets[i];
    if (set.case_name == at.name && set.problem.format == format) return static_cast<int>(i);
  }
  plan.sets.push_back(
      {at.name, protocol.workload.name, {at.extents, format, protocol.workload.data}});
  return static_cast<int>(plan.sets.size()) - 1;
}

void add_arms(Plan& plan, const Protocol& protocol) {
  for (const Case& at : protocol.cases) {
    for (const ArmUse& arm : protocol.arms) {
      plan.cells.push_back({.kind = CellKind::arm,
                            .case_name = at.name,
                            .arm = arm.name,
                            .kernel = arm.kernel,
                            .format = arm.format,
                            .parameters = arm.parameters,
                            .role = arm.role,
                            .set = set_of(plan, protocol, at, arm.format),
                            .launches = protocol.instrument.launches,
                            .rotation = arm.rotation});
    }
  }
}

/// A ceiling, probe or null cell: a kernel of the stream workload.
Cell stream_cell(CellKind kind, const std::string& case_name, const std::string& kernel,
                 const std::string& format) {
  const Role role = kind == CellKind::null_launch ? Role::control : Role::probe;
  return {.kind = kind,
          .case_name = case_name,
          .arm = kernel,
          .kernel = kernel,
          .format = format,
          .role = role};
}

/// Every ceiling kernel over the bytes of every operand set of the protocol's cases.
void add_matched_ceilings(Plan& plan, const Protocol& protocol, const std::string& format,
                          const std::vector<std::string>& kernels) {
  const int sets = static_cast<int>(plan.sets.size());
  for (int set = 0; set < sets; ++set) {
    for (const std::string& kernel : kernels) {
      const std::string name = plan.sets[static_cast<std::size_t>(set)].case_name;
      Cell cell = stream_cell(CellKind::matched_ceiling, name, kernel, format);
      cell.set = set;
      cell.launches = protocol.instrument.launches;
      plan.cells.push_back(std::move(cell));
    }
  }
}

void add_large_ceilings(Plan& plan, const Protocol& protocol, const std::string& format,
                        const std::vector<std::string>& kernels) {
  if (kernels.empty()) return;
  plan.sets.push_back(stream_set("large", format, protocol.instrument.large_ceiling));
  for (const std::string& kernel : kernels) {
    Cell cell = stream_cell(CellKind::large_ceiling, "large", kernel, format);
    cell.set = static_cast<int>(plan.sets.size()) - 1;
    cell.launches = large_launches;
    plan.cells.push_back(std::move(cell));
  }
}

void add_controls(Plan& plan, const Protocol& protocol) {
  const Ceilings& ceilings = protocol.ceilings;
  if (!ceilings.hot_probe.empty()) {
    plan.sets.push_back(stream_set("probe", "read", protocol.instrument.probe));
    for (const CellKind kind : {CellKind::cold_probe, CellKind::hot_probe}) {
      Cell cell = stream_cell(kind, "probe", ceilings.hot_probe, "read");
      cell.set = static_cast<int>(plan.sets.size()) - 1;
      cell.launches = probe_launches;
      cell.rotation = kind == CellKind::hot_probe ? Rotation::none : Rotation::full;
      plan.cells.push_back(std::move(cell));
    }
  }
  if (!ceilings.null_launch.empty()) {
    Cell cell = stream_cell(CellKind::null_launch, "null", ceilings.null_launch, "null");
    cell.launches = null_launches;
    plan.cells.push_back(std::move(cell));
  }
}

}  // namespace

Plan plan(const FrozenProtocol& frozen) {
  const Protocol& protocol = frozen.protocol();
  Plan result{.launch = protocol.instrument.launch, .flush = protocol.instrument.flush};
  add_arms(result, protocol);
  add_matched_ceilings(result, protocol, "read", protocol.ceilings.read);
  add_matched_ceilings(result, protocol, "copy", protocol.ceilings.copy);
  add_large_ceilings(result, protocol, "read", protocol.ceilings.read);
  add_large_ceilings(result, protocol, "copy", protocol.ceilings.copy);
  add_controls(result, protocol);
  return result;
}

// Interleaving happens here: every cell once per round, in an order that nobody picked. Blocks keep
// the order of the plan, which is that of the protocol's lines.
Invocation invocation(const FrozenProtocol& frozen, const Plan& plan, int index) {
  Invocation result{index, {}};
  const Instrument& instrument = frozen.protocol().instrument;
  for (int round = 0; round < instrument.rounds; ++round) {
    std::vector<int> order(plan.cells.size());
    std::iota(order.begin(), order.end(), 0);
    if (instrument.order == Order::blocked) {
      result.rounds.push_back(std::move(order));
      continue;
    }
    shuffle(order, seed_from("membound-order-1 " + frozen.digest() + " " + std::to_string(index) +
                             " " + std::to_string(round)));
    result.rounds.push_back(std::move(order));
  }
  return result;
}

}  // namespace membound
