// SPDX-License-Identifier: Apache-2.0
// Method: instrument, analysis and gates, as they were frozen.
#include "report/sections.hpp"
#include "report/words.hpp"

namespace membound::page {
namespace {

std::string launches_text(LaunchMode mode) {
  switch (mode) {
    case LaunchMode::isolated:
      return "isolated: one launch at a time, caches swept before each outside the timed window";
    case LaunchMode::stream:
      return "stream: independent launches back to back over rotating operands";
    case LaunchMode::chain: return "chain: each launch feeds the next, weights rotating";
  }
  return {};
}

std::string working_set_text(const Instrument& instrument) {
  return instrument.working_set ? "at least " + size_text(*instrument.working_set)
                                : "chosen by the backend from the size of the last-level cache";
}

Inline spread_text(const Gates& gates) {
  if (!gates.spread_below) return "none";
  const bool ratio = gates.spread == Spread::max_over_min;
  const std::string limit = ratio ? factor_text(*gates.spread_below, Digits::given)
                                  : percent_text(*gates.spread_below, Digits::given);
  return label(gates.spread) + " below " + limit + ", per arm and invocation";
}

std::string case_text(const Case& one) {
  std::string text;
  for (const auto& [name, value] : one.extents) {
    text += (text.empty() ? "" : ", ") + name + " " + std::to_string(value);
  }
  return text;
}

}  // namespace

Markdown method(const View& view) {
  const Protocol& protocol = *view.protocol;
  const Instrument& instrument = protocol.instrument;
  Table table{{{"setting"}, {"as frozen"}}, {}};
  const auto row = [&](const char* name, const Inline& value) {
    table.rows.push_back({name, value});
  };
  row("workload", code(protocol.workload.name) + Inline(" " + protocol.workload.format));
  for (const Case& one : protocol.cases) {
    row("case", code(one.name) + Inline(": " + case_text(one)));
  }
  row("input data", "uniform in [" + rounded(protocol.workload.data.low) + ", " +
                        rounded(protocol.workload.data.high) + "), drawn anew in each invocation");
  row("launch mode", launches_text(instrument.launch));
  row("launches per repetition", std::to_string(instrument.launches));
  row("working set", working_set_text(instrument));
  row("warm-up per invocation",
      time_text(static_cast<double>(instrument.warmup.value), Digits::given));
  row("rounds", std::to_string(instrument.rounds) + ", each arm once per round in shuffled order");
  row("invocations", std::to_string(instrument.invocations) + ", each a fresh process");
  row("statistic", protocol.analysis.statistic);
  row("interval", protocol.analysis.interval + ", " +
                      percent_text(protocol.analysis.tail, Digits::given) + " per tail");
  row("outliers", protocol.analysis.outliers);
  row("gate: correctness", "largest error at most " + error_text(protocol.gates.max_error));
  row("gate: steadiness", spread_text(protocol.gates));
  row("gate: cold", "hot probe over large read ceiling above " +
                        factor_text(protocol.gates.cold_ratio, Digits::given));
  row("gate: physical", "no repetition above " +
                            factor_text(protocol.gates.above_ceiling, Digits::given) +
                            " of the large ceiling");
  Markdown out;
  out.heading(2, "Method");
  return out.table(table);
}

}  // namespace membound::page
