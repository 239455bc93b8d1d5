// SPDX-License-Identifier: Apache-2.0
// Agreement with the other runs of the same frozen protocol, and what lies behind each difference.
#include <algorithm>
#include <cmath>

#include "report/agreement.hpp"
#include "report/sections.hpp"
#include "report/words.hpp"

namespace membound::page {
namespace {

bool is_other(const View& view, const KnownRun& known) {
  return known.run.id != view.evidence->run.id && known.status == RunStatus::complete &&
         !known.run.exploratory && !known.verdicts.empty();
}

/// The unit in which the verdicts of a prediction or falsifier are given.
QuantityKind unit_of(const View& view, const Disagreement& one) {
  if (one.falsifier) {
    const auto& all = view.protocol->falsifiers;
    return std::ranges::find(all, one.name, &Falsifier::name)->quantity.kind;
  }
  const auto& all = view.protocol->predictions;
  return kind_of(*std::ranges::find(all, one.name, &Prediction::name));
}

Inline found(QuantityKind kind, const CaseVerdict& verdict, bool falsifier) {
  const std::string outcome = falsifier ? falsifier_label(verdict.outcome) : label(verdict.outcome);
  if (!verdict.estimate || !verdict.low || !verdict.high) return outcome;
  return outcome + ", " + value_text(kind, *verdict.estimate) + " (" +
         interval_text(kind, verdict) + ")";
}

/// What the figures of both runs say of the difference.
std::string reading(const Disagreement& one) {
  const CaseVerdict& a = one.earlier;
  const CaseVerdict& b = one.later;
  if (!a.low || !a.high || !b.low || !b.high || !a.estimate || !b.estimate)
    return "one of the runs has no interval: " + (a.low ? b.reason : a.reason);
  const double moved = *a.estimate == 0 ? 0 : *b.estimate / *a.estimate - 1;
  const std::string by = "the estimate moved by " + percent_text(std::abs(moved));
  const bool overlap = *a.low <= *b.high && *b.low <= *a.high;
  if (overlap) return by + " and the intervals overlap: a bound lies between their ends";
  return by + " and the intervals do not overlap: the runs differ by more than their own spread";
}

Inline line(const View& view, const KnownRun& other, const Agreement& agreement) {
  const double share = static_cast<double>(agreement.equal()) / std::max(1, agreement.verdicts);
  const bool before = other.run.started < view.evidence->run.started;
  return Inline(before ? "The earlier run " : "The later run ") + code(prefix(other.run.id)) +
         Inline(" of " + other.run.started + " on " + other.device + ": " +
                std::to_string(agreement.equal()) + " of " +
                counted(agreement.verdicts, "verdict") + " on cases are the same (" +
                percent_text(share) + ").");
}

void add_differences(Markdown& out, const View& view, const Agreement& agreement) {
  if (agreement.differ.empty()) return;
  Table table{{{"prediction"}, {"case"}, {"that run"}, {"this run"}, {"what differs"}}, {}};
  for (const Disagreement& one : agreement.differ) {
    const QuantityKind kind = unit_of(view, one);
    table.rows.push_back({code(one.name), code(one.later.case_name),
                          found(kind, one.earlier, one.falsifier),
                          found(kind, one.later, one.falsifier), reading(one)});
  }
  out.table(table);
}

}  // namespace

Markdown agreement(const View& view) {
  Markdown out;
  for (const KnownRun& other : view.runs) {
    if (!is_other(view, other)) continue;
    if (out.text().empty()) out.heading(2, "Agreement with the other runs");
    const Agreement found = agreement_of(other.verdicts, view.verdicts);
    out.paragraph(line(view, other, found));
    add_differences(out, view, found);
  }
  return out;
}

}  // namespace membound::page
