// SPDX-License-Identifier: Apache-2.0
// Rule: the rule of judgement on plain values; `judge.hpp` applies it to frozen protocols.
#include "judge/rule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <set>

#include "judge/comparison.hpp"
#include "judge/conclusion.hpp"
#include "judge/outlier.hpp"
#include "judge/session.hpp"

namespace membound {
namespace {

std::string unknown_analysis(const Analysis& analysis) {
  const auto unknown = [](const char* key, const std::string& value) {
    return fmt::format("these rules know no {} '{}'", key, value);
  };
  const auto known = [](const std::string& value, std::initializer_list<const char*> all) {
    return std::ranges::find(all, value) != all.end();
  };
  if (!known(analysis.statistic, {"median", "mean", "minimum"}))
    return unknown("statistic", analysis.statistic);
  if (analysis.interval != "order_statistic") return unknown("interval", analysis.interval);
  if (!known(analysis.outliers, {"keep", "drop"}))
    return unknown("outlier policy", analysis.outliers);
  return {};
}

Verdict not_run(const std::string& name, const std::vector<std::string>& places,
                const std::string& reason) {
  Verdict out{.prediction = name, .reason = reason};
  for (const std::string& case_name : places) {
    out.cases.push_back({.case_name = case_name, .reason = reason});
  }
  return out;
}

}  // namespace

CaseVerdict undecided(const Measurement& measurement) {
  return {.case_name = measurement.case_name,
          .outcome = Outcome::inconclusive,
          .reason = measurement.remark,
          .estimate = measurement.estimate,
          .low = measurement.low,
          .high = measurement.high,
          .units = measurement.units,
          .within_one_process = measurement.within_one_process};
}

Verdict unjudged(const Prediction& prediction, const std::string& reason) {
  return not_run(prediction.name, places_of(prediction), reason);
}

std::string_view name_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::held: return "held";
    case Outcome::falsified: return "falsified";
    case Outcome::inconclusive: return "inconclusive";
    case Outcome::voided: return "void";
    case Outcome::not_run: return "not_run";
    case Outcome::not_applicable: break;
  }
  return "not_applicable";
}

std::string why_not_judged(const Protocol& protocol, const Evidence& evidence) {
  if (evidence.run.exploratory) return "the run is exploratory: it is shown and never judged";
  // Indices past the frozen number belong to invocations that replaced ones whose worker died.
  std::set<int> finished;
  for (const InvocationFinished& one : evidence.finished) finished.insert(one.invocation);
  const int frozen = protocol.instrument.invocations;
  const int extra = static_cast<int>(finished.size()) - frozen;
  if (static_cast<int>(finished.size()) < frozen) {
    return fmt::format("the run is incomplete: {} of {} invocations finished", finished.size(),
                       frozen);
  }
  if (evidence.status != RunStatus::complete)
    return "the run is incomplete: it was not brought to its end";
  if (extra > 0)
    return fmt::format("the run has {} invocations more than the {} that were frozen", extra,
                       frozen);
  return unknown_analysis(protocol.analysis);
}

std::string deviation(std::string_view digest, int rules, const RunHead& run) {
  if (run.protocol_digest != digest) {
    return fmt::format("the run belongs to protocol {:.12}, not to {:.12}", run.protocol_digest,
                       digest);
  }
  if (rules != rules_version) {
    return fmt::format("frozen under rules {}, and this program judges by rules {}", rules,
                       rules_version);
  }
  return {};
}

std::vector<Verdict> refuse(const Protocol& protocol, const std::string& reason) {
  std::vector<Verdict> out;
  for (const Prediction& p : protocol.predictions) out.push_back(unjudged(p, reason));
  for (const Falsifier& f : protocol.falsifiers) {
    out.push_back(not_run(f.name, f.cases.cases, reason));
    out.back().falsifier = true;
  }
  return out;
}

std::vector<Verdict> judge(const Protocol& protocol, const Plan& plan, const Evidence& evidence) {
  if (std::string reason = why_not_judged(protocol, evidence); !reason.empty())
    return refuse(protocol, reason);
  const Hearing hearing(protocol, plan, of_finished_invocations(evidence));
  Session session(hearing);
  std::vector<Verdict> out;
  for (const Prediction& prediction : protocol.predictions) out.push_back(session.on(prediction));
  for (const Falsifier& falsifier : protocol.falsifiers) out.push_back(session.on(falsifier));
  return out;
}

std::vector<Conclusion> conclude(const Protocol& protocol, const Plan& plan,
                                 const Evidence& evidence) {
  if (std::string reason = why_not_judged(protocol, evidence); !reason.empty())
    return withhold(protocol, reason);
  const Hearing hearing(protocol, plan, of_finished_invocations(evidence));
  Session session(hearing);
  return conclusions(session);
}

std::vector<std::vector<Measurement>> observe(const Protocol& protocol, const Plan& plan,
                                              const Evidence& evidence) {
  const Hearing hearing(protocol, plan, of_finished_invocations(evidence));
  const std::string reason = why_not_judged(protocol, evidence);
  std::vector<std::vector<Measurement>> out;
  for (const Observation& observation : protocol.observations) {
    std::vector<Measurement>& cases = out.emplace_back();
    for (const std::string& name : observation.cases.cases) {
      cases.push_back(reason.empty() ? measure(hearing, observation.quantity, name)
                                     : Measurement{.case_name = name, .remark = reason});
    }
  }
  return out;
}

std::vector<Outlier> dropped_repetitions(const Protocol& protocol, const Plan& plan,
                                         const Evidence& evidence) {
  return outliers(protocol.analysis, Observed(plan, of_finished_invocations(evidence)));
}

}  // namespace membound
