// SPDX-License-Identifier: Apache-2.0
// Scripted backend: runs launches in host memory and reports prescribed times; for tests of the
// pipeline.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "membound/backend.hpp"

namespace membound {

/// Prescribed nanoseconds per launch. Keys are "arm@case" or "arm"; one value per invocation, the
/// last one for all that follow. `jitter` spreads the repetitions of an invocation: 0, +jitter,
/// -jitter, 0, ...
struct Script {
  std::map<std::string, std::vector<double>> times;
  double jitter = 0;
  std::string device_name = "Scripted device";
  std::map<std::string, int>
      throttled;  ///< arm -> its first so many repetitions of an invocation are throttled
  std::vector<Incident> incidents;  ///< that the device reports in the first round of an invocation
  bool guarded = true;              ///< has memory that ends where an access faults
};

/// Reads a script: {"times": {"fast": [1000, 1010]}, "jitter": 0.01, "device": "...", "throttled":
/// {"fast": 1}, "incidents": {"Xid 48": true}, "guarded": false}; an incident is fatal or not.
Script read_script(const std::string& json);

std::unique_ptr<Backend> open_scripted(Script script);

}  // namespace membound
