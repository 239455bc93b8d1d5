// SPDX-License-Identifier: Apache-2.0
// Counted: the bytes that one launch of an arm must move, from its operands and nothing else.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "protocol/validate.hpp"

namespace membound {

inline constexpr std::int64_t most_bytes_of_case = std::int64_t{1} << 40;

/// Bytes of an operand, 0 when it is empty; nothing when they exceed those of a case.
std::optional<std::int64_t> bytes_within(const Operand& operand);

/// True when every extent is positive and their product is one that a workload may compute with.
bool can_compute(const Extents& extents);

/// What is read and written once each, and how that sum comes about, operand by operand.
struct Counted {
  double bytes = 0;
  std::string formula;
};

/// Nothing when the workload, the case or the sizes are not as they should be: other findings say
/// so.
std::optional<Counted> counted(const Check& check, const ArmUse& arm, std::string_view case_name);

/// How far a number that an author computed may lie from the counted one.
inline constexpr double typed_tolerance = 0.01;
bool agrees(double typed, double computed);

}  // namespace membound
