// SPDX-License-Identifier: Apache-2.0
// Comparison: one quantity of one case against one range, from evidence to verdict.
#include "judge/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "judge/expression.hpp"
#include "stats/power.hpp"

namespace membound {
namespace {

/// What every step of one comparison looks at.
struct Matter {
  const Protocol& protocol;
  const Comparison& comparison;
  Need need;
  std::optional<Need> low;  ///< of the bounds that the run gives
  std::optional<Need> high;

  [[nodiscard]] bool from_run() const { return low || high; }
};

Matter matter_of(const Hearing& hearing, const Comparison& comparison,
                 const std::string& case_name) {
  const Protocol& protocol = hearing.protocol();
  const Plan& plan = hearing.plan();
  const auto need = [&](const std::optional<Expression>& bound) {
    return bound ? std::optional(need_of(protocol, plan, *bound, case_name)) : std::nullopt;
  };
  return {protocol, comparison, need_of(protocol, plan, comparison.quantity, case_name),
          need(comparison.range.low_of), need(comparison.range.high_of)};
}

/// A range of which the run gives every bound is in no device's units, unless a bound is.
bool in_device_units(const Comparison& comparison) {
  const Range& range = comparison.range;
  const auto relative = [](const std::optional<Expression>& bound) {
    return bound && !absolute(*bound);
  };
  const bool numbers = range.low || range.high;
  const bool only_relative = !numbers && (relative(range.low_of) || relative(range.high_of)) &&
                             (!range.low_of || relative(range.low_of)) &&
                             (!range.high_of || relative(range.high_of));
  return metric(comparison.quantity.kind).absolute && !only_relative;
}

/// Forecast for an undecided comparison: into the field when units are invocations, else into
/// words.
void forecast(const Matter& matter, const Estimate& estimate, CaseVerdict& verdict) {
  if (estimate.support == Support::values || matter.from_run()) return;
  const QuantityKind kind = matter.comparison.quantity.kind;
  const auto decides = [&](const Interval& i) {
    const Interval interval{natural(kind, i.low), natural(kind, i.high)};
    const Position where = position(interval, matter.comparison.range);
    return outcome_of(matter.comparison.question, where) != Outcome::inconclusive;
  };
  const auto more = more_units(estimate.values, matter.protocol.analysis.tail, decides);
  if (!verdict.within_one_process) {
    verdict.more_invocations = more;
  } else if (more) {
    verdict.reason += fmt::format("; about {} more rounds would decide", *more);
  }
}

/// Positions with respect to the bounds, each judged on its own, and a remark for each that the run
/// gives.
struct Bounds {
  std::vector<Position> positions;
  std::string flaw;
  std::string remarks;
};

void add_bound(Bounds& bounds, const Ground& ground, const BoundAsked& asked) {
  const BoundJudged judged = judge_bound(ground, asked);
  if (bounds.flaw.empty()) bounds.flaw = judged.flaw;
  bounds.positions.push_back(judged.position);
  const Measurement& ratio = judged.ratio.measurement;
  if (!ratio.low) return;
  bounds.remarks += fmt::format("; {:.4g} to {:.4g} times its {} bound", *ratio.low, *ratio.high,
                                asked.side == Side::low ? "lower" : "upper");
}

Bounds bounds_of(const Matter& matter, const Ground& ground, const Series& series,
                 const Estimate& estimate) {
  const Comparison& comparison = matter.comparison;
  const Range& range = comparison.range;
  Bounds out;
  if (range.low || range.high || !matter.from_run()) {
    const Measurement& found = estimate.measurement;
    out.positions.push_back(found.low ? position({*found.low, *found.high}, range)
                                      : Position::across);
  }
  const QuantityKind kind = comparison.quantity.kind;
  const Series measured = natural_series(kind, series);
  if (matter.low)
    add_bound(out, ground, {*range.low_of, Side::low, *matter.low, measured, exact(kind)});
  if (matter.high)
    add_bound(out, ground, {*range.high_of, Side::high, *matter.high, measured, exact(kind)});
  return out;
}

Estimate estimated(const Protocol& protocol, QuantityKind kind, const Series& series) {
  return estimate_of(
      protocol, series,
      {.natural = [kind](double value) { return natural(kind, value); }, .exact = exact(kind)});
}

CaseVerdict from_values(const Matter& matter, const Observed& observed) {
  const Ground ground{matter.protocol, observed};
  const Series series = series_of(ground, matter.comparison.quantity, matter.need.cells);
  const Estimate estimate = estimated(matter.protocol, matter.comparison.quantity.kind, series);
  const Bounds bounds = bounds_of(matter, ground, series, estimate);
  CaseVerdict out = undecided(estimate.measurement);
  if (!bounds.flaw.empty()) return {.outcome = Outcome::not_run, .reason = bounds.flaw};
  if (std::string reason = why_no_interval(matter.protocol, estimate); reason.empty()) {
    const Position where = together(bounds.positions);
    out.outcome = outcome_of(matter.comparison.question, where);
    out.reason = sentence(matter.comparison.question, where, estimate.support) + bounds.remarks;
  } else {
    out.reason = std::move(reason);
  }
  if (out.outcome == Outcome::inconclusive) forecast(matter, estimate, out);
  if (out.within_one_process)
    out.reason += " (within one process; does not generalise to a new one)";
  return out;
}

}  // namespace

CaseVerdict compare(const Hearing& hearing, const Comparison& comparison,
                    const std::string& case_name) {
  const Matter matter = matter_of(hearing, comparison, case_name);
  std::vector<Need> needs{matter.need};
  for (const auto& bound : {matter.low, matter.high}) {
    if (bound) needs.push_back(*bound);
  }
  return hearing.hear({needs, in_device_units(comparison),
                       [&](const Observed& observed) { return from_values(matter, observed); }},
                      case_name);
}

Measurement measure(const Hearing& hearing, const Quantity& quantity,
                    const std::string& case_name) {
  const Protocol& protocol = hearing.protocol();
  const Need need = need_of(protocol, hearing.plan(), quantity, case_name);
  const auto found = [&](const Observed& observed) {
    const Series series = series_of({protocol, observed}, quantity, need.cells);
    const Estimate estimate = estimated(protocol, quantity.kind, series);
    CaseVerdict out = undecided(estimate.measurement);
    out.reason = why_no_interval(protocol, estimate);
    return out;
  };
  const CaseVerdict heard = hearing.hear({{need}, false, found}, case_name);
  return {case_name,  heard.reason, heard.estimate,          heard.low,
          heard.high, heard.units,  heard.within_one_process};
}

}  // namespace membound
