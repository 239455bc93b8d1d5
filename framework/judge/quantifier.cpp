// SPDX-License-Identifier: Apache-2.0
// Quantifier: from verdicts on cases to the verdict on a prediction.
#include "judge/quantifier.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.hpp"

namespace membound {
namespace {

constexpr std::array precedence{Outcome::not_run,   Outcome::not_applicable, Outcome::voided,
                                Outcome::falsified, Outcome::inconclusive,   Outcome::held};

long count(const Verdict& verdict, Outcome outcome) {
  return std::ranges::count(verdict.cases, outcome, &CaseVerdict::outcome);
}

long needed(const Verdict& verdict, const CaseSelection& selection) {
  switch (selection.kind) {
    case CaseSelection::Kind::all: return static_cast<long>(verdict.cases.size());
    case CaseSelection::Kind::any: return 1;
    case CaseSelection::Kind::at_least: break;
  }
  return selection.count;
}

/// "2 of 3 cases held, 1 void; 3 must hold".
std::string tally(const Verdict& verdict, long must_agree) {
  const auto word = [&](Outcome outcome) -> std::string {
    if (!verdict.falsifier) return std::string(name_of(outcome));
    if (outcome == Outcome::falsified) return "fired";
    return outcome == Outcome::held ? "not fired" : std::string(name_of(outcome));
  };
  std::vector<std::string> counts;
  for (const Outcome outcome : precedence) {
    if (const long n = count(verdict, outcome); n > 0)
      counts.push_back(fmt::format("{} {}", n, word(outcome)));
  }
  return fmt::format("of {} cases: {}; {} must {}", verdict.cases.size(), join(counts), must_agree,
                     verdict.falsifier ? "fire" : "hold");
}

Outcome combined(const Verdict& verdict, long must_agree) {
  const long n = static_cast<long>(verdict.cases.size());
  const long held = count(verdict, Outcome::held);
  const long falsified = count(verdict, Outcome::falsified);
  if (held + falsified + count(verdict, Outcome::inconclusive) == 0) {
    std::vector<Outcome> outcomes;
    for (const CaseVerdict& one : verdict.cases) outcomes.push_back(one.outcome);
    return first_that_applies(outcomes);
  }
  if (verdict.falsifier) {
    if (falsified >= must_agree) return Outcome::falsified;
    return held > n - must_agree ? Outcome::held : Outcome::inconclusive;
  }
  if (held >= must_agree) return Outcome::held;
  return falsified > n - must_agree ? Outcome::falsified : Outcome::inconclusive;
}

}  // namespace

Outcome first_that_applies(const std::vector<Outcome>& outcomes) {
  const auto place = [](Outcome outcome) { return std::ranges::find(precedence, outcome); };
  return *std::ranges::min_element(outcomes, {}, place);
}

void combine(Verdict& verdict, const CaseSelection& selection) {
  if (verdict.cases.empty()) {
    verdict.outcome = Outcome::not_run;
    verdict.reason = "it speaks of no case";
    return;
  }
  const long must_agree = needed(verdict, selection);
  verdict.outcome = combined(verdict, must_agree);
  verdict.reason =
      verdict.cases.size() == 1 ? verdict.cases.front().reason : tally(verdict, must_agree);
}

}  // namespace membound
