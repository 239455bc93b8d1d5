// SPDX-License-Identifier: Apache-2.0
// Evidence for each prediction: the same space for one that held and one that was falsified.
#include <algorithm>
#include <iterator>

#include "base/text.hpp"
#include "report/circumstances.hpp"
#include "report/sections.hpp"
#include "report/words.hpp"

namespace membound::page {
namespace {

constexpr std::size_t most_values = 64;

/// Of a trend too: its steps are made of the quantity's values.
QuantityKind measured_kind(const Prediction& prediction) {
  return prediction.trend ? prediction.trend->quantity.kind : kind_of(prediction);
}

std::string unit_noun(const Prediction& prediction, const CaseVerdict& verdict) {
  const bool rounds = verdict.within_one_process && !one_per_invocation(measured_kind(prediction));
  return rounds ? "round" : "invocation";
}

/// Values per replication unit; the rest is in the database.
std::string values_text(QuantityKind kind, const CaseVerdict& verdict) {
  std::vector<std::string> values;
  for (const double value : verdict.units) {
    if (values.size() == most_values) break;
    values.push_back(value_text(kind, value));
  }
  const std::size_t rest = verdict.units.size() - values.size();
  return join(values) + (rest > 0 ? " and " + std::to_string(rest) + " more in the database" : "");
}

std::string more_text(const CaseVerdict& verdict) {
  return verdict.more_invocations ? "about " + std::to_string(*verdict.more_invocations)
                                  : "\xe2\x80\x93";
}

Table case_table(const View& view, const Prediction& prediction, const Verdict& verdict) {
  const bool drops = view.protocol->analysis.outliers == "drop";
  const QuantityKind kind = kind_of(prediction);
  Table table{{{"case"},
               {"estimate", Align::right},
               {"interval"},
               {"n", Align::right},
               {"outcome"},
               {drops ? "with the dropped rounds" : "without throttled repetitions"},
               {"more invocations to decide", Align::right}},
              {}};
  for (const std::string& name : places_of(prediction)) {
    const CaseVerdict one = verdict_on(verdict, name);
    table.rows.push_back({code(name),
                          one.estimate ? value_text(kind, *one.estimate) : "\xe2\x80\x93",
                          interval_text(kind, one), std::to_string(one.units.size()),
                          strong(label(one.outcome)), label(one.sensitivity), more_text(one)});
  }
  return table;
}

/// Reasons and single values, case by case; a single case has its reason in the verdict.
std::vector<Inline> remarks(const Prediction& prediction, const Verdict& verdict) {
  std::vector<Inline> out;
  for (const CaseVerdict& one : verdict.cases) {
    std::string text = verdict.cases.size() > 1 ? ": " + stopped(one.reason) + " " : ": ";
    if (one.units.empty() && verdict.cases.size() == 1) continue;
    if (!one.units.empty()) {
      text +=
          "per " + unit_noun(prediction, one) + " " + values_text(kind_of(prediction), one) + ".";
    }
    out.push_back(code(one.case_name) + Inline(text));
  }
  return out;
}

Markdown evidence_for(const View& view, const Prediction& prediction) {
  const Verdict verdict = verdict_on(view, prediction.name, false);
  Markdown out;
  out.heading(3, Inline("Prediction ") + code(prediction.name));
  out.paragraph(strong("Predicted:") + Inline(" " + whole_phrase(prediction) + "."));
  const std::string because =
      prediction.because.empty() ? "no reason was given" : prediction.because;
  out.paragraph(strong("Because:") + Inline(" " + stopped(because)));
  const std::string reason = verdict.reason.empty() ? "" : "; " + verdict.reason;
  out.paragraph(strong("Verdict: " + outcome_label(prediction, verdict.outcome)) +
                Inline(stopped(reason)));
  for (const Inline& line : circumstances(view, prediction)) out.paragraph(line);
  out.table(case_table(view, prediction, verdict));
  const std::vector<Inline> lines = remarks(prediction, verdict);
  if (!lines.empty()) out.list(lines);
  return out.paragraph(error_statement(view, prediction, verdict));
}

}  // namespace

Markdown predictions(const View& view) {
  Markdown out;
  out.heading(2, "Evidence for each prediction");
  if (view.protocol->predictions.empty()) return out.paragraph("None: there are no predictions.");
  for (const Prediction& prediction : view.protocol->predictions) {
    out.append(evidence_for(view, prediction));
  }
  return out;
}

}  // namespace membound::page
