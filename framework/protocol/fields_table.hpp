// SPDX-License-Identifier: Apache-2.0
// The parts of the table of fields, in the order of the canonical text.
#pragma once

#include <span>

#include "protocol/fields.hpp"

namespace membound::yaml {

inline constexpr double largest_extent = 1099511627776.0;  // 2^40
inline constexpr double largest_bytes = 1099511627776.0;   // 1 TiB
inline constexpr double most_entries =
    500;  // cases, arms, predictions: far above any honest protocol
inline constexpr double nanoseconds_per_minute = 60e9;

std::span<const Field> fields_of_design();
std::span<const Field> fields_of_method();
std::span<const Field> fields_of_expectations();
std::span<const Field> fields_of_conclusions();
std::span<const Field> fields_shared();

}  // namespace membound::yaml
