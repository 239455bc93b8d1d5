// SPDX-License-Identifier: Apache-2.0
// Trend: whether a quantity rises or falls from case to case.
#include "judge/trend.hpp"

#include "judge/decide.hpp"
#include "judge/estimate.hpp"

namespace membound {
namespace {

std::string step_name(const Trend& trend, std::size_t first) {
  return trend.cases[first] + " to " + trend.cases[first + 1];
}

std::string step_sentence(const Trend& trend, Position where) {
  const std::string word = trend.rising ? "rises" : "falls";
  switch (where) {
    case Position::above: return trend.rising ? "it " + word : "it rises, and was to fall";
    case Position::below: return trend.rising ? "it falls, and was to rise" : "it " + word;
    default: return "the interval of the ratio between the two cases contains 1";
  }
}

CaseVerdict from_steps(const Ground& ground, const Trend& trend, const Need& from, const Need& to) {
  const QuantityKind kind = trend.quantity.kind;
  // Times are logarithms, so their ratio is the difference; other values are divided as they are.
  const bool times = metric(kind).source == Source::times;
  const Series ratios = paired(
      series_of(ground, trend.quantity, from.cells), series_of(ground, trend.quantity, to.cells),
      times ? [](double a, double b) { return b - a; }
            : [](double a, double b) { return a == b ? 1 : b / a; });
  const auto natural = times ? [](double value) { return step(QuantityKind::time, 0, value); }
                             : [](double value) { return settled(value); };
  const Estimate estimate =
      estimate_of(ground.protocol, ratios, {.natural = natural, .exact = exact(kind)});
  CaseVerdict out = undecided(estimate.measurement);
  if (out.reason = why_no_interval(ground.protocol, estimate); !out.reason.empty()) return out;
  const Position where = position({*out.low, *out.high}, {1.0, 1.0});
  out.reason = step_sentence(trend, where);
  if (where == (trend.rising ? Position::above : Position::below)) out.outcome = Outcome::held;
  if (where == (trend.rising ? Position::below : Position::above)) out.outcome = Outcome::falsified;
  return out;
}

}  // namespace

std::vector<std::string> steps_of(const Trend& trend) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i + 1 < trend.cases.size(); ++i) out.push_back(step_name(trend, i));
  return out;
}

std::vector<CaseVerdict> judge_trend(const Hearing& hearing, const Trend& trend) {
  std::vector<CaseVerdict> out;
  for (std::size_t i = 0; i + 1 < trend.cases.size(); ++i) {
    const auto need = [&](std::size_t place) {
      return need_of(hearing.protocol(), hearing.plan(), trend.quantity, trend.cases[place]);
    };
    const Need from = need(i);
    const Need to = need(i + 1);
    const auto decide = [&](const Observed& observed) {
      return from_steps({hearing.protocol(), observed}, trend, from, to);
    };
    out.push_back(hearing.hear({{from, to}, false, decide}, step_name(trend, i)));
  }
  return out;
}

}  // namespace membound
