// SPDX-License-Identifier: Apache-2.0
// Surroundings: what the host tells of itself beside a measurement.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace membound::cli {

/// Time of all processors since the start of the system, in ticks.
struct ProcessorTime {
  std::int64_t total = 0;
  std::int64_t stolen = 0;  ///< given to other machines by the host of this virtual one
};

/// Of the text of /proc/stat; empty when it tells nothing of stolen time.
std::optional<ProcessorTime> processor_time(const std::string& stat);

/// Text of a file; empty when it cannot be read.
std::string text_of(const std::string& path);

/// Cost of one reading of the clock that the supervisor and the CPU backend use.
double clock_cost_ns();

}  // namespace membound::cli
