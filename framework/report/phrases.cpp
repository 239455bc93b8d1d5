// SPDX-License-Identifier: Apache-2.0
// Phrases: conditions and what follows from them as a reader would say them.
#include "report/phrases.hpp"

#include <cmath>

#include "base/text.hpp"
#include "report/words.hpp"

namespace membound::page {
namespace {

std::string in_cases(const CaseSelection& selection) {
  return selection.cases.empty() ? "" : " " + phrase(selection);
}

std::string parts_of(const Condition& condition) {
  std::vector<std::string> parts;
  for (const Condition& part : condition.parts) {
    const bool list = part.kind == Condition::Kind::all || part.kind == Condition::Kind::any;
    parts.push_back(list ? "(" + phrase(part) + ")" : phrase(part));
  }
  return join(parts, condition.kind == Condition::Kind::all ? ", and " : ", or ");
}

}  // namespace

std::string label(Truth truth) {
  if (truth == Truth::unknown) return "unknown";
  return truth == Truth::met ? "met" : "not met";
}

std::string label(Ruling ruling) {
  switch (ruling) {
    case Ruling::allowed: return "allowed";
    case Ruling::not_allowed: return "not allowed";
    case Ruling::land: return "land";
    case Ruling::close: return "close";
    case Ruling::between: return "between: report only";
    case Ruling::stop: return "stop";
    case Ruling::go_on: return "go on";
    case Ruling::undecided: return "undecided";
  }
  return {};
}

std::string label(EvidenceLevel level) {
  switch (level) {
    case EvidenceLevel::receipt: return "a receipt: one observation";
    case EvidenceLevel::single_input: return "one input";
    case EvidenceLevel::full_set: return "the full set of inputs";
    case EvidenceLevel::end_to_end: return "the whole program, end to end";
  }
  return {};
}

std::string label(Blocks blocks) {
  switch (blocks) {
    case Blocks::arm: return "otherwise the arm is void";
    case Blocks::all: return "otherwise every verdict is void";
    case Blocks::claims: return "otherwise no claim is allowed, and verdicts stand";
  }
  return {};
}

std::string phrase(QuantityKind kind, const Expression& expression) {
  std::string text = expression.times == 1 ? "" : shortest(expression.times) + " times the ";
  if (expression.times == 1) text = "the ";
  text += expression.quantity ? phrase(*expression.quantity)
                              : "time that the traffic of " + expression.traffic_of + " takes at " +
                                    rate_text(expression.rate, Digits::given);
  if (expression.plus == 0) return text;
  const std::string sum = expression.plus > 0 ? " plus " : " minus ";
  return text + sum + value_text(kind, std::abs(expression.plus), Digits::given);
}

std::string phrase(const Condition& condition) {
  using Kind = Condition::Kind;
  switch (condition.kind) {
    case Kind::held: return "prediction " + condition.name + " held";
    case Kind::falsified: return "prediction " + condition.name + " was falsified";
    case Kind::inconclusive: return "prediction " + condition.name + " is inconclusive";
    case Kind::fired: return "falsifier " + condition.name + " fired";
    case Kind::not_fired: return "falsifier " + condition.name + " did not fire";
    case Kind::disjoint_ranges:
      return "every repetition of " + condition.faster + " took less time than any of " +
             condition.slower + in_cases(condition.cases);
    case Kind::comparison:
      return phrase(*condition.quantity) + " " + phrase(condition.quantity->kind, condition.range) +
             in_cases(condition.cases);
    case Kind::outside: return condition.name + " (checked elsewhere)";
    case Kind::all:
    case Kind::any: return parts_of(condition);
  }
  return {};
}

}  // namespace membound::page
