// SPDX-License-Identifier: Apache-2.0
// Comparison: one quantity of one case against one range, from evidence to verdict.
#include "judge/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "judge/units.hpp"
#include "stats/power.hpp"
#include "stats/quantile.hpp"

namespace membound {
namespace {

/// What every step of one comparison looks at.
struct Matter {
  const Protocol& protocol;
  const Comparison& comparison;
  const std::string& case_name;
  QuantityCells cells;

  [[nodiscard]] Reference reference() const { return metric(comparison.quantity.kind).reference; }
  /// Cells of the arms that are compared.
  [[nodiscard]] std::vector<int> arms() const {
    std::vector<int> out{*cells.arm};
    if (reference() == Reference::arm) out.push_back(cells.reference.front());
    return out;
  }
};

std::string unplanned(const Matter& matter) {
  const Quantity& quantity = matter.comparison.quantity;
  const auto missing = [&](const std::string& what) {
    return fmt::format("the plan has no {} on {}", what, matter.case_name);
  };
  if (!matter.cells.arm) return missing(quantity.arm);
  if (!matter.cells.reference.empty() || matter.reference() == Reference::none) return {};
  if (matter.reference() == Reference::arm) return missing(quantity.over);
  return missing(quantity.scope == CeilingScope::matched ? "matched ceiling" : "large ceiling");
}

/// Why the rounds of a cell are not those that were frozen; empty when they are.
std::string lacking(const Matter& matter, const Observed& observed, Place place) {
  const Cell& cell = observed.cell(place.cell);
  if (const CellBound* bound = observed.binding(place);
      bound != nullptr && !bound->unavailable.empty()) {
    return fmt::format("{} did not run on {}: {}", cell.arm, cell.case_name, bound->unavailable);
  }
  const std::vector<Sample>& samples = observed.samples(place);
  const int frozen = matter.protocol.instrument.rounds;
  bool same = static_cast<int>(samples.size()) == frozen;
  for (int round = 0; same && round < frozen; ++round) {
    same = samples[static_cast<std::size_t>(round)].round == round;
  }
  if (same) return {};
  return fmt::format("{} on {} has {} repetitions in invocation {}, and {} rounds were frozen",
                     cell.arm, cell.case_name, samples.size(), place.invocation, frozen);
}

/// Why no ceiling bounds the arm in an invocation. A member of the family may be unavailable, not
/// all of them.
std::string no_ceiling(const Matter& matter, const Observed& observed, int invocation) {
  bool ran = false;
  for (const int cell : matter.cells.reference) {
    if (observed.samples({invocation, cell}).empty()) continue;
    ran = true;
    if (std::string reason = lacking(matter, observed, {invocation, cell}); !reason.empty())
      return reason;
  }
  return ran ? ""
             : fmt::format("no ceiling for {} ran in invocation {}", matter.case_name, invocation);
}

std::string why_not_run(const Matter& matter, const Observed& observed) {
  if (std::string reason = unplanned(matter); !reason.empty()) return reason;
  for (const InvocationFinished& finished : observed.evidence().finished) {
    const int invocation = finished.invocation;
    for (const int cell : matter.arms()) {
      if (std::string reason = lacking(matter, observed, {invocation, cell}); !reason.empty())
        return reason;
    }
    if (matter.reference() != Reference::ceiling) continue;
    if (std::string reason = no_ceiling(matter, observed, invocation); !reason.empty())
      return reason;
  }
  return {};
}

std::string why_not_applicable(const Matter& matter, const Observed& observed) {
  const std::string& pattern = matter.protocol.requires_.device;
  if (pattern.empty() || !metric(matter.comparison.quantity.kind).absolute) return {};
  for (const InvocationStarted& started : observed.evidence().invocations) {
    if (matches(pattern, started.device.name)) continue;
    return fmt::format("it is in units of a device like '{}', and this run was on '{}'", pattern,
                       started.device.name);
  }
  return {};
}

std::string why_void(const Matter& matter, const Gated& gated) {
  if (!gated.blocked.everything.empty()) return gated.blocked.everything;
  for (const int cell : matter.arms()) {
    if (const auto it = gated.blocked.cells.find(cell); it != gated.blocked.cells.end())
      return it->second;
  }
  if (matter.reference() != Reference::ceiling) return {};
  for (const int cell : matter.cells.reference) {
    if (!gated.observed.wrong(cell)) continue;
    return fmt::format("correct: the ceiling {} computes something wrong",
                       gated.observed.cell(cell).arm);
  }
  return {};
}

/// Forecast for an undecided comparison: into the field when units are invocations, else into
/// words.
void forecast(const Matter& matter, const std::vector<double>& values, CaseVerdict& verdict) {
  const QuantityKind kind = matter.comparison.quantity.kind;
  const auto decides = [&](const Interval& i) {
    const Interval interval{natural(kind, i.low), natural(kind, i.high)};
    const Position where = position(interval, matter.comparison.range);
    return outcome_of(matter.comparison.reading, where) != Outcome::inconclusive;
  };
  const auto more = more_units(values, matter.protocol.analysis.tail, decides);
  if (!verdict.within_one_process) {
    verdict.more_invocations = more;
  } else if (more) {
    verdict.reason += fmt::format("; about {} more rounds would decide", *more);
  }
}

CaseVerdict from_interval(const Matter& matter, const Observed& observed) {
  const QuantityKind kind = matter.comparison.quantity.kind;
  const double tail = matter.protocol.analysis.tail;
  const auto rounds = round_values(observed, matter.comparison.quantity, matter.cells);
  const Units units = units_of(rounds, matter.protocol.instrument.invocations);
  CaseVerdict out{.outcome = Outcome::inconclusive, .within_one_process = units.within_one_process};
  for (const double value : units.values) out.units.push_back(natural(kind, value));
  if (!units.values.empty()) out.estimate = natural(kind, median(units.values));
  if (const auto interval = median_interval(units.values, tail)) {
    out.low = natural(kind, interval->low);
    out.high = natural(kind, interval->high);
    const Position where = position({*out.low, *out.high}, matter.comparison.range);
    out.outcome = outcome_of(matter.comparison.reading, where);
    out.reason = sentence(matter.comparison.reading, where);
  } else {
    out.reason = fmt::format("{} units give no interval; it takes {}", units.values.size(),
                             units_for_interval(tail));
  }
  if (out.outcome == Outcome::inconclusive) forecast(matter, units.values, out);
  if (out.within_one_process)
    out.reason += " (within one process; does not generalise to a new one)";
  return out;
}

CaseVerdict heard(const Matter& matter, const Gated& gated) {
  if (std::string reason = why_void(matter, gated); !reason.empty()) {
    return {.outcome = Outcome::voided, .reason = std::move(reason)};
  }
  return from_interval(matter, gated.observed);
}

CaseVerdict from_steps(const Matter& matter, const Gated& recorded,
                       const std::optional<Gated>& calm) {
  CaseVerdict out;
  if (std::string reason = why_not_run(matter, recorded.observed); !reason.empty()) {
    out = {.outcome = Outcome::not_run, .reason = std::move(reason)};
  } else if (reason = why_not_applicable(matter, recorded.observed); !reason.empty()) {
    out = {.outcome = Outcome::not_applicable, .reason = std::move(reason)};
  } else {
    out = heard(matter, recorded);
    out.sensitivity = calm ? heard(matter, *calm).outcome : out.outcome;
    return out;
  }
  out.sensitivity = out.outcome;
  return out;
}

Gated gated(const Protocol& protocol, Observed observed) {
  Blocked blocked = gates(protocol, observed);
  return {std::move(observed), std::move(blocked)};
}

bool any_throttled(const Evidence& evidence) {
  return std::ranges::any_of(evidence.repetitions,
                             [](const Repetition& r) { return (r.flags & flag_throttled) != 0; });
}

}  // namespace

Hearing::Hearing(const Protocol& protocol, const Plan& plan, const Evidence& evidence)
    : protocol_(protocol), recorded_(gated(protocol, Observed(plan, evidence))) {
  if (any_throttled(evidence)) calm_ = gated(protocol, Observed(plan, without_throttled(evidence)));
}

CaseVerdict Hearing::verdict(const Comparison& comparison, const std::string& case_name) const {
  const Matter matter{protocol_, comparison, case_name,
                      cells_for(recorded_.observed.plan(), comparison.quantity, case_name)};
  CaseVerdict out = from_steps(matter, recorded_, calm_);
  out.case_name = case_name;
  return out;
}

}  // namespace membound
