// SPDX-License-Identifier: Apache-2.0
// Words: predictions, outcomes and settings as a reader would say them.
#include "report/words.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "report/phrases.hpp"

namespace membound::page {
namespace {

constexpr std::array order_of_outcomes{Outcome::held,         Outcome::falsified,
                                       Outcome::inconclusive, Outcome::voided,
                                       Outcome::not_run,      Outcome::not_applicable};

}  // namespace

std::string label(Outcome outcome) {
  switch (outcome) {
    case Outcome::held: return "held";
    case Outcome::falsified: return "falsified";
    case Outcome::inconclusive: return "inconclusive";
    case Outcome::voided: return "void";
    case Outcome::not_run: return "not run";
    case Outcome::not_applicable: return "not applicable";
  }
  return {};
}

std::string falsifier_label(Outcome outcome) {
  switch (outcome) {
    case Outcome::held: return "did not fire";
    case Outcome::falsified: return "fired";
    case Outcome::inconclusive: return "undecided";
    default: return label(outcome);
  }
}

std::string label(Role role) {
  switch (role) {
    case Role::treatment: return "treatment";
    case Role::baseline: return "baseline";
    case Role::vendor: return "vendor";
    case Role::control: return "control";
    case Role::probe: return "probe";
    case Role::post_hoc: return "post hoc";
  }
  return {};
}

std::string label(RunStatus status) {
  switch (status) {
    case RunStatus::running: return "never closed";
    case RunStatus::complete: return "complete";
    case RunStatus::incomplete: return "incomplete";
  }
  return {};
}

std::string label(LaunchMode mode) {
  switch (mode) {
    case LaunchMode::isolated: return "isolated";
    case LaunchMode::stream: return "stream";
    case LaunchMode::chain: return "chain";
  }
  return {};
}

std::string label(Spread spread) {
  switch (spread) {
    case Spread::range_over_mean: return "range over mean";
    case Spread::half_range_over_mean: return "half range over mean";
    case Spread::range_over_median: return "range over median";
    case Spread::max_over_min: return "maximum over minimum";
  }
  return {};
}

std::string phrase(const Quantity& quantity) {
  const bool matched = quantity.scope == CeilingScope::matched;
  switch (quantity.kind) {
    case QuantityKind::time: return "time of " + quantity.arm;
    case QuantityKind::bandwidth: return "bandwidth of " + quantity.arm;
    case QuantityKind::share_of_ceiling:
      return "share of the " + std::string(matched ? "size-matched" : "large-size") +
             " ceiling reached by " + quantity.arm;
    case QuantityKind::speedup: return "speedup of " + quantity.arm + " over " + quantity.over;
    case QuantityKind::time_saved:
      return "time saved by " + quantity.arm + " over " + quantity.over;
    case QuantityKind::bytes_ratio:
      return "traffic of " + quantity.over + " over that of " + quantity.arm;
    case QuantityKind::tokens_per_second: return "tokens per second of " + quantity.arm;
    case QuantityKind::spread: return "spread of " + quantity.arm;
    case QuantityKind::error: return "error of " + quantity.arm;
    case QuantityKind::counter:
    case QuantityKind::receipt:
      return quantity.name + " of " + quantity.arm +
             (quantity.over.empty() ? "" : " over " + quantity.over);
  }
  return {};
}

std::string phrase(QuantityKind kind, const Range& range) {
  const auto bound = [kind](const std::optional<double>& value,
                            const std::optional<Expression>& from_run) -> std::string {
    if (from_run) return phrase(kind, *from_run);
    return value ? value_text(kind, *value, Digits::given) : "";
  };
  const std::string low = bound(range.low, range.low_of);
  const std::string high = bound(range.high, range.high_of);
  if (!low.empty() && low == high) return "exactly " + low;
  if (!low.empty() && !high.empty()) return "between " + low + " and " + high;
  if (!low.empty()) return "at least " + low;
  if (!high.empty()) return "at most " + high;
  return "of any value";
}

std::string order_phrase(const std::vector<std::string>& arms) {
  std::vector<std::string> pairs;
  for (std::size_t i = 0; i + 1 < arms.size(); ++i) {
    pairs.push_back(arms[i] + " faster than " + arms[i + 1]);
  }
  return join(pairs);
}

std::string phrase(const Prediction& prediction) {
  if (const auto& trend = prediction.trend) {
    return phrase(trend->quantity) + (trend->rising ? " rises from " : " falls from ") +
           join(trend->cases, " to ");
  }
  if (const auto& fastest = prediction.fastest)
    return fastest->arm + " the fastest of " + join(fastest->of);
  if (!prediction.unavailable.empty()) return prediction.unavailable + " cannot run here";
  if (!prediction.quantity) return order_phrase(prediction.order);
  return phrase(*prediction.quantity) + " " + phrase(prediction.quantity->kind, prediction.range);
}

std::string whole_phrase(const Prediction& prediction) {
  return prediction.trend ? phrase(prediction)
                          : phrase(prediction) + " " + phrase(prediction.cases);
}

std::string outcome_label(const Prediction& prediction, Outcome outcome) {
  std::string text = label(outcome);
  if (prediction.reproduces.empty()) return text;
  if (outcome == Outcome::held) return text + ": REPRODUCED";
  return outcome == Outcome::falsified ? text + ": NOT REPRODUCED" : text;
}

std::string phrase(const Falsifier& falsifier) {
  return phrase(falsifier.quantity) + " " + phrase(falsifier.quantity.kind, falsifier.region);
}

std::string phrase(const CaseSelection& selection) {
  const std::size_t count = selection.cases.size();
  if (count == 1) return "in case " + selection.cases.front();
  const std::string of = std::to_string(count) + " cases";
  switch (selection.kind) {
    case CaseSelection::Kind::all: return "in all " + of;
    case CaseSelection::Kind::any: return "in at least one of " + of;
    case CaseSelection::Kind::at_least:
      return "in at least " + std::to_string(selection.count) + " of " + of;
  }
  return {};
}

std::string phrase(PriorData prior) {
  switch (prior) {
    case PriorData::none:
      return "None: the author states that no data of this kind had been seen when this was "
             "frozen.";
    case PriorData::pilot: return "Pilot: a pilot had been run before this was frozen.";
    case PriorData::seen: return "Seen: earlier results were known when this was frozen.";
  }
  return {};
}

bool one_per_invocation(QuantityKind kind) {
  switch (kind) {
    case QuantityKind::bytes_ratio:
    case QuantityKind::spread:
    case QuantityKind::error:
    case QuantityKind::counter:
    case QuantityKind::receipt: return true;
    default: return false;
  }
}

QuantityKind kind_of(const Prediction& prediction) {
  return prediction.quantity ? prediction.quantity->kind : QuantityKind::speedup;
}

std::string stopped(std::string text) {
  const bool open =
      !text.empty() && std::string_view(".!?").find(text.back()) == std::string_view::npos;
  if (open) text += '.';
  return text;
}

std::string interval_text(QuantityKind kind, const CaseVerdict& verdict) {
  if (!verdict.low || !verdict.high) return "\xe2\x80\x93";
  return value_text(kind, *verdict.low) + " to " + value_text(kind, *verdict.high);
}

std::string tally(const std::vector<Outcome>& outcomes) {
  std::vector<std::string> parts;
  for (const Outcome outcome : order_of_outcomes) {
    const auto count = std::ranges::count(outcomes, outcome);
    if (count > 0) parts.push_back(std::to_string(count) + " " + label(outcome));
  }
  return join(parts);
}

std::string tally(const std::vector<Verdict>& verdicts) {
  std::vector<Outcome> outcomes;
  for (const Verdict& verdict : verdicts) {
    if (!verdict.falsifier) outcomes.push_back(verdict.outcome);
  }
  return tally(outcomes);
}

}  // namespace membound::page
