// SPDX-License-Identifier: Apache-2.0
// Readings: counters and receipts that were read back of the running arms.
#include <algorithm>
#include <map>
#include <tuple>

#include "base/text.hpp"
#include "report/sections.hpp"
#include "report/words.hpp"

namespace membound::page {
namespace {

/// Values of one name on one cell over the invocations, with what read them.
struct Series {
  std::vector<double> values;
  std::string collector;
  std::string scope;
};

std::string values_text(std::vector<double> values) {
  const auto [least, most] = std::ranges::minmax(values);
  const auto text = [](double value) { return value_text(QuantityKind::counter, value); };
  return least == most ? text(least) : text(least) + " to " + text(most);
}

}  // namespace

Markdown readings(const View& view) {
  Markdown out;
  if (view.evidence->readings.empty()) return out;
  std::map<std::pair<int, std::string>, Series> all;
  for (const Reading& one : view.evidence->readings) {
    Series& series = all[{one.cell, one.name}];
    series.values.push_back(one.value);
    series.collector = one.collector;
    series.scope = one.scope;
  }
  out.heading(2, "What was read back");
  Table table{{{"case"},
               {"arm"},
               {"reading"},
               {"value", Align::right},
               {"n", Align::right},
               {"read by"},
               {"covers"}},
              {}};
  for (const auto& [key, series] : all) {
    const Cell& one = cell(view, key.first);
    table.rows.push_back({code(one.case_name), code(one.arm), code(key.second),
                          values_text(series.values), std::to_string(series.values.size()),
                          series.collector, series.scope});
  }
  out.table(table);
  return out.paragraph("Read apart from the timed launches, per launch; n counts invocations.");
}

}  // namespace membound::page
