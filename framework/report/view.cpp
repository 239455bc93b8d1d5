// SPDX-License-Identifier: Apache-2.0
// View: look-ups that several sections of a report need.
#include "report/view.hpp"

#include <algorithm>

namespace membound::page {

std::string prefix(std::string_view hex, std::size_t digits) {
  return std::string(hex.substr(0, digits));
}

Verdict verdict_on(const std::vector<Verdict>& verdicts, std::string_view name, bool falsifier) {
  const auto it = std::ranges::find_if(verdicts, [&](const Verdict& verdict) {
    return verdict.prediction == name && verdict.falsifier == falsifier;
  });
  if (it != verdicts.end()) return *it;
  return {.prediction = std::string(name),
          .falsifier = falsifier,
          .outcome = Outcome::not_run,
          .reason = "no verdict was reached on this run"};
}

Verdict verdict_on(const View& view, std::string_view name, bool falsifier) {
  return verdict_on(view.verdicts, name, falsifier);
}

CaseVerdict verdict_on(const Verdict& verdict, std::string_view case_name) {
  const auto it = std::ranges::find(verdict.cases, case_name, &CaseVerdict::case_name);
  if (it != verdict.cases.end()) return *it;
  return {.case_name = std::string(case_name),
          .outcome = verdict.outcome,
          .reason = verdict.reason,
          .sensitivity = verdict.outcome};
}

const CellSummary* summary_of(const View& view, int cell) {
  const auto it = std::ranges::find(view.summaries, cell, &CellSummary::cell);
  return it != view.summaries.end() && it->repetitions > 0 ? &*it : nullptr;
}

const ArmUse* arm_named(const View& view, std::string_view name) {
  const auto it = std::ranges::find(view.protocol->arms, name, &ArmUse::name);
  return it != view.protocol->arms.end() ? &*it : nullptr;
}

std::optional<int> cell_of(const View& view, std::string_view case_name, std::string_view arm) {
  for (const int index : cells_of(view, CellKind::arm)) {
    if (cell(view, index).case_name == case_name && cell(view, index).arm == arm) return index;
  }
  return std::nullopt;
}

std::vector<int> cells_of(const View& view, CellKind kind) {
  std::vector<int> found;
  for (std::size_t i = 0; i < view.plan.cells.size(); ++i) {
    if (view.plan.cells[i].kind == kind) found.push_back(static_cast<int>(i));
  }
  return found;
}

const Cell& cell(const View& view, int index) {
  return view.plan.cells.at(static_cast<std::size_t>(index));
}

std::string place_of(const View& view, const Cell& cell) {
  const auto of_case = [&](const OperandSet& set) { return set.case_name == cell.case_name; };
  if (cell.set < 0 || std::ranges::count_if(view.plan.sets, of_case) < 2) return cell.case_name;
  const OperandSet& set = view.plan.sets[static_cast<std::size_t>(cell.set)];
  return cell.case_name + " (" + set.problem.format + ")";
}

std::optional<Bytes> traffic_of(const View& view, int cell) {
  const auto it = std::ranges::find_if(view.evidence->bindings, [&](const CellBound& bound) {
    return bound.cell == cell && bound.unavailable.empty();
  });
  if (it == view.evidence->bindings.end()) return std::nullopt;
  return it->read + it->written;
}

std::string device_name(const View& view) {
  if (view.evidence->invocations.empty()) return "no device";
  return view.evidence->invocations.front().device.name;
}

int finished_invocations(const View& view) {
  return static_cast<int>(view.evidence->finished.size());
}

std::vector<std::string> programs_of(const Evidence& evidence) {
  std::vector<std::string> programs;
  for (const Event& event : evidence.events) {
    const bool known = std::ranges::find(programs, event.detail) != programs.end();
    if (event.kind == program_event && !known) programs.push_back(event.detail);
  }
  return programs;
}

}  // namespace membound::page
