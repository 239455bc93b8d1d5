// SPDX-License-Identifier: Apache-2.0
// Verdicts: one table of all predictions, and the small one for other documents.
#include <algorithm>

#include "base/text.hpp"
#include "report/caches.hpp"
#include "report/safe.hpp"
#include "report/sections.hpp"
#include "report/words.hpp"

namespace membound::page {
namespace {

const Inline dash("\xe2\x80\x93");

/// Estimate with its interval.
Inline measured(const Prediction& prediction, const CaseVerdict& verdict) {
  if (!verdict.estimate) return dash;
  const QuantityKind kind = kind_of(prediction);
  Inline estimate(value_text(kind, *verdict.estimate));
  if (!verdict.low || !verdict.high) return estimate;
  return estimate + Inline(" (" + interval_text(kind, verdict) + ")");
}

/// "3 held, 1 falsified" of the cases of one prediction.
std::string agreement(const Verdict& verdict) {
  std::vector<Outcome> outcomes;
  for (const CaseVerdict& one : verdict.cases) outcomes.push_back(one.outcome);
  return tally(outcomes);
}

/// "1.395 x to 2.079 x; 4 held": what the cases of one prediction came to, in a few words.
Inline across(const Prediction& prediction, const Verdict& verdict) {
  std::vector<double> estimates;
  for (const CaseVerdict& one : verdict.cases) {
    if (one.estimate) estimates.push_back(*one.estimate);
  }
  if (estimates.empty()) return agreement(verdict);
  const auto [least, most] = std::ranges::minmax(estimates);
  const QuantityKind kind = kind_of(prediction);
  return value_text(kind, least) + " to " + value_text(kind, most) + "; " + agreement(verdict);
}

/// One row for a prediction of one case; else the combined verdict, then a row per case.
std::vector<std::vector<Inline>> rows_of(const View& view, const Prediction& prediction) {
  const Verdict verdict = verdict_on(view, prediction.name, false);
  const std::string heading = "Prediction " + prediction.name;
  const Inline name = link(code(prediction.name), anchor(heading));
  const Inline outcome = strong(outcome_label(prediction, verdict.outcome));
  const std::vector<std::string> cases = places_of(prediction);
  if (cases.size() == 1) {
    const CaseVerdict single = verdict_on(verdict, cases.front());
    return {{name, phrase(prediction), code(cases.front()), measured(prediction, single), outcome}};
  }
  const Inline combined = verdict.cases.empty() ? dash : Inline(agreement(verdict));
  std::vector<std::vector<Inline>> rows{
      {name, whole_phrase(prediction), "together", combined, outcome}};
  for (const std::string& in_case : cases) {
    const CaseVerdict single = verdict_on(verdict, in_case);
    rows.push_back({{}, {}, code(in_case), measured(prediction, single), label(single.outcome)});
  }
  return rows;
}

/// What puts every verdict in another light: warm caches, and arms in blocks.
std::vector<Inline> remarks(const View& view) {
  std::vector<Inline> out = warm_remarks(*view.protocol, warm_arms(*view.protocol));
  if (view.protocol->instrument.order == Order::blocked) {
    out.push_back(strong("Arms in blocks:") +
                  Inline(" all rounds of an arm ran before those of the next, so that whatever the "
                         "device did meanwhile is in every comparison. Nothing may be claimed."));
  }
  return out;
}

std::vector<Column> columns() {
  return {{"prediction"}, {"what was predicted"}, {"case"}, {"measured (interval)"}, {"outcome"}};
}

}  // namespace

Markdown verdicts(const View& view) {
  Markdown out;
  out.heading(2, "Verdicts");
  Table table{columns(), {}};
  for (const Prediction& prediction : view.protocol->predictions) {
    std::ranges::move(rows_of(view, prediction), std::back_inserter(table.rows));
  }
  if (table.rows.empty()) return out.paragraph("The protocol makes no predictions.");
  out.table(table);
  for (const Inline& remark : remarks(view)) out.paragraph(remark);
  return out.paragraph(
      "An outcome follows from the interval and never from the estimate alone: held when the "
      "interval "
      "lies inside the predicted range, falsified when it lies outside, inconclusive otherwise, "
      "void "
      "when a gate failed. An order is measured by the speedup in the pair that decides it.");
}

std::string verdict_table(const View& view, const std::vector<std::string>& names) {
  const std::string report = "reports/" + file_stem(view.protocol->id) + ".md";
  Table table{{{"predicted before measuring"}, {"measured"}, {"outcome"}}, {}};
  for (const std::string& name : names) {
    const auto& all = view.protocol->predictions;
    const auto found = std::ranges::find(all, name, &Prediction::name);
    if (found == all.end()) {
      throw Error("protocol '" + view.protocol->id + "' has no prediction '" + name +
                      "'; name one that it has",
                  ExitCode::usage);
    }
    const Verdict verdict = verdict_on(view, name, false);
    const std::vector<std::string> cases = places_of(*found);
    const Inline shown = cases.size() == 1 ? measured(*found, verdict_on(verdict, cases.front()))
                                           : across(*found, verdict);
    std::string place = report;
    place += anchor("Prediction " + name);
    table.rows.push_back(
        {whole_phrase(*found), shown, link(strong(outcome_label(*found, verdict.outcome)), place)});
  }
  Markdown out;
  out.table(table);
  for (const Inline& remark : remarks(view)) out.paragraph(remark);
  out.paragraph(Inline("On " + device_name(view) + ": ") +
                link("question, evidence and every deviation", report) + Inline("."));
  return out.text();
}

}  // namespace membound::page
