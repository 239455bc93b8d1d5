// SPDX-License-Identifier: Apache-2.0
// Comparison: one quantity of one case against one range, from evidence to verdict.
#pragma once

#include <string>

#include "judge/decide.hpp"
#include "judge/hearing.hpp"

namespace membound {

struct Comparison {
  Quantity quantity;
  Range range;
  Question question = Question::prediction;
};

CaseVerdict compare(const Hearing& hearing, const Comparison& comparison,
                    const std::string& case_name);

/// A quantity of which nothing is asked.
Measurement measure(const Hearing& hearing, const Quantity& quantity, const std::string& case_name);

}  // namespace membound
