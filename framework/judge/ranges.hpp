// SPDX-License-Identifier: Apache-2.0
// Ranges: whether the times of two arms do not overlap, the sources' own rule for a claim.
#pragma once

#include <string>

#include "judge/hearing.hpp"

namespace membound {

struct RangePair {
  std::string faster;
  std::string slower;
};

/// held when every repetition of the run in which `faster` was timed took less time than any of
/// `slower`, falsified when one did not. Repetitions that the frozen outlier rule drops do not
/// count.
CaseVerdict judge_ranges(const Hearing& hearing, const RangePair& pair,
                         const std::string& case_name);

}  // namespace membound
