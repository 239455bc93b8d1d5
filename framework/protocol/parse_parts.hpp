// SPDX-License-Identifier: Apache-2.0
// What several parts of the parser read.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "protocol/parse.hpp"

namespace membound::yaml {

/// The cases that one entry of `cases` stands for.
std::vector<Case> parse_case(const Value& entry, Draft& draft);

/// An arm, or the arms and the group that an entry with several values of a parameter stands for.
void parse_arm(const Value& entry, Draft& draft, Protocol& protocol);

Quantity parse_quantity(const Section& section, Draft& draft);

/// Names of the keys for a range that is open on one side.
struct OpenKeys {
  std::string_view low;
  std::string_view high;
  bool points = false;  ///< `near` and `equals` are keys too
};
inline constexpr OpenKeys prediction_keys{"at_least", "at_most", true};
inline constexpr OpenKeys falsifier_keys{"above", "below", false};

/// The range beside a quantity.
Range parse_range(const Section& section, QuantityKind kind, Draft& draft, const OpenKeys& keys);

/// True when a key of a range is there.
bool has_range(const Section& section, const OpenKeys& keys);

CaseSelection parse_cases(const Section& section, Draft& draft);

/// Names of cases; the name of a swept entry stands for all its cases.
std::vector<std::string> case_names(const Value& list, Draft& draft);

/// The condition of a key; nothing when the key is absent.
std::optional<Condition> parse_condition(const Section& section, std::string_view key,
                                         Draft& draft);

}  // namespace membound::yaml
