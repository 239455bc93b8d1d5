// SPDX-License-Identifier: Apache-2.0
// Panels of predictions: predicted range, interval and outcome.
#include "report/plot.hpp"
#include "report/words.hpp"

namespace membound::page {
namespace {

constexpr std::size_t most_units = 100;

/// What counts as held; for an order, a speedup above 1 in the pair that decides; absent when the
/// run itself gives the bounds.
std::optional<Range> range_of(const Prediction& prediction) {
  const Range& range = prediction.range;
  if (range.low_of || range.high_of) return std::nullopt;
  if (prediction.trend && !prediction.trend->rising) return Range{{}, 1.0};
  return prediction.quantity ? range : Range{1.0, {}};
}

Row row_of(const Prediction& prediction, const CaseVerdict& verdict) {
  const QuantityKind kind = kind_of(prediction);
  Row row{.label = verdict.case_name,
          .colour = colour_of(verdict.outcome),
          .band = range_of(prediction),
          .low = verdict.low,
          .high = verdict.high,
          .estimate = verdict.estimate,
          .shape = shape_of(verdict.outcome),
          .value = verdict.estimate ? value_text(kind, *verdict.estimate) : "",
          .note = label(verdict.outcome),
          .note_colour = colour_of(verdict.outcome)};
  for (const double value : verdict.units) {
    if (row.dots.size() == most_units) break;
    row.dots.push_back({value, 0.92});
  }
  return row;
}

}  // namespace

std::vector<Panel> prediction_panels(const View& view) {
  std::vector<Panel> panels;
  for (const Prediction& prediction : view.protocol->predictions) {
    const Verdict verdict = verdict_on(view, prediction.name, false);
    if (!prediction.unavailable.empty()) continue;  // nothing is measured
    Panel panel{.title = prediction.name + ": " + label(verdict.outcome),
                .subtitle = whole_phrase(prediction),
                .kind = kind_of(prediction),
                .scale = Scale::linear};
    for (const std::string& name : places_of(prediction)) {
      panel.rows.push_back(row_of(prediction, verdict_on(verdict, name)));
    }
    panels.push_back(std::move(panel));
  }
  return panels;
}

}  // namespace membound::page
