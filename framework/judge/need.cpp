// SPDX-License-Identifier: Apache-2.0
// Need: what a quantity takes of the evidence of a run, and why it cannot have it.
#include "judge/need.hpp"

#include <fmt/format.h>

#include "judge/group.hpp"

namespace membound {
namespace {

/// Cells of the arms that are compared.
std::vector<int> arm_cells(const Need& need) {
  std::vector<int> out = need.cells.arm;
  if (reference_of(need.quantity) == Reference::arm)
    out.insert(out.end(), need.cells.reference.begin(), need.cells.reference.end());
  return out;
}

/// The first arm of a name that the plan lacks on the case.
std::string unplanned_arm(const Protocol& protocol, const Observed& observed,
                          const std::string& name, const std::string& case_name) {
  for (const std::string& arm : arms_of(protocol, name)) {
    if (!arm_cell(observed.plan(), arm, case_name))
      return fmt::format("the plan has no {} on {}", arm, case_name);
  }
  return fmt::format("{} names no arm", name);
}

std::string unplanned(const Protocol& protocol, const Observed& observed, const Need& need) {
  const Quantity& quantity = need.quantity;
  if (need.cells.arm.empty())
    return unplanned_arm(protocol, observed, quantity.arm, need.case_name);
  const Reference reference = reference_of(quantity);
  if (!need.cells.reference.empty() || reference == Reference::none) return {};
  if (reference == Reference::arm)
    return unplanned_arm(protocol, observed, quantity.over, need.case_name);
  const bool matched = quantity.scope == CeilingScope::matched;
  return fmt::format("the plan has no {} ceiling on {}", matched ? "matched" : "large",
                     need.case_name);
}

/// Why the rounds of a cell are not those that were frozen; empty when they are.
std::string lacking(const Protocol& protocol, const Observed& observed, Place place) {
  const Cell& cell = observed.cell(place.cell);
  if (const CellBound* bound = observed.binding(place);
      bound != nullptr && !bound->unavailable.empty()) {
    return fmt::format("{} did not run on {}: {}", cell.arm, cell.case_name, bound->unavailable);
  }
  const std::vector<Sample>& samples = observed.samples(place);
  const int frozen = protocol.instrument.rounds;
  bool same = static_cast<int>(samples.size()) == frozen;
  for (int round = 0; same && round < frozen; ++round) {
    same = samples[static_cast<std::size_t>(round)].round == round;
  }
  if (same) return {};
  return fmt::format("{} on {} has {} repetitions in invocation {}, and {} rounds were frozen",
                     cell.arm, cell.case_name, samples.size(), place.invocation, frozen);
}

/// Why no ceiling bounds the arm in an invocation. A member of the family may be unavailable, not
/// all of them.
std::string no_ceiling(const Protocol& protocol, const Observed& observed, const Need& need,
                       int invocation) {
  bool ran = false;
  for (const int cell : need.cells.reference) {
    if (observed.samples({invocation, cell}).empty()) continue;
    ran = true;
    if (std::string reason = lacking(protocol, observed, {invocation, cell}); !reason.empty())
      return reason;
  }
  return ran ? ""
             : fmt::format("no ceiling for {} ran in invocation {}", need.case_name, invocation);
}

/// Why a value that is not a time cannot be had of a cell.
std::string unread(const Observed& observed, const Quantity& quantity, Place place) {
  const Cell& cell = observed.cell(place.cell);
  const auto missing = [&](std::string_view what) {
    return fmt::format("{} of {} on {} in invocation {}", what, cell.arm, cell.case_name,
                       place.invocation);
  };
  switch (metric(quantity.kind).source) {
    case Source::readings:
      if (observed.reading(place, quantity.name)) return {};
      return fmt::format("nothing reads back {}", missing(quantity.name));
    case Source::traffic:
      return observed.bytes(place) > 0 ? "" : fmt::format("nothing counts {}", missing("traffic"));
    case Source::comparison:
      return observed.error(place) ? "" : fmt::format("nothing compares {}", missing("outputs"));
    default: return {};
  }
}

}  // namespace

Need need_of(const Protocol& protocol, const Plan& plan, const Quantity& quantity,
             const std::string& case_name) {
  return {quantity, case_name, cells_for(protocol, plan, quantity, case_name)};
}

std::string why_not_run(const Protocol& protocol, const Observed& observed, const Need& need) {
  if (std::string reason = unplanned(protocol, observed, need); !reason.empty()) return reason;
  for (const InvocationFinished& finished : observed.evidence().finished) {
    const int invocation = finished.invocation;
    for (const int cell : arm_cells(need)) {
      const Place place{invocation, cell};
      if (std::string reason = lacking(protocol, observed, place); !reason.empty()) return reason;
      if (std::string reason = unread(observed, need.quantity, place); !reason.empty())
        return reason;
    }
    if (reference_of(need.quantity) != Reference::ceiling) continue;
    if (std::string reason = no_ceiling(protocol, observed, need, invocation); !reason.empty())
      return reason;
  }
  return {};
}

std::string why_void(const Gated& gated, const Need& need) {
  if (!gated.blocked.everything.empty()) return gated.blocked.everything;
  for (const int cell : arm_cells(need)) {
    if (const auto it = gated.blocked.cells.find(cell); it != gated.blocked.cells.end())
      return it->second;
  }
  if (reference_of(need.quantity) != Reference::ceiling) return {};
  for (const int cell : need.cells.reference) {
    if (!gated.observed.wrong(cell)) continue;
    return fmt::format("correct: the ceiling {} computes something wrong",
                       gated.observed.cell(cell).arm);
  }
  return {};
}

}  // namespace membound
