// SPDX-License-Identifier: Apache-2.0
// Condition: whether what must be so before something may be said or done is so.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "judge/hearing.hpp"

namespace membound {

/// What a condition is judged by: the run, and the verdicts on what it names.
struct ConditionGround {
  const Hearing& hearing;
  /// nullptr when there is none (yet): a condition that depends on itself is unknown.
  std::function<const Verdict*(const std::string& name, bool falsifier)> verdict;
};

/// The condition and, after it, every part of it, in the order in which they were written.
std::vector<Clause> weigh(const ConditionGround& ground, const Condition& condition);

/// What decides them, in words: the first part with the same truth as the whole.
std::string what_decides(const std::vector<Clause>& clauses);

/// All of several: not met when one is not, else unknown when one is, else met.
Truth all_of(const std::vector<Truth>& truths);
/// Any of several: met when one is, else unknown when one is, else not met.
Truth any_of(const std::vector<Truth>& truths);

/// Arms that a condition speaks of, those of the predictions and falsifiers that it names included.
std::vector<std::string> arms_in(const Protocol& protocol, const Condition& condition);

}  // namespace membound
