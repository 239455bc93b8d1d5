// SPDX-License-Identifier: Apache-2.0
// Hearing: a run before the judge, and what comes before any interval.
#include "judge/hearing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "judge/group.hpp"
#include "judge/outlier.hpp"

namespace membound {
namespace {

Gated gated(const Protocol& protocol, Observed observed) {
  Blocked blocked = gates(protocol, observed);
  return {std::move(observed), std::move(blocked)};
}

bool any_throttled(const Evidence& evidence) {
  return std::ranges::any_of(evidence.repetitions,
                             [](const Repetition& r) { return (r.flags & flag_throttled) != 0; });
}

CaseVerdict decided(const Hearing::Matter& matter, const Gated& gated) {
  for (const Need& need : matter.needs) {
    if (std::string reason = why_void(gated, need); !reason.empty())
      return {.outcome = Outcome::voided, .reason = std::move(reason)};
  }
  return matter.decide(gated.observed);
}

bool takes(const std::vector<Need>& needs, int cell) {
  return std::ranges::any_of(needs, [cell](const Need& need) {
    return std::ranges::find(need.cells.arm, cell) != need.cells.arm.end() ||
           std::ranges::find(need.cells.reference, cell) != need.cells.reference.end();
  });
}

}  // namespace

Hearing::Hearing(const Protocol& protocol, const Plan& plan, const Evidence& evidence)
    : protocol_(protocol),
      recorded_(gated(protocol, Observed(plan, evidence))),
      outliers_(outliers(protocol.analysis, recorded_.observed)) {
  if (!outliers_.empty()) {
    kept_ = gated(protocol, Observed(plan, without(outliers_, evidence)));
  } else if (any_throttled(evidence)) {
    calm_ = gated(protocol, Observed(plan, without_throttled(evidence)));
  }
}

std::string Hearing::why_not_applicable(const Matter& matter) const {
  const std::string& pattern = protocol_.requires_.device;
  if (pattern.empty() || !matter.absolute) return {};
  for (const InvocationStarted& started : recorded().evidence().invocations) {
    if (matches(pattern, started.device.name)) continue;
    return fmt::format("it is in units of a device like '{}', and this run was on '{}'", pattern,
                       started.device.name);
  }
  return {};
}

/// What a reader must know of how the values came about: which member of a group counted, and how
/// many rounds were dropped.
std::string Hearing::remarks(const Matter& matter) const {
  std::vector<std::string> out;
  const auto add = [&](const std::string& name, const std::string& case_name) {
    if (name.empty()) return;
    std::string text = winners(protocol_, counted().observed, name, case_name);
    if (!text.empty() && std::ranges::find(out, text) == out.end()) out.push_back(std::move(text));
  };
  for (const Need& need : matter.needs) {
    add(need.quantity.arm, need.case_name);
    add(need.quantity.over, need.case_name);
  }
  std::set<std::pair<int, int>> dropped;
  for (const Outlier& one : outliers_) {
    if (takes(matter.needs, one.cell)) dropped.insert({one.invocation, one.round});
  }
  if (!dropped.empty()) {
    out.push_back(fmt::format("without {} of {} rounds, dropped as outliers", dropped.size(),
                              protocol_.instrument.rounds * protocol_.instrument.invocations));
  }
  return out.empty() ? "" : "; " + join(out, "; ");
}

CaseVerdict Hearing::hear(const Matter& matter, const std::string& case_name) const {
  CaseVerdict out;
  std::string reason;
  for (const Need& need : matter.needs) {
    if (reason.empty()) reason = why_not_run(protocol_, recorded(), need);
  }
  if (!reason.empty()) {
    out = {.outcome = Outcome::not_run, .reason = std::move(reason)};
  } else if (reason = why_not_applicable(matter); !reason.empty()) {
    out = {.outcome = Outcome::not_applicable, .reason = std::move(reason)};
  } else {
    out = decided(matter, counted());
    const Gated* other = kept_ ? &recorded_ : calm_ ? &*calm_ : nullptr;
    out.sensitivity = other != nullptr ? decided(matter, *other).outcome : out.outcome;
    if (out.estimate) out.reason += remarks(matter);
    out.case_name = case_name;
    return out;
  }
  out.sensitivity = out.outcome;
  out.case_name = case_name;
  return out;
}

}  // namespace membound
