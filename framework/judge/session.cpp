// SPDX-License-Identifier: Apache-2.0
// Session: the verdicts of a run, each reached once, in whatever order conditions ask for them.
#include "judge/session.hpp"

#include "judge/availability.hpp"
#include "judge/comparison.hpp"
#include "judge/order.hpp"
#include "judge/quantifier.hpp"
#include "judge/rule.hpp"
#include "judge/trend.hpp"

namespace membound {
namespace {

CaseVerdict on_case(const Hearing& hearing, const Prediction& prediction,
                    const std::string& case_name) {
  if (prediction.quantity) {
    return compare(hearing, {*prediction.quantity, prediction.range, Question::prediction},
                   case_name);
  }
  if (prediction.fastest) return judge_fastest(hearing, *prediction.fastest, case_name);
  if (!prediction.unavailable.empty())
    return judge_unavailable(hearing, prediction.unavailable, case_name);
  return judge_order(hearing, prediction.order, case_name);
}

}  // namespace

std::vector<std::string> places_of(const Prediction& prediction) {
  return prediction.trend ? steps_of(*prediction.trend) : prediction.cases.cases;
}

ConditionGround Session::ground() {
  return {hearing_,
          [this](const std::string& name, bool falsifier) { return find(name, falsifier); }};
}

const Verdict* Session::find(const std::string& name, bool falsifier) {
  const Protocol& protocol = hearing_.protocol();
  for (const Prediction& prediction : protocol.predictions) {
    if (falsifier || prediction.name != name) continue;
    return open_.contains(&prediction) ? nullptr : &on(prediction);
  }
  for (const Falsifier& one : protocol.falsifiers) {
    if (falsifier && one.name == name) return &on(one);
  }
  return nullptr;
}

const Verdict& Session::on(const Prediction& prediction) {
  if (const auto it = reached_.find(&prediction); it != reached_.end()) return it->second;
  open_.insert(&prediction);
  Verdict verdict = reach(prediction);
  open_.erase(&prediction);
  return reached_.insert_or_assign(&prediction, std::move(verdict)).first->second;
}

std::optional<Verdict> Session::not_asked(const Prediction& prediction) {
  if (!prediction.only_if) return std::nullopt;
  const std::vector<Clause> clauses = weigh(ground(), *prediction.only_if);
  const Truth truth = clauses.front().truth;
  if (truth == Truth::met) return std::nullopt;
  const bool known = truth == Truth::not_met;
  Verdict out = unjudged(prediction, "its condition: " + what_decides(clauses));
  out.outcome = known ? Outcome::not_applicable : Outcome::not_run;
  for (CaseVerdict& one : out.cases) one.outcome = one.sensitivity = out.outcome;
  return out;
}

Verdict Session::reach(const Prediction& prediction) {
  if (auto verdict = not_asked(prediction)) return *verdict;
  Verdict out{.prediction = prediction.name};
  if (prediction.trend) {
    out.cases = judge_trend(hearing_, *prediction.trend);
    combine(out, {});
    return out;
  }
  for (const std::string& name : prediction.cases.cases)
    out.cases.push_back(on_case(hearing_, prediction, name));
  combine(out, prediction.cases);
  return out;
}

const Verdict& Session::on(const Falsifier& falsifier) {
  if (const auto it = reached_.find(&falsifier); it != reached_.end()) return it->second;
  Verdict out{.prediction = falsifier.name, .falsifier = true};
  for (const std::string& name : falsifier.cases.cases) {
    out.cases.push_back(
        compare(hearing_, {falsifier.quantity, falsifier.region, Question::falsifier}, name));
  }
  combine(out, falsifier.cases);
  return reached_.insert_or_assign(&falsifier, std::move(out)).first->second;
}

}  // namespace membound
