// SPDX-License-Identifier: Apache-2.0
// Rule: the rule of judgement on plain values; `judge.hpp` applies it to frozen protocols.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "judge/judge.hpp"

namespace membound {

/// Why nothing of a run may be judged: it is incomplete or exploratory, has other invocations than
/// were frozen, or was to be judged in a way that these rules do not know. Empty when it may.
std::string why_not_judged(const Protocol& protocol, const Evidence& evidence);

/// Why a run does not belong to a frozen protocol; empty when it does.
std::string deviation(std::string_view digest, int rules, const RunHead& run);

/// Every verdict of the protocol as not_run, for one reason.
std::vector<Verdict> refuse(const Protocol& protocol, const std::string& reason);

/// A prediction as not_run, for a reason.
Verdict unjudged(const Prediction& prediction, const std::string& reason);

std::vector<Conclusion> conclude(const Protocol& protocol, const Plan& plan,
                                 const Evidence& evidence);

/// Every claim, decision and stop rule of the protocol as undecided, for one reason.
std::vector<Conclusion> withhold(const Protocol& protocol, const std::string& reason);

std::vector<std::vector<Measurement>> observe(const Protocol& protocol, const Plan& plan,
                                              const Evidence& evidence);

std::vector<Outlier> dropped_repetitions(const Protocol& protocol, const Plan& plan,
                                         const Evidence& evidence);

std::vector<Verdict> judge(const Protocol& protocol, const Plan& plan, const Evidence& evidence);

std::vector<CellSummary> summarise(const Protocol& protocol, const Plan& plan,
                                   const Evidence& evidence);

}  // namespace membound
