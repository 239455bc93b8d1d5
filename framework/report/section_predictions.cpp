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

bool any_flagged(const View& view, const Prediction& prediction, const std::string& in_case) {
  std::vector<std::string> arms = prediction.order;
  if (prediction.quantity) arms = {prediction.quantity->arm, prediction.quantity->over};
  return std::ranges::any_of(arms, [&](const std::string& arm) {
    const std::optional<int> index = cell_of(view, in_case, arm);
    const CellSummary* summary = index ? summary_of(view, *index) : nullptr;
    return summary != nullptr && summary->flagged > 0;
  });
}

std::string sensitivity_text(const View& view, const Prediction& prediction,
                             const CaseVerdict& verdict) {
  if (verdict.units.empty()) return "\xe2\x80\x93";
  if (!any_flagged(view, prediction, verdict.case_name)) return "none flagged";
  return label(verdict.sensitivity);
}

std::string more_text(const CaseVerdict& verdict) {
  return verdict.more_invocations ? "about " + std::to_string(*verdict.more_invocations)
                                  : "\xe2\x80\x93";
}

Table quantity_table(const View& view, const Prediction& prediction, const Verdict& verdict) {
  const QuantityKind kind = prediction.quantity->kind;
  Table table{{{"case"},
               {"estimate", Align::right},
               {"interval"},
               {"n", Align::right},
               {"outcome"},
               {"without flagged repetitions"},
               {"more invocations to decide", Align::right}},
              {}};
  for (const std::string& name : prediction.cases.cases) {
    const CaseVerdict one = verdict_on(verdict, name);
    table.rows.push_back(
        {code(name), one.estimate ? value_text(kind, *one.estimate) : "\xe2\x80\x93",
         interval_text(kind, one), std::to_string(one.units.size()), strong(label(one.outcome)),
         sensitivity_text(view, prediction, one), more_text(one)});
  }
  return table;
}

Table order_table(const View& view, const Prediction& prediction, const Verdict& verdict) {
  Table table{{{"case"}}, {}};
  for (const std::string& arm : prediction.order) table.columns.push_back({arm, Align::right});
  std::ranges::move(std::vector<Column>{{"n", Align::right},
                                        {"outcome"},
                                        {"without flagged repetitions"},
                                        {"more invocations to decide", Align::right}},
                    std::back_inserter(table.columns));
  for (const std::string& name : prediction.cases.cases) {
    const CaseVerdict one = verdict_on(verdict, name);
    std::vector<Inline> row{code(name)};
    for (const std::string& arm : prediction.order) {
      const std::optional<int> index = cell_of(view, name, arm);
      const CellSummary* summary = index ? summary_of(view, *index) : nullptr;
      row.emplace_back(summary != nullptr ? time_text(summary->median) : "\xe2\x80\x93");
    }
    std::ranges::move(
        std::vector<Inline>{std::to_string(one.units.size()), strong(label(one.outcome)),
                            sensitivity_text(view, prediction, one), more_text(one)},
        std::back_inserter(row));
    table.rows.push_back(std::move(row));
  }
  return table;
}

/// Reasons and single values, case by case.
std::vector<Inline> remarks(const Prediction& prediction, const Verdict& verdict) {
  std::vector<Inline> out;
  for (const CaseVerdict& one : verdict.cases) {
    Inline line = code(one.case_name) + Inline(": " + one.reason);
    if (prediction.quantity && !one.units.empty()) {
      line += " Per " + unit_noun(one) + ": " + values_text(prediction.quantity->kind, one) + ".";
    }
    out.push_back(std::move(line));
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
  if (single) text += " All values come from one process: this does not generalise to a new one.";
  return text;
}

Markdown evidence_for(const View& view, const Prediction& prediction) {
  const Verdict verdict = verdict_on(view, prediction.name, false);
  Markdown out;
  out.heading(3, Inline("Prediction ") + code(prediction.name));
  out.paragraph(strong("Predicted.") +
                Inline(" " + phrase(prediction) + " " + phrase(prediction.cases) + "."));
  const std::string because =
      prediction.because.empty() ? "no reason was given." : prediction.because;
  out.paragraph(strong("Because.") + Inline(" " + because));
  const std::string reason = verdict.reason.empty() ? "" : ": " + verdict.reason;
  out.paragraph(strong("Verdict.") + Inline(" ") + strong(label(verdict.outcome)) + Inline(reason));
  out.table(prediction.quantity ? quantity_table(view, prediction, verdict)
                                : order_table(view, prediction, verdict));
  if (!verdict.cases.empty()) out.list(remarks(prediction, verdict));
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
