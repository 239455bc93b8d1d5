// SPDX-License-Identifier: Apache-2.0
// Pilot: an A/A run of the baseline alone, which shows the noise and nothing of what is predicted.
#pragma once

#include <string>
#include <vector>

#include "evidence/evidence.hpp"
#include "stats/variation.hpp"

namespace membound {

/// Noise of the baseline on one case. Of logarithms, so that 0.01 is about 1 %.
struct PilotCase {
  std::string case_name;
  Variation time;   ///< of one launch, in nanoseconds
  Variation ratio;  ///< of the baseline to itself
  Variation share;  ///< of the large ceiling
  bool operator==(const PilotCase&) const = default;
};

/// What a pilot showed.
struct Pilot {
  std::string run;
  std::string time;  ///< UTC
  std::string device;
  int invocations = 0;
  int rounds = 0;
  double invocation_seconds = 0;  ///< of one invocation outside its warm-up and timed launches
  double others_seconds = 0;      ///< ceilings, probes and null launch in one round
  std::vector<PilotCase> cases;   ///< in the order of the protocol
  bool operator==(const Pilot&) const = default;
};

/// Invocations and rounds of a pilot: enough for a spread, in a fraction of an experiment's time.
inline constexpr int pilot_invocations = 6;
inline constexpr int pilot_rounds = 10;

/// The baseline of `protocol` twice, on its cases and with its instrument, gates and ceilings.
/// Throws Error(usage) when no arm has the role baseline.
Protocol pilot_protocol(const Protocol& protocol);

/// Throws Error when the evidence lacks an arm on a case.
Pilot pilot(const Protocol& piloted, const Plan& plan, const Evidence& evidence);

}  // namespace membound
