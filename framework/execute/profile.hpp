// SPDX-License-Identifier: Apache-2.0
// Profile: what Nsight Compute is told to count of a worker, and what it wrote.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "evidence/evidence.hpp"

namespace membound {

/// Who read a counter, as its readings say.
inline constexpr const char* profiler_name = "ncu";

/// The profiler's file; empty when it is neither on PATH nor where CUDA is installed.
std::string find_profiler();

/// The command that profiles the program named after it, every metric that `names` and the table of
/// counters are made of, and writes `log`. Clocks are left alone; caches are flushed before each
/// pass.
std::vector<std::string> profiler_command(const std::string& profiler,
                                          const std::set<std::string>& names,
                                          const std::filesystem::path& log);

/// The counters of each launch between two markers, from the text of the profiler's log.
/// Throws Error, with the profiler's own words where it gave any, when nothing was counted.
std::vector<Reading> counted_in(const std::string& log, const std::set<std::string>& names,
                                int invocation);

}  // namespace membound
