// SPDX-License-Identifier: Apache-2.0
// The parts of the parser, one per group of sections of the file.
#pragma once

#include "protocol/protocol.hpp"
#include "protocol/section.hpp"

namespace membound::yaml {

// What is absent and has a default in the catalogue stays as these values until complete() fills it
// in.
inline constexpr double tolerance_of_workload = -1;
inline constexpr DataSpec data_of_workload{.low = 0, .high = 0};

inline constexpr Bytes default_large_ceiling{gibi};

/// A protocol from a tree that the guard has passed.
Protocol parse(const Tree& tree, Draft& draft);

/// Workload, cases, arms, dropped arms, groups, measurements from beforehand.
void parse_design(const Section& file, Draft& draft, Protocol& protocol);
/// Instrument, analysis, gates, ceilings.
void parse_method(const Section& file, Draft& draft, Protocol& protocol);
/// Predictions, falsifiers, observations.
void parse_expectations(const Section& file, Draft& draft, Protocol& protocol);
/// Claims, decisions, stop rules.
void parse_conclusions(const Section& file, Draft& draft, Protocol& protocol);

/// Dimension of the bounds of a quantity.
Dimension dimension_of(QuantityKind kind);

}  // namespace membound::yaml
