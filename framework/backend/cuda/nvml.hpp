// SPDX-License-Identifier: Apache-2.0
// NVML: the state of a GPU, read through the driver's management library when there is one.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "membound/backend.hpp"

namespace membound::cuda {

/// Errors of a GPU's memory since its driver was loaded.
struct MemoryErrors {
  std::int64_t corrected = 0;
  std::int64_t uncorrected = 0;
  bool operator==(const MemoryErrors&) const = default;
};

/// Processes with a compute context on a GPU.
struct Processes {
  int count = 0;
  std::optional<Bytes> memory;  ///< that they use together; empty where one of them is not told
  bool operator==(const Processes&) const = default;
};

/// One GPU as the management library sees it. Every value is empty where the library, the function
/// or the permission is missing: a measurement never fails because its surroundings cannot be read.
class Nvml {
 public:
  static constexpr const char* system_library = "libnvidia-ml.so.1";

  /// Loads `library` and finds the GPU of `uuid` ("GPU-..."); usable, but empty, when either fails.
  explicit Nvml(const std::string& uuid, const std::string& library = system_library);
  ~Nvml();
  Nvml(const Nvml&) = delete;
  Nvml& operator=(const Nvml&) = delete;
  Nvml(Nvml&&) noexcept;
  Nvml& operator=(Nvml&&) noexcept;

  /// Clocks, power, temperature and clock-event reasons: a few microseconds in all.
  [[nodiscard]] DeviceState state() const;

  // The following cost up to 0.1 ms each: for the head of a run, not for every repetition.
  [[nodiscard]] std::optional<std::string> driver_version() const;
  [[nodiscard]] std::optional<bool> ecc() const;
  [[nodiscard]] std::optional<bool> mig() const;
  [[nodiscard]] std::optional<bool> persistence() const;
  [[nodiscard]] std::optional<int> power_limit_mw() const;
  /// Processes with a compute context on the GPU, this one included.
  [[nodiscard]] std::optional<Processes> compute_processes() const;
  /// Core clock that is set for programs, and the highest that the GPU has.
  [[nodiscard]] std::optional<int> application_clock_mhz() const;
  [[nodiscard]] std::optional<int> highest_clock_mhz() const;

  // For every round: a few microseconds.
  [[nodiscard]] std::optional<MemoryErrors> memory_errors() const;
  /// Numbers of the Xids, by which the driver reports faults of the GPU, since the last call, or
  /// since this was opened.
  [[nodiscard]] std::vector<int> xids() const;

 private:
  struct Library;
  std::unique_ptr<Library> library_;  ///< null when nothing can be read
};

}  // namespace membound::cuda
