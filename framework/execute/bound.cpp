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

/// Copies that `launches` launches touch when launch k uses copy k modulo all; the hot probe stays
/// on one.
std::vector<int> copies_touched(const Cell& cell, int all) {
  const int touched = cell.kind == CellKind::hot_probe ? 1 : std::min(cell.launches, all);
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

std::span<std::byte> output_in(const BoundCell& bound, int copy) {
  return bound.arena->copy(copy).subspan(
      static_cast<std::size_t>(bound.output->offset),
      static_cast<std::size_t>(bound.output->operand.bytes().value));
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

BoundCell bind(const Plan& plan, int index, const Catalogue& catalogue, Arena* arena,
               Backend& backend, int invocation) {
  const Cell& cell = plan.cells[static_cast<std::size_t>(index)];
  const Arm& arm = *catalogue.arm(cell.kernel);
  BoundCell bound{.index = index, .cell = &cell, .arena = arena};
  Binding binding{.format = cell.format,
                  .parameters = complete(arm, cell.parameters),
                  .device = &backend.device()};
  std::vector<Launch> bindings;
  if (arena == nullptr) {
    bindings.push_back(arm.bind(binding));
  } else {
    const OperandSet& set = plan.sets[static_cast<std::size_t>(cell.set)];
    const Layout layout = layout_for(cell, set, arena->layout());
    binding.extents = set.problem.extents;
    bound.output = layout.output();
    bound.read = traffic(layout.placements, Access::read);
    bound.written = traffic(layout.placements, Access::write);
    bound.copies = copies_touched(cell, arena->copies());
    for (const int copy : bound.copies) {
      binding.operands = views(layout, arena->copy(copy));
      bindings.push_back(arm.bind(binding));
    }
  }
  std::vector<Launch> launches;
  for (int k = 0; k < cell.launches; ++k)
    launches.push_back(bindings[static_cast<std::size_t>(k) % bindings.size()]);
  bound.batch = backend.prepare(
      std::move(launches),
      {cell.arm, cell.kind == CellKind::hot_probe ? "hot" : cell.case_name, invocation});
  return bound;
}

void poison_outputs(const BoundCell& bound, Backend& backend) {
  for (const int copy : bound.copies) backend.fill(output_in(bound, copy), poison);
}

std::vector<std::byte> download_outputs(const BoundCell& bound, Backend& backend) {
  const auto size =
      bound.copies.empty() ? 0 : static_cast<std::size_t>(bound.output->operand.bytes().value);
  std::vector<std::byte> host(size * bound.copies.size());
  for (std::size_t i = 0; i < bound.copies.size(); ++i) {
    backend.download(std::span(host).subspan(i * size, size), output_in(bound, bound.copies[i]));
  }
  return host;
}

}  // namespace membound
