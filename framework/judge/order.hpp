// SPDX-License-Identifier: Apache-2.0
// Order: which of several arms are faster than which others, pair by pair.
#pragma once

#include <string>
#include <vector>

#include "judge/hearing.hpp"

namespace membound {

/// The pair that decides, with its speedup: each arm against the next.
CaseVerdict judge_order(const Hearing& hearing, const std::vector<std::string>& order,
                        const std::string& case_name);

/// The same of one arm against each of the others.
CaseVerdict judge_fastest(const Hearing& hearing, const Fastest& fastest,
                          const std::string& case_name);

}  // namespace membound
