// SPDX-License-Identifier: Apache-2.0
// Bound cell: a cell of the plan with its operands, its prepared repetition and its output.
#include "execute/bound.hpp"

#include <algorithm>
#include <utility>

#include "execute/compare.hpp"

namespace membound {
namespace {

bool runs_on_own_operands(const Cell& cell, const OperandSet& set) {
  return cell.kind == CellKind::arm || set.workload == "stream";
}

/// The operands of a ceiling over another workload's set: its inputs are the source; what a copy
/// writes lands on that workload's output, what a read sums up lands behind it.
std::vector<Placement> ceiling_placements(const Cell& cell, const Layout& layout) {
  const std::int64_t inputs = layout.inputs.value;
  if (cell.format == "copy") {
    const Placement& output = layout.output();
    const std::int64_t words = std::min(inputs, output.operand.bytes().value) / 4;
    return {{{"source", Element::u32, {words}, Access::read}, 0},
            {{"destination", Element::u32, {words}, Access::write}, output.offset}};
  }
  return {{{"source", Element::u32, {inputs / 4}, Access::read}, 0},
          {{"partial_sums", Element::u32, {layout.witness.value / 4}, Access::witness},
           layout.witness_offset}};
}

Layout layout_for(const Cell& cell, const OperandSet& set, const Layout& layout) {
  if (runs_on_own_operands(cell, set)) return layout;
  Layout aliased = layout;
  aliased.placements = ceiling_placements(cell, layout);
  return aliased;
}

/// Copies that `launches` launches touch when launch k uses copy k modulo all.
std::vector<int> copies_touched(const Cell& cell, int all) {
  const int touched = cell.rotation == Rotation::none ? 1 : std::min(cell.launches, all);
  std::vector<int> copies(static_cast<std::size_t>(touched));
  for (int i = 0; i < touched; ++i) copies[static_cast<std::size_t>(i)] = i;
  return copies;
}

Bytes traffic(const std::vector<Placement>& placements, Access access) {
  Bytes total;
  for (const Placement& p : placements) {
    if (p.operand.access == access) total = total + p.operand.bytes();
  }
  return total;
}

/// The launch, and what the arm reads back of the first one that it binds.
Launch bind_one(BoundCell& bound, const Arm& arm, const Binding& binding) {
  Launch launch = bind(arm, binding);
  if (arm.receipts && bound.receipts.empty()) bound.receipts = arm.receipts(binding);
  return launch;
}

/// One launch per link of the chain, or one per rotating copy.
std::vector<Launch> bind_operands(BoundCell& bound, const Stage& stage, const Arm& arm,
                                  Binding binding) {
  const Cell& cell = *bound.cell;
  const OperandSet& set = stage.plan.sets[static_cast<std::size_t>(cell.set)];
  const Layout layout = layout_for(cell, set, bound.arena->layout());
  binding.extents = set.problem.extents;
  bound.output = layout.output();
  if (bound.chain != nullptr) {
    bound.output->operand = bound.chain->output();
    binding.link = bound.chain->link();
  }
  bound.read = traffic(layout.placements, Access::read);
  bound.written =
      bound.output->operand.access == Access::write ? bound.output->operand.bytes() : Bytes{};
  bound.copies = copies_touched(cell, bound.arena->copies());
  std::vector<Launch> launches;
  if (bound.chain != nullptr) {
    for (int k = 0; k < bound.chain->links(); ++k) {
      binding.operands = bound.chain->operands(k);
      launches.push_back(bind_one(bound, arm, binding));
    }
    return launches;
  }
  for (const int copy : bound.copies) {
    binding.operands = views(layout, bound.arena->copy(copy));
    launches.push_back(bind_one(bound, arm, binding));
  }
  return launches;
}

/// How the repetition of a cell is run. A ceiling has no chain, but may overlap where arms may;
/// what does not rotate is never flushed.
BatchLabel label_of(const Stage& stage, const Cell& cell, const Arm& arm) {
  const bool hot = cell.kind == CellKind::hot_probe;
  return {.arm = cell.arm,
          .cell = hot ? "hot" : cell.case_name,
          .invocation = stage.invocation,
          .mode = stage.plan.launch,
          .flush = cell.rotation == Rotation::none ? Flush::none : stage.plan.flush,
          .may_overlap =
              arm.always_overlaps || (stage.plan.launch == LaunchMode::chain && arm.overlaps)};
}

}  // namespace

std::string why_not(const Cell& cell, const Catalogue& catalogue, const DeviceInfo& device) {
  const Arm* arm = catalogue.arm(cell.kernel);
  if (arm == nullptr) return "kernel '" + cell.kernel + "' is not in this build";
  if (arm->backend != device.backend) {
    return "kernel '" + cell.kernel + "' is for backend '" + arm->backend + "'";
  }
  return arm->unavailable ? arm->unavailable(device) : "";
}

Launch bind(const Arm& arm, const Binding& binding) {
  try {
    return arm.bind(binding);
  } catch (const Error& reason) {
    throw Refusal(reason.what());
  }
}

BoundCell bind(const Stage& stage, int index) {
  const Cell& cell = stage.plan.cells[static_cast<std::size_t>(index)];
  const Arm& arm = *stage.catalogue.arm(cell.kernel);
  BoundCell bound{.index = index, .cell = &cell};
  if (cell.set >= 0) {
    bound.arena = stage.arenas[static_cast<std::size_t>(cell.set)].get();
    if (cell.kind == CellKind::arm)
      bound.chain = stage.chains[static_cast<std::size_t>(cell.set)].get();
  }
  const BatchLabel label = label_of(stage, cell, arm);
  Binding binding{.format = cell.format,
                  .parameters = complete(arm, cell.parameters),
                  .device = &stage.backend.device(),
                  .may_overlap = label.may_overlap};
  std::vector<Launch> launches = bound.arena == nullptr
                                     ? std::vector{bind(arm, binding)}
                                     : bind_operands(bound, stage, arm, std::move(binding));
  const std::size_t different = launches.size();
  for (std::size_t k = different; k < static_cast<std::size_t>(cell.launches); ++k)
    launches.push_back(launches[k % different]);
  launches.resize(static_cast<std::size_t>(cell.launches));
  bound.batch = stage.backend.prepare(std::move(launches), label);
  for (Receipt& one : bound.batch->receipts()) bound.receipts.push_back(std::move(one));
  return bound;
}

std::span<std::byte> output_in(const BoundCell& bound, int copy) {
  return bound.arena->copy(copy).subspan(
      static_cast<std::size_t>(bound.output->offset),
      static_cast<std::size_t>(bound.output->operand.bytes().value));
}

void poison_outputs(const BoundCell& bound, Backend& backend) {
  if (bound.chain != nullptr) return bound.chain->reset(backend);
  for (const int copy : bound.copies) backend.fill(output_in(bound, copy), poison);
}

}  // namespace membound
