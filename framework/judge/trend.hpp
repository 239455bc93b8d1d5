// SPDX-License-Identifier: Apache-2.0
// Trend: whether a quantity rises or falls from case to case.
#pragma once

#include <string>
#include <vector>

#include "judge/hearing.hpp"

namespace membound {

/// "short to middle", "middle to long": the steps of a trend over its cases.
std::vector<std::string> steps_of(const Trend& trend);

/// One verdict per step. Estimate and interval are the quantity on the second case over that on the
/// first, paired in the same round of the same invocation and judged against 1.
std::vector<CaseVerdict> judge_trend(const Hearing& hearing, const Trend& trend);

}  // namespace membound
