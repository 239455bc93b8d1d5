// SPDX-License-Identifier: Apache-2.0
// NVML: the state of a GPU, read through the driver's management library when there is one.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "membound/backend.hpp"

namespace membound::cuda {

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
  [[nodiscard]] std::optional<int> compute_processes() const;

 private:
  struct Library;
  std::unique_ptr<Library> library_;  ///< null when nothing can be read
};

}  // namespace membound::cuda
