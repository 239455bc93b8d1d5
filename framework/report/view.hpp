// SPDX-License-Identifier: Apache-2.0
// View: everything that a report shows, as plain values; the seam between its sections and the
// stages.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/report.hpp"

namespace membound::page {

/// What report() draws from a frozen protocol and its stages; tests build one by hand.
struct View {
  const Protocol* protocol = nullptr;
  const Evidence* evidence = nullptr;
  std::string digest;  ///< of the frozen protocol
  int rules = rules_version;
  Provenance provenance;                       ///< of the freezing
  std::map<std::string, std::string> kernels;  ///< source digest per kernel
  Plan plan;
  std::vector<CellSummary> summaries;
  std::vector<Verdict> verdicts;
  std::vector<Conclusion> conclusions;
  std::vector<std::vector<Measurement>> observations;  ///< as the protocol's, case by case
  std::vector<Outlier> outliers;                       ///< that the frozen rule dropped
  std::vector<KnownRun> runs;
  std::vector<Ancestor> lineage;
  std::vector<RelatedRun> related;
};

/// The whole report; the same bytes for the same view.
Report render(const View& view);

/// First hex digits of an id or a digest: enough to recognise it and for the tools to find it.
std::string prefix(std::string_view hex, std::size_t digits = 12);

/// The verdict on a prediction (or falsifier); one that says so when none was reached.
Verdict verdict_on(const std::vector<Verdict>& verdicts, std::string_view name, bool falsifier);
Verdict verdict_on(const View& view, std::string_view name, bool falsifier);
CaseVerdict verdict_on(const Verdict& verdict, std::string_view case_name);

const CellSummary* summary_of(const View& view, int cell);  ///< nullptr when nothing was measured
const ArmUse* arm_named(const View& view, std::string_view name);
/// Index of the cell of an arm on a case.
std::optional<int> cell_of(const View& view, std::string_view case_name, std::string_view arm);
/// Indices of cells of one kind, in the order of the plan.
std::vector<int> cells_of(const View& view, CellKind kind);
const Cell& cell(const View& view, int index);
/// Name of the case that a cell runs on, with the format whose bytes it moves where the case has
/// several.
std::string place_of(const View& view, const Cell& cell);
/// Counted traffic of one launch, from the receipt; absent when the cell was never bound.
std::optional<Bytes> traffic_of(const View& view, int cell);

/// Name of the device of the first invocation, or "no device".
std::string device_name(const View& view);
/// How many invocations finished.
int finished_invocations(const View& view);
/// SHA-256 of each program that executed invocations, as its workers told.
std::vector<std::string> programs_of(const Evidence& evidence);

}  // namespace membound::page
