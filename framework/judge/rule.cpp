// SPDX-License-Identifier: Apache-2.0
// Rule: the rule of judgement on plain values; `judge.hpp` applies it to frozen protocols.
#include "judge/rule.hpp"

#include <fmt/format.h>

#include <set>

#include "judge/comparison.hpp"
#include "judge/quantifier.hpp"

namespace membound {
namespace {

std::string unknown_analysis(const Analysis& analysis) {
  const auto unknown = [](const char* key, const std::string& value) {
    return fmt::format("these rules know no {} '{}'", key, value);
  };
  if (analysis.statistic != "median") return unknown("statistic", analysis.statistic);
  if (analysis.interval != "order_statistic") return unknown("interval", analysis.interval);
  if (analysis.outliers != "keep") return unknown("outlier policy", analysis.outliers);
  return {};
}

/// The part of an order that decides it: of the pairs whose outcome applies first, the one whose
/// interval reaches lowest, that is the one which speaks most against the order.
CaseVerdict decisive(const std::vector<CaseVerdict>& pairs) {
  std::vector<Outcome> outcomes;
  std::vector<Outcome> sensitivities;
  for (const CaseVerdict& pair : pairs) {
    outcomes.push_back(pair.outcome);
    sensitivities.push_back(pair.sensitivity);
  }
  const Outcome outcome = first_that_applies(outcomes);
  const CaseVerdict* chosen = nullptr;
  for (const CaseVerdict& pair : pairs) {
    if (pair.outcome != outcome) continue;
    if (chosen == nullptr || pair.low.value_or(0) < chosen->low.value_or(0)) chosen = &pair;
  }
  CaseVerdict out = *chosen;
  out.sensitivity = first_that_applies(sensitivities);
  return out;
}

CaseVerdict order_verdict(const Hearing& hearing, const std::vector<std::string>& order,
                          const std::string& case_name) {
  std::vector<CaseVerdict> pairs;
  for (std::size_t i = 0; i + 1 < order.size(); ++i) {
    const Quantity speedup{.kind = QuantityKind::speedup, .arm = order[i], .over = order[i + 1]};
    pairs.push_back(hearing.verdict({speedup, {1.0, 1.0}, Reading::order}, case_name));
    pairs.back().reason =
        fmt::format("{} before {}: {}", order[i], order[i + 1], pairs.back().reason);
  }
  if (pairs.empty())
    return {.case_name = case_name, .reason = "an order of fewer than two arms says nothing"};
  return decisive(pairs);
}

Verdict on(const Prediction& prediction, const Hearing& hearing) {
  Verdict out{.prediction = prediction.name};
  for (const std::string& name : prediction.cases.cases) {
    out.cases.push_back(
        prediction.quantity
            ? hearing.verdict({*prediction.quantity, prediction.range, Reading::prediction}, name)
            : order_verdict(hearing, prediction.order, name));
  }
  combine(out, prediction.cases);
  return out;
}

Verdict on(const Falsifier& falsifier, const Hearing& hearing) {
  Verdict out{.prediction = falsifier.name, .falsifier = true};
  for (const std::string& name : falsifier.cases.cases) {
    out.cases.push_back(
        hearing.verdict({falsifier.quantity, falsifier.region, Reading::falsifier}, name));
  }
  combine(out, falsifier.cases);
  return out;
}

Verdict not_run(const std::string& name, const CaseSelection& selection,
                const std::string& reason) {
  Verdict out{.prediction = name, .reason = reason};
  for (const std::string& case_name : selection.cases) {
    out.cases.push_back({.case_name = case_name, .reason = reason});
  }
  return out;
}

}  // namespace

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
  for (const Prediction& p : protocol.predictions) out.push_back(not_run(p.name, p.cases, reason));
  for (const Falsifier& f : protocol.falsifiers) {
    out.push_back(not_run(f.name, f.cases, reason));
    out.back().falsifier = true;
  }
  return out;
}

std::vector<Verdict> judge(const Protocol& protocol, const Plan& plan, const Evidence& evidence) {
  if (std::string reason = why_not_judged(protocol, evidence); !reason.empty())
    return refuse(protocol, reason);
  const Hearing hearing(protocol, plan, of_finished_invocations(evidence));
  std::vector<Verdict> out;
  for (const Prediction& prediction : protocol.predictions) out.push_back(on(prediction, hearing));
  for (const Falsifier& falsifier : protocol.falsifiers) out.push_back(on(falsifier, hearing));
  return out;
}

}  // namespace membound
