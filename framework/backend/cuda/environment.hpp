// SPDX-License-Identifier: Apache-2.0
// For tests: environment variables, by which the stand-in for NVML is told what to answer.
#pragma once

#include <cstdlib>

namespace membound::cuda {

/// Sets an environment variable for the life of a test.
class Environment {
 public:
  Environment(const char* name, const char* value) : name_(name) { setenv(name, value, 1); }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;
  ~Environment() { unsetenv(name_); }

 private:
  const char* name_;
};

}  // namespace membound::cuda
