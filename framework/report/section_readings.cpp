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

/// A line of the table: all that was read of one thing, for example of a launch's second kernel.
struct Source {
  int cell = 0;
  std::string number;  ///< "#2": what stands behind the name of a reading of the second
  std::string scope;
  auto operator<=>(const Source&) const = default;
};

/// Values over the invocations, by name.
using Series = std::map<std::string, std::vector<double>>;

Source source_of(const Reading& reading, std::size_t name_ends) {
  return {reading.cell, reading.name.substr(name_ends), reading.scope};
}

std::string values_text(std::vector<double> values) {
  const auto [least, most] = std::ranges::minmax(values);
  const auto text = [](double value) { return value_text(QuantityKind::counter, value); };
  return least == most ? text(least) : text(least) + " to " + text(most);
}

Table table_of(const View& view, const std::vector<std::string>& names,
               const std::map<Source, Series>& sources) {
  Table table{{{"case"}, {"arm"}}, {}};
  for (const std::string& name : names) table.columns.push_back({name, Align::right});
  table.columns.push_back({"n", Align::right});
  table.columns.push_back({"covers"});
  for (const auto& [source, series] : sources) {
    const Cell& one = cell(view, source.cell);
    std::vector<Inline> row{code(one.case_name), code(one.arm)};
    std::size_t count = 0;
    for (const std::string& name : names) {
      const auto values = series.find(name);
      row.emplace_back(values == series.end() ? "" : values_text(values->second));
      if (values != series.end()) count = std::max(count, values->second.size());
    }
    row.emplace_back(std::to_string(count));
    row.push_back(code(source.scope));
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace

Markdown readings(const View& view) {
  Markdown out;
  if (view.evidence->readings.empty()) return out;
  std::map<std::string, std::map<Source, Series>> by_collector;
  std::map<std::string, std::vector<std::string>> names;  // in the order in which they were read
  for (const Reading& one : view.evidence->readings) {
    const std::size_t name_ends = std::min(one.name.find('#'), one.name.size());
    const std::string column = one.name.substr(0, name_ends);
    by_collector[one.collector][source_of(one, name_ends)][column].push_back(one.value);
    std::vector<std::string>& known = names[one.collector];
    if (std::ranges::find(known, column) == known.end()) known.push_back(column);
  }
  out.heading(2, "What was read back");
  for (const auto& [collector, sources] : by_collector) {
    out.paragraph("Read by " + collector + ", per launch:");
    out.table(table_of(view, names.at(collector), sources));
  }
  return out.paragraph("Read apart from the timed launches; n counts invocations.");
}

}  // namespace membound::page
