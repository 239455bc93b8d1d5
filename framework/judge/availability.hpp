// SPDX-License-Identifier: Apache-2.0
// Availability: whether an arm that was expected not to run did not.
#pragma once

#include <string>

#include "judge/hearing.hpp"

namespace membound {

/// held when no invocation could run the arm (of a group: any member), falsified when one ran it.
/// No gate bears on it: nothing is timed.
CaseVerdict judge_unavailable(const Hearing& hearing, const std::string& name,
                              const std::string& case_name);

}  // namespace membound
