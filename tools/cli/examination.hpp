// SPDX-License-Identifier: Apache-2.0
// Examination: what speaks against measuring on a device, and what to do about it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "judge/pilot.hpp"
#include "tools/cli/surroundings.hpp"

namespace membound::cli {

enum class Health { fine, doubtful, bad };

std::string_view name_of(Health health);

/// One thing that was looked at.
struct Symptom {
  Health health = Health::fine;
  std::string found;
  std::string remedy;  ///< empty when it is fine
  bool operator==(const Symptom&) const = default;
};

/// What a device says of itself and of its surroundings.
std::vector<Symptom> examine(const DeviceInfo& device);

/// What a short trial showed: a read kernel beside itself, in fresh processes.
struct Trial {
  Variation ratio;            ///< of the kernel to itself, of logarithms
  int rounds = 0;             ///< of an invocation
  double hot_over_cold = 0;   ///< rate of the hot probe over that of the cold one
  double null_launch_ns = 0;  ///< cost of launching nothing
  double clock_ns = 0;        ///< cost of reading the host's clock
  std::size_t throttled = 0;  ///< repetitions beside which the device reported throttling
  std::size_t repetitions = 0;
  std::int64_t reasons = 0;             ///< of throttling, all that were reported
  std::optional<int> lowest_clock_mhz;  ///< core clock beside a repetition; empty: not readable
  std::optional<int> highest_clock_mhz;
  std::optional<double> stolen;  ///< share of the processors' time that the host gave to others
};
std::vector<Symptom> examine(const Trial& trial);

/// Of the pilot of a protocol with one case.
Trial trial_of(const Protocol& piloted, const Plan& plan, const Evidence& evidence);

/// Whether hardware counters can be read without being the administrator; `parameters` is the text
/// of /proc/driver/nvidia/params, empty when there is none.
Symptom examine_counters(const std::string& parameters, bool administrator);

/// Whether Nsight Compute, which reads them, was found: `path` of ncu, empty when it was not.
Symptom examine_profiler(const std::string& path);

/// Whether other work runs on the processors that queue a GPU's: `load` is the load average.
Symptom examine_load(double load);

/// The share of the processors' time between two looks that the host of this virtual machine gave
/// to others; empty where it is not told or no time has passed.
std::optional<double> stolen_share(const std::optional<ProcessorTime>& before,
                                   const std::optional<ProcessorTime>& after);

}  // namespace membound::cli
