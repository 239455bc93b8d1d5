// SPDX-License-Identifier: Apache-2.0
// Spread: how much of it comes from fresh processes and how much from the rounds within one.
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "report/samples.hpp"
#include "report/sections.hpp"
#include "report/words.hpp"
#include "stats/variation.hpp"

namespace membound::page {
namespace {

const std::string dash = "\xe2\x80\x93";

using ByRound = std::map<int, double>;  ///< logarithms of times
using ByInvocation = std::map<int, ByRound>;

ByInvocation logarithms(const std::vector<Sample>& samples) {
  ByInvocation out;
  for (const Sample& one : samples) {
    if (one.time > 0) out[one.invocation][one.round] = std::log(one.time);
  }
  return out;
}

/// Of times, or of their ratios to those of a reference in the same round. Absent with less than
/// two invocations, or without the reference.
std::optional<Variation> variation_of(const ByInvocation& times, const ByInvocation* reference) {
  std::vector<std::vector<double>> rounds;
  for (const auto& [invocation, by_round] : times) {
    std::vector<double> values;
    for (const auto& [round, value] : by_round) {
      if (reference == nullptr) {
        values.push_back(value);
        continue;
      }
      const auto there = reference->find(invocation);
      if (there == reference->end()) continue;
      const auto same = there->second.find(round);
      if (same != there->second.end()) values.push_back(value - same->second);
    }
    if (!values.empty()) rounds.push_back(std::move(values));
  }
  return rounds.size() < 2 ? std::nullopt : std::optional(variation(rounds));
}

/// What an invocation costs apart from its rounds, in rounds; absent when it is not known.
std::optional<double> cost_of_invocation(const View& view) {
  double worker = 0;
  double rounds = 0;
  for (const InvocationFinished& one : view.evidence->finished) worker += one.worker_seconds;
  for (const Repetition& one : view.evidence->repetitions)
    rounds += static_cast<double>(one.time.value) * 1e-9;
  if (rounds <= 0 || worker <= rounds) return std::nullopt;
  return (worker - rounds) / rounds * view.protocol->instrument.rounds;
}

std::string rounds_text(const Variation& of, std::optional<double> cost) {
  if (!cost) return dash;
  const double rounds = rounds_that_pay(of, *cost);
  return std::isinf(rounds) ? "any" : std::to_string(std::max(1LL, std::llround(rounds)));
}

void add(std::vector<Inline>& row, const std::optional<Variation>& of, const View& view) {
  if (!of) {
    row.insert(row.end(), {dash, dash, dash});
    return;
  }
  row.insert(row.end(), {percent_text(of->between), percent_text(of->within),
                         percent_text(unit_deviation(*of, view.protocol->instrument.rounds))});
}

/// The baseline on the same case; -1 when there is none, or the cell is it.
int reference_of(const View& view, int index) {
  const Cell& one = cell(view, index);
  for (const int other : cells_of(view, CellKind::arm)) {
    const Cell& there = cell(view, other);
    if (there.role == Role::baseline && there.case_name == one.case_name)
      return other == index ? -1 : other;
  }
  return -1;
}

}  // namespace

Markdown spread(const View& view) {
  Markdown out;
  if (view.protocol->instrument.invocations < 2) return out;
  const auto samples = samples_by_cell(*view.evidence, view.plan.cells.size());
  std::map<int, ByInvocation> times;
  for (const int index : cells_of(view, CellKind::arm))
    times[index] = logarithms(samples[static_cast<std::size_t>(index)]);
  const auto cost = cost_of_invocation(view);
  Table table{{{"case"},
               {"arm"},
               {"time: between", Align::right},
               {"within", Align::right},
               {"of a unit", Align::right},
               {"rounds that pay", Align::right},
               {"ratio to the baseline: between", Align::right},
               {"within", Align::right},
               {"of a unit", Align::right}},
              {}};
  for (const auto& [index, mine] : times) {
    const auto of_time = variation_of(mine, nullptr);
    if (!of_time) continue;
    const int reference = reference_of(view, index);
    const Cell& one = cell(view, index);
    std::vector<Inline> row{code(one.case_name), code(one.arm)};
    add(row, of_time, view);
    row.emplace_back(rounds_text(*of_time, cost));
    add(row, reference < 0 ? std::nullopt : variation_of(mine, &times.at(reference)), view);
    table.rows.push_back(std::move(row));
  }
  if (table.rows.empty()) return out;
  out.heading(2, "Where the spread comes from");
  out.table(table);
  return out.paragraph(
      "Standard deviations in per cent: between invocations, without what their rounds add to it; "
      "of the rounds within one; and of a unit, the median of one invocation, which is what "
      "verdicts "
      "rest on. Rounds that pay: the number per invocation that makes the interval narrowest in a "
      "given time, at what an invocation cost in this run; it is a guess where the two are few.");
}

}  // namespace membound::page
