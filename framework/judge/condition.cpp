// SPDX-License-Identifier: Apache-2.0
// Condition: whether what must be so before something may be said or done is so.
#include "judge/condition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "judge/comparison.hpp"
#include "judge/group.hpp"
#include "judge/quantifier.hpp"
#include "judge/ranges.hpp"

namespace membound {
namespace {

using Kind = Condition::Kind;

std::string words_of(Outcome outcome) {
  std::string words(name_of(outcome));
  std::ranges::replace(words, '_', ' ');
  return words;
}

struct Weighed {
  Truth truth = Truth::unknown;
  std::string reason;
};

/// "is void: steady: ...", "did not fire".
std::string said(const Verdict& verdict) {
  const Outcome outcome = verdict.outcome;
  const bool decided = outcome == Outcome::held || outcome == Outcome::falsified;
  if (verdict.falsifier && decided)
    return outcome == Outcome::held ? "it did not fire" : "it fired";
  if (outcome == Outcome::held) return "it held";
  if (outcome == Outcome::falsified) return "it was falsified";
  return fmt::format("it is {}: {}", words_of(outcome), verdict.reason);
}

/// Met by one outcome, not met by the others that decide; anything else leaves it open.
Weighed from_verdict(const Verdict* verdict, const std::string& name, Outcome meets) {
  if (verdict == nullptr)
    return {Truth::unknown, fmt::format("{} has no verdict that this could rest on", name)};
  std::string reason = said(*verdict);
  if (verdict->outcome == meets) return {Truth::met, reason};
  const bool decided = verdict->outcome == Outcome::held || verdict->outcome == Outcome::falsified;
  return {decided ? Truth::not_met : Truth::unknown, reason};
}

Truth truth_of(Outcome outcome) {
  if (outcome == Outcome::held) return Truth::met;
  return outcome == Outcome::falsified ? Truth::not_met : Truth::unknown;
}

/// Verdicts on the cases of a condition, joined by its quantifier.
Weighed over_cases(const Condition& condition,
                   const std::function<CaseVerdict(const std::string&)>& judged) {
  Verdict verdict;
  for (const std::string& name : condition.cases.cases) verdict.cases.push_back(judged(name));
  combine(verdict, condition.cases);
  return {truth_of(verdict.outcome), verdict.reason};
}

std::string words_of(const Quantity& quantity) {
  constexpr std::array<std::string_view, 9> words{
      "time",       "bandwidth",   "share of the ceiling", "speedup",
      "time saved", "bytes ratio", "tokens per second",    "spread",
      "error"};
  const auto kind = static_cast<std::size_t>(quantity.kind);
  const std::string_view what = kind < words.size() ? words.at(kind) : quantity.name;
  return fmt::format("{} of {}{}", what, quantity.arm,
                     quantity.over.empty() ? "" : " over " + quantity.over);
}

std::string text_of(const Condition& condition) {
  switch (condition.kind) {
    case Kind::held: return "prediction " + condition.name + " held";
    case Kind::falsified: return "prediction " + condition.name + " was falsified";
    case Kind::inconclusive: return "prediction " + condition.name + " is inconclusive";
    case Kind::fired: return "falsifier " + condition.name + " fired";
    case Kind::not_fired: return "falsifier " + condition.name + " did not fire";
    case Kind::disjoint_ranges:
      return fmt::format("every repetition of {} took less time than any of {}", condition.faster,
                         condition.slower);
    case Kind::comparison: return words_of(*condition.quantity) + " in its range";
    case Kind::outside: return condition.name;
    case Kind::all: return "all of these";
    case Kind::any: return "any of these";
  }
  return {};
}

Weighed found(const ConditionGround& ground, const Condition& condition) {
  const auto verdict = [&](bool falsifier, Outcome meets) {
    return from_verdict(ground.verdict(condition.name, falsifier), condition.name, meets);
  };
  switch (condition.kind) {
    case Kind::held: return verdict(false, Outcome::held);
    case Kind::falsified: return verdict(false, Outcome::falsified);
    case Kind::inconclusive: return verdict(false, Outcome::inconclusive);
    case Kind::fired: return verdict(true, Outcome::falsified);
    case Kind::not_fired: return verdict(true, Outcome::held);
    case Kind::disjoint_ranges:
      return over_cases(condition, [&](const std::string& name) {
        return judge_ranges(ground.hearing, {condition.faster, condition.slower}, name);
      });
    case Kind::comparison:
      return over_cases(condition, [&](const std::string& name) {
        const Comparison comparison{*condition.quantity, condition.range, Question::prediction};
        return compare(ground.hearing, comparison, name);
      });
    case Kind::outside: return {Truth::unknown, "not evaluated here"};
    case Kind::all:
    case Kind::any: break;
  }
  return {};
}

void add_arms(const Protocol& protocol, const std::string& name, std::vector<std::string>& out) {
  if (name.empty()) return;
  for (std::string& arm : arms_of(protocol, name)) {
    if (std::ranges::find(out, arm) == out.end()) out.push_back(std::move(arm));
  }
}

void add_arms(const Protocol& protocol, const std::optional<Quantity>& quantity,
              std::vector<std::string>& out) {
  if (!quantity) return;
  add_arms(protocol, quantity->arm, out);
  add_arms(protocol, quantity->over, out);
}

void add_arms(const Protocol& protocol, const Range& range, std::vector<std::string>& out) {
  for (const auto& bound : {range.low_of, range.high_of}) {
    if (!bound) continue;
    add_arms(protocol, bound->quantity, out);
    add_arms(protocol, bound->traffic_of, out);
  }
}

void add_arms(const Protocol& protocol, const Prediction& prediction,
              std::vector<std::string>& out) {
  add_arms(protocol, prediction.quantity, out);
  add_arms(protocol, prediction.range, out);
  for (const std::string& arm : prediction.order) add_arms(protocol, arm, out);
  if (prediction.trend) add_arms(protocol, prediction.trend->quantity, out);
  if (prediction.fastest) {
    add_arms(protocol, prediction.fastest->arm, out);
    for (const std::string& arm : prediction.fastest->of) add_arms(protocol, arm, out);
  }
  add_arms(protocol, prediction.unavailable, out);
}

bool names_prediction(Kind kind) {
  return kind == Kind::held || kind == Kind::falsified || kind == Kind::inconclusive;
}

bool names_falsifier(Kind kind) { return kind == Kind::fired || kind == Kind::not_fired; }

}  // namespace

Truth all_of(const std::vector<Truth>& truths) {
  if (std::ranges::find(truths, Truth::not_met) != truths.end()) return Truth::not_met;
  const bool open = std::ranges::find(truths, Truth::unknown) != truths.end();
  return open ? Truth::unknown : Truth::met;
}

Truth any_of(const std::vector<Truth>& truths) {
  if (std::ranges::find(truths, Truth::met) != truths.end()) return Truth::met;
  const bool open = std::ranges::find(truths, Truth::unknown) != truths.end();
  return open ? Truth::unknown : Truth::not_met;
}

std::string what_decides(const std::vector<Clause>& clauses) {
  for (const Clause& clause : clauses) {
    if (clause.truth == clauses.front().truth && !clause.reason.empty())
      return fmt::format("'{}' is {}: {}", clause.text,
                         clause.truth == Truth::not_met ? "not met" : name_of(clause.truth),
                         clause.reason);
  }
  return clauses.front().text;
}

std::vector<Clause> weigh(const ConditionGround& ground, const Condition& condition) {
  const bool parts = condition.kind == Kind::all || condition.kind == Kind::any;
  if (!parts) {
    Weighed one = found(ground, condition);
    return {{0, text_of(condition), one.truth, std::move(one.reason)}};
  }
  std::vector<Clause> out{{0, text_of(condition), Truth::unknown, {}}};
  std::vector<Truth> truths;
  for (const Condition& part : condition.parts) {
    std::vector<Clause> clauses = weigh(ground, part);
    truths.push_back(clauses.front().truth);
    for (Clause& clause : clauses) {
      ++clause.depth;
      out.push_back(std::move(clause));
    }
  }
  out.front().truth = condition.kind == Kind::all ? all_of(truths) : any_of(truths);
  return out;
}

std::vector<std::string> arms_in(const Protocol& protocol, const Condition& condition) {
  std::vector<std::string> out;
  add_arms(protocol, condition.faster, out);
  add_arms(protocol, condition.slower, out);
  add_arms(protocol, condition.quantity, out);
  add_arms(protocol, condition.range, out);
  for (const Prediction& prediction : protocol.predictions) {
    if (names_prediction(condition.kind) && prediction.name == condition.name)
      add_arms(protocol, prediction, out);
  }
  for (const Falsifier& falsifier : protocol.falsifiers) {
    if (!names_falsifier(condition.kind) || falsifier.name != condition.name) continue;
    add_arms(protocol, falsifier.quantity, out);
    add_arms(protocol, falsifier.region, out);
  }
  for (const Condition& part : condition.parts) {
    for (const std::string& arm : arms_in(protocol, part)) add_arms(protocol, arm, out);
  }
  return out;
}

}  // namespace membound
