// SPDX-License-Identifier: Apache-2.0
// Evidence for each prediction: the same space for one that held and one that was falsified.
#include <algorithm>
#include <iterator>

#include "base/text.hpp"
#include "report/sections.hpp"
#include "report/words.hpp"

namespace membound::page {
namespace {

constexpr std::size_t most_values = 64;

std::string unit_noun(const CaseVerdict& verdict) {
  return verdict.within_one_process ? "round" : "invocation";
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

Table case_table(const Prediction& prediction, const Verdict& verdict) {
  const QuantityKind kind = kind_of(prediction);
  Table table{{{"case"},
               {"estimate", Align::right},
               {"interval"},
               {"n", Align::right},
               {"outcome"},
               {"without throttled repetitions"},
               {"more invocations to decide", Align::right}},
              {}};
  for (const std::string& name : prediction.cases.cases) {
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
      text += "per " + unit_noun(one) + " " + values_text(kind_of(prediction), one) + ".";
    }
    out.push_back(code(one.case_name) + Inline(text));
  }
  return out;
}

std::string error_statement(const View& view, const Prediction& prediction,
                            const Verdict& verdict) {
  const std::string tail = percent_text(view.protocol->analysis.tail, Digits::given);
  const bool single = std::ranges::any_of(verdict.cases, &CaseVerdict::within_one_process);
  const std::string unit = single ? "round of one process" : "invocation";
  const std::string truth = prediction.quantity ? "true value lies outside the range"
                                                : "true order is not the predicted one";
  const std::string inside = prediction.quantity ? "if it lies inside" : "if it is";
  std::string text = "Each n counts one value per " + unit +
                     ", its median over the repetitions; the interval is the exact order-statistic "
                     "interval of their median, with at most " +
                     tail + " error in each tail. In each case, if the " + truth +
                     ", held comes out with probability at most " + tail + "; " + inside +
                     ", falsified likewise.";
  if (!prediction.quantity) {
    text += " Estimate and interval are the speedup in the pair that decides the order.";
  }
  if (single) text += " All values come from one process: this does not generalise to a new one.";
  return text;
}

Markdown evidence_for(const View& view, const Prediction& prediction) {
  const Verdict verdict = verdict_on(view, prediction.name, false);
  Markdown out;
  out.heading(3, Inline("Prediction ") + code(prediction.name));
  out.paragraph(strong("Predicted:") +
                Inline(" " + phrase(prediction) + " " + phrase(prediction.cases) + "."));
  const std::string because =
      prediction.because.empty() ? "no reason was given" : prediction.because;
  out.paragraph(strong("Because:") + Inline(" " + stopped(because)));
  const std::string reason = verdict.reason.empty() ? "" : "; " + verdict.reason;
  out.paragraph(strong("Verdict: " + label(verdict.outcome)) + Inline(stopped(reason)));
  out.table(case_table(prediction, verdict));
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
