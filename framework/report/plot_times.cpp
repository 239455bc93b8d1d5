// SPDX-License-Identifier: Apache-2.0
// Panels of times: every arm on every case.
#include <algorithm>

#include "base/text.hpp"
#include "report/plot.hpp"
#include "report/samples.hpp"
#include "report/words.hpp"

namespace membound::page {
namespace {

constexpr std::size_t most_dots_per_row = 200;
constexpr std::size_t most_dots = 6000;  ///< keeps the file well below 1 MB

/// A predicted bandwidth as the time that it means for these bytes.
Range as_time(const Range& rates, Bytes traffic) {
  const auto time = [traffic](const std::optional<double>& rate) -> std::optional<double> {
    if (!rate || *rate <= 0) return std::nullopt;
    return static_cast<double>(traffic.value) * 1e9 / *rate;
  };
  return {time(rates.high), time(rates.low)};
}

/// What the first prediction of this arm's time or bandwidth in this case says.
std::optional<Range> predicted(const View& view, int index) {
  const Cell& one = cell(view, index);
  for (const Prediction& prediction : view.protocol->predictions) {
    if (!prediction.quantity || prediction.quantity->arm != one.arm) continue;
    if (std::ranges::find(prediction.cases.cases, one.case_name) == prediction.cases.cases.end()) {
      continue;
    }
    if (prediction.quantity->kind == QuantityKind::time) return prediction.range;
    const std::optional<Bytes> traffic = traffic_of(view, index);
    if (prediction.quantity->kind == QuantityKind::bandwidth && traffic) {
      return as_time(prediction.range, *traffic);
    }
  }
  return std::nullopt;
}

/// One for every invocation, those that replaced others included.
int lanes(const View& view) {
  int count = view.protocol->instrument.invocations;
  for (const InvocationStarted& started : view.evidence->invocations) {
    count = std::max(count, started.invocation + 1);
  }
  return std::max(count, 1);
}

/// Each invocation has a lane of its own, the first at the top.
Dot in_lane(const Sample& sample, int count) {
  return {sample.time, (sample.invocation + 0.5) / count};
}

Row row_of(const View& view, int index, const std::vector<Sample>& samples, std::size_t most) {
  const int count = lanes(view);
  Row row{.label = cell(view, index).arm,
          .colour = colour_of(cell(view, index).role),
          .band = predicted(view, index),
          .note = "not measured"};
  row.tick_height = std::clamp((row_height - 8) / count, 3.0, 12.0);
  for (const Sample& sample : thinned(samples, most)) row.dots.push_back(in_lane(sample, count));
  for (const Sample& sample : medians_by_invocation(samples)) {
    row.ticks.push_back(in_lane(sample, count));
  }
  if (const CellSummary* summary = summary_of(view, index)) {
    row.estimate = summary->median;
    row.value = time_text(summary->median);
    row.note = summary->bandwidth ? rate_text(*summary->bandwidth) : "";
  }
  return row;
}

std::string extents_text(const Case& one) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : one.extents) parts.push_back(name + " " + std::to_string(value));
  return join(parts);
}

}  // namespace

std::vector<Panel> time_panels(const View& view) {
  const auto samples = samples_by_cell(*view.evidence, view.plan.cells.size());
  const std::vector<int> cells = cells_of(view, CellKind::arm);
  const std::size_t share = most_dots / std::max<std::size_t>(1, cells.size());
  const std::size_t most = std::min(most_dots_per_row, std::max<std::size_t>(1, share));
  std::vector<Panel> panels;
  for (const Case& one : view.protocol->cases) {
    Panel panel{.title = one.name, .subtitle = extents_text(one)};
    for (const int index : cells) {
      if (cell(view, index).case_name != one.name) continue;
      panel.rows.push_back(row_of(view, index, samples[static_cast<std::size_t>(index)], most));
    }
    if (!panel.rows.empty()) panels.push_back(std::move(panel));
  }
  return panels;
}

}  // namespace membound::page
