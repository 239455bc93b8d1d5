// SPDX-License-Identifier: Apache-2.0
// Method: instrument, analysis and gates, as they were frozen.
#include <algorithm>
#include <iterator>

#include "base/text.hpp"
#include "report/phrases.hpp"
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
    case LaunchMode::chain:
      return "chain: each launch reads what the one before it wrote, weights rotating; launches of "
             "an arm that declares it may overlap";
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
  const std::string blocks =
      gates.spread_blocks == Blocks::arm ? "" : "; " + label(gates.spread_blocks);
  return label(gates.spread) + " below " + limit + ", per arm and invocation" + blocks;
}

std::string case_text(const Case& one) {
  std::string text;
  for (const auto& [name, value] : one.extents) {
    text += (text.empty() ? "" : ", ") + name + " " + std::to_string(value);
  }
  return text;
}

using Rows = std::vector<std::vector<Inline>>;

Rows subject(const Protocol& protocol) {
  const WorkloadUse& workload = protocol.workload;
  Rows rows{{"workload", code(workload.name) + Inline(" " + workload.format)}};
  for (const Case& one : protocol.cases) {
    rows.push_back({"case", code(one.name) + Inline(": " + case_text(one))});
  }
  rows.push_back({"input data", "uniform in [" + shortest(workload.data.low) + ", " +
                                    shortest(workload.data.high) +
                                    "), drawn anew in each invocation"});
  return rows;
}

std::string flush_text(Flush flush) {
  switch (flush) {
    case Flush::read: return "by reading a buffer larger than the caches";
    case Flush::memset:
      return "by writing a buffer larger than the caches, which goes back to memory in the window";
    case Flush::none: return "none";
  }
  return {};
}

std::string order_text(Order order) {
  return order == Order::shuffled ? ", each arm once per round in shuffled order"
                                  : ", all of an arm before the next arm: drift is not cancelled";
}

Rows instrument(const Instrument& used) {
  const auto warmup = static_cast<double>(used.warmup.value);
  Rows rows{{"launch mode", launches_text(used.launch)}};
  if (used.launch == LaunchMode::isolated) {
    const bool accepted = used.short_launches == ShortLaunches::accept;
    rows.push_back({"caches flushed", flush_text(used.flush)});
    rows.push_back({"arms less than five times as long as the null launch",
                    accepted ? "accepted: the cost of the clock readings counts" : "refused"});
  }
  const Rows rest{{"launches per repetition", std::to_string(used.launches)},
                  {"working set", working_set_text(used)},
                  {"warm-up per invocation", time_text(warmup, Digits::given)},
                  {"rounds", std::to_string(used.rounds) + order_text(used.order)},
                  {"invocations", std::to_string(used.invocations) + ", each a fresh process"}};
  rows.insert(rows.end(), rest.begin(), rest.end());
  return rows;
}

Inline outliers_text(const Analysis& analysis) {
  if (analysis.outliers != "drop") return code(analysis.outliers);
  return code("drop") + Inline(
                            ": repetitions further from the median of their arm and invocation "
                            "than " +
                            shortest(analysis.outlier_mads) + " median absolute deviations");
}

Rows rule(const Analysis& analysis, const Gates& gates) {
  const std::string tail = percent_text(analysis.tail, Digits::given);
  return {
      {"statistic", code(analysis.statistic)},
      {"interval", code(analysis.interval) + Inline(", " + tail + " per tail")},
      {"outliers", outliers_text(analysis)},
      {"gate: correctness", "largest error at most " + error_text(gates.max_error)},
      {"gate: steadiness", spread_text(gates)},
      {"gate: cold",
       "rate of the hot over the cold probe above " + factor_text(gates.cold_ratio, Digits::given)},
      {"gate: physical", "no repetition above " + factor_text(gates.above_ceiling, Digits::given) +
                             " the large ceiling"}};
}

/// What was known, when it was frozen, of its chance to decide anything.
Rows power(const Provenance& provenance) {
  Rows rows;
  if (!provenance.power.empty()) rows.push_back({"power", provenance.power});
  if (!provenance.accepted_because.empty())
    rows.push_back({"frozen in spite of low power", provenance.accepted_because});
  return rows;
}

}  // namespace

Markdown method(const View& view) {
  const Protocol& protocol = *view.protocol;
  Table table{{{"setting"}, {"as frozen"}}, subject(protocol)};
  std::ranges::move(instrument(protocol.instrument), std::back_inserter(table.rows));
  std::ranges::move(rule(protocol.analysis, protocol.gates), std::back_inserter(table.rows));
  std::ranges::move(power(view.provenance), std::back_inserter(table.rows));
  Markdown out;
  out.heading(2, "Method");
  return out.table(table);
}

}  // namespace membound::page
