// SPDX-License-Identifier: Apache-2.0
// Samples: the repetitions of a run sorted by cell.
#pragma once

#include <vector>

#include "evidence/evidence.hpp"

namespace membound::page {

struct Sample {
  int invocation = 0;
  int round = 0;
  double time = 0;  ///< of one launch, in nanoseconds
};

/// Samples per cell of the plan, in the order in which they were taken.
std::vector<std::vector<Sample>> samples_by_cell(const Evidence& evidence, std::size_t cells);

/// At most `most` of them, evenly spaced: the same ones every time.
std::vector<Sample> thinned(const std::vector<Sample>& samples, std::size_t most);

/// Median of each invocation that has samples, ascending by invocation.
std::vector<Sample> medians_by_invocation(const std::vector<Sample>& samples);

}  // namespace membound::page
