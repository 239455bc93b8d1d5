// SPDX-License-Identifier: Apache-2.0
// Order: which of several arms are faster than which others, pair by pair.
#include "judge/order.hpp"

#include <fmt/format.h>

#include "judge/comparison.hpp"
#include "judge/quantifier.hpp"

namespace membound {
namespace {

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

using Pair = std::pair<std::string, std::string>;

CaseVerdict judge_pairs(const Hearing& hearing, const std::vector<Pair>& pairs,
                        const std::string& case_name) {
  std::vector<CaseVerdict> judged;
  for (const auto& [first, second] : pairs) {
    const Quantity speedup{.kind = QuantityKind::speedup, .arm = first, .over = second};
    judged.push_back(compare(hearing, {speedup, {1.0, 1.0}, Question::order}, case_name));
    judged.back().reason = fmt::format("{} before {}: {}", first, second, judged.back().reason);
  }
  if (judged.empty())
    return {.case_name = case_name, .reason = "an order of fewer than two arms says nothing"};
  return decisive(judged);
}

}  // namespace

CaseVerdict judge_order(const Hearing& hearing, const std::vector<std::string>& order,
                        const std::string& case_name) {
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i + 1 < order.size(); ++i) pairs.emplace_back(order[i], order[i + 1]);
  return judge_pairs(hearing, pairs, case_name);
}

CaseVerdict judge_fastest(const Hearing& hearing, const Fastest& fastest,
                          const std::string& case_name) {
  std::vector<Pair> pairs;
  for (const std::string& other : fastest.of) {
    if (other != fastest.arm) pairs.emplace_back(fastest.arm, other);
  }
  return judge_pairs(hearing, pairs, case_name);
}

}  // namespace membound
