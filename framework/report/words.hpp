// SPDX-License-Identifier: Apache-2.0
// Words: predictions, outcomes and settings as a reader would say them.
#pragma once

#include <string>
#include <vector>

#include "judge/judge.hpp"
#include "report/number.hpp"

namespace membound::page {

std::string label(Outcome outcome);            ///< "held", ..., "void", "not run"
std::string falsifier_label(Outcome outcome);  ///< "fired", "did not fire", "undecided", ...
std::string label(Role role);
std::string label(RunStatus status);
std::string label(LaunchMode mode);
std::string label(Spread spread);

/// "time saved by specialised over general".
std::string phrase(const Quantity& quantity);
/// "between 3 % and 12 %", "at least 90 %", "at most 145 us".
std::string phrase(QuantityKind kind, const Range& range);
/// "a faster than b, b faster than c".
std::string order_phrase(const std::vector<std::string>& arms);
/// The whole prediction but its cases: "time of general between 135 us and 145 us".
std::string phrase(const Prediction& prediction);
/// With its cases, where it has any.
std::string whole_phrase(const Prediction& prediction);
/// The outcome, with REPRODUCED or NOT REPRODUCED beside it where an earlier result was to repeat.
std::string outcome_label(const Prediction& prediction, Outcome outcome);
std::string phrase(const Falsifier& falsifier);
/// "in all 4 cases", "in at least 3 of 4 cases"; "in case ffn" when there is only one.
std::string phrase(const CaseSelection& selection);
/// What was known before, in a sentence.
std::string phrase(PriorData prior);

/// Whether an invocation gives one value, however many rounds it has.
bool one_per_invocation(QuantityKind kind);
/// The unit of what is measured for a prediction; an order is decided by the speedup of one of its
/// pairs.
QuantityKind kind_of(const Prediction& prediction);
/// The text with a full stop, unless it ends a sentence already.
std::string stopped(std::string text);
/// "4.012 % to 5.310 %", or a dash when there is none.
std::string interval_text(QuantityKind kind, const CaseVerdict& verdict);

/// "5 held, 2 falsified, 1 inconclusive".
std::string tally(const std::vector<Outcome>& outcomes);
/// Of the predictions among the verdicts.
std::string tally(const std::vector<Verdict>& verdicts);

}  // namespace membound::page
