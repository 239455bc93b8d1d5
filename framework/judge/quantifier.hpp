// SPDX-License-Identifier: Apache-2.0
// Quantifier: from verdicts on cases to the verdict on a prediction.
#pragma once

#include <string>
#include <vector>

#include "judge/judge.hpp"

namespace membound {

/// The first that applies, of several outcomes that must all be good: not_run, not_applicable,
/// void, falsified, inconclusive, held. Needs at least one.
Outcome first_that_applies(const std::vector<Outcome>& outcomes);

/// The verdict's outcome and reason from its cases.
///
/// With n cases of which k must agree (all: k = n; any: k = 1; at_least: k = its count), h of them
/// held and f falsified:
///
///   | condition                                | prediction                          |
///   |------------------------------------------|-------------------------------------|
///   | no case held, falsified or inconclusive  | not_run, not_applicable or void,    |
///   |                                          | the first of them that a case has   |
///   | h >= k                                   | held                                |
///   | f > n - k (k can no longer hold)         | falsified                           |
///   | otherwise                                | inconclusive                        |
///
/// A case that is void, not run or not applicable counts as undecided: it stays in n and is in
/// neither h nor f. A falsifier asks how many cases fire, so h and f change places: it fires
/// (falsified) when f >= k and has not fired (held) when h > n - k.
void combine(Verdict& verdict, const CaseSelection& selection);

}  // namespace membound
