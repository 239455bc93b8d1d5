// SPDX-License-Identifier: Apache-2.0
// What several parts of validation check: quantities, ranges, cases, arms that are compared.
#pragma once

#include <string>
#include <vector>

#include "protocol/validate.hpp"

namespace membound {

/// `name` must be an arm, not a group.
void check_arm_name(Check& check, const std::string& path, const std::string& name);

/// Two arms or groups whose times are compared.
struct Pair {
  const std::string& first;
  const std::string& second;
};
/// They time the same part of the work, or the protocol discloses that they do not.
void check_comparable(Check& check, const std::string& path, const Pair& pair);

/// `path` is the place of the quantity.
void check_quantity(Check& check, const std::string& path, const Quantity& quantity);

/// What it means when every value lies in a range, and when none does.
struct Consequence {
  std::string_view always;
  std::string_view never;
};

/// A range that is stated of a quantity, over some cases; `path` is the place of the mapping that
/// holds it.
struct Stated {
  const std::string& path;
  const Quantity& quantity;
  const Range& range;
  const CaseSelection& cases;
};
/// Refuses a range that decides nothing and bounds that the run cannot give.
void check_range(Check& check, const Stated& stated, const Consequence& consequence);

void check_cases(Check& check, const std::string& path, const CaseSelection& selection);

/// `path` ends in the key that holds the names.
void check_case_names(Check& check, const std::string& path, const std::vector<std::string>& names);

/// Arms and groups that a quantity speaks of.
std::vector<std::string> arms_of(const Quantity& quantity);
std::vector<std::string> arms_of(const Range& range);

void check_condition(Check& check, const std::string& path, const Condition& condition);

}  // namespace membound
