// SPDX-License-Identifier: Apache-2.0
// The parts of the canonical text that speak of expectations.
#pragma once

#include "protocol/protocol.hpp"
#include "protocol/writer.hpp"

namespace membound::yaml {

/// Predictions, falsifiers, observations.
void write_expectations(Writer& out, const Protocol& protocol);
/// Claims, decisions, stop rules.
void write_conclusions(Writer& out, const Protocol& protocol);

void write_quantity(Writer& out, const Quantity& quantity);

/// Names of the keys for a range that is open on one side.
struct RangeKeys {
  std::string_view low;
  std::string_view high;
};
void write_range(Writer& out, const Range& range, QuantityKind kind, RangeKeys keys);

void write_cases(Writer& out, const CaseSelection& selection);

void write_condition(Writer& out, std::string_view key, const Condition& condition);

}  // namespace membound::yaml
