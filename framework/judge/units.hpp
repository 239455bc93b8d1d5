// SPDX-License-Identifier: Apache-2.0
// Units: the values that a verdict counts, one per replication.
#pragma once

#include <vector>

#include "judge/series.hpp"

namespace membound {

/// Logarithmic values. A process has its own offset (where its buffers lie, which clocks it found),
/// so rounds of one process are no evidence about the next: the unit is the invocation.
struct Units {
  std::vector<double> values;
  bool within_one_process = false;  ///< they are the rounds of the only invocation that was frozen
};

/// The median of each invocation; the rounds themselves when the protocol has one invocation.
Units units_of(const RoundValues& rounds, int frozen_invocations);

}  // namespace membound
