// SPDX-License-Identifier: Apache-2.0
// The parts of validation, one per group of sections of the file.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/draft.hpp"
#include "protocol/protocol.hpp"

namespace membound {

/// What a check sees and where its findings go.
struct Check {
  const Protocol& protocol;
  const Marks& marks;
  const Catalogue& catalogue;
  yaml::Findings& findings;

  void error(std::string_view path, std::string message, std::string next = {},
             std::string_view kind = {}) {
    findings.error(yaml::mark_of(marks, path), std::move(message), std::move(next), kind);
  }
  void warning(std::string_view path, std::string message, std::string next = {},
               std::string_view kind = {}) {
    findings.warning(yaml::mark_of(marks, path), std::move(message), std::move(next), kind);
  }
  /// The arm of the protocol of that name; nullptr when there is none.
  [[nodiscard]] const ArmUse* arm(std::string_view name) const;
  /// The group of that name; nullptr when there is none.
  [[nodiscard]] const Group* group(std::string_view name) const;
  /// The arm of that name, or the arms of the group; those that there are.
  [[nodiscard]] std::vector<const ArmUse*> members(std::string_view name) const;
  /// The backend of the arms, or empty when no kernel is known.
  [[nodiscard]] std::string backend() const;
};

/// Names of all things, lineage, measurements from beforehand.
void validate_names(Check& check);
/// Workload, cases and their operands.
void validate_workload(Check& check);
/// Arms: kernels, formats, parameters, backends, counted traffic.
void validate_arms(Check& check);
/// Instrument, gates, ceilings.
void validate_method(Check& check);
/// Launch mode, rotation and order: what they need of the workload and of the arms.
void validate_launch(Check& check);
/// Predictions, falsifiers, observations.
void validate_expectations(Check& check);
/// Conditions of predictions, claims, decisions and stop rules.
void validate_conclusions(Check& check);

template <class Items>
std::vector<std::string> names_of(const Items& items) {
  std::vector<std::string> names;
  for (const auto& item : items) names.push_back(item.name);
  return names;
}

}  // namespace membound
