// SPDX-License-Identifier: Apache-2.0
// Watch: faults that a GPU reports of itself while it is measured.
#pragma once

#include <optional>
#include <vector>

#include "backend/cuda/nvml.hpp"

namespace membound::cuda {

/// Xids, and errors of the memory that were counted, since the last look. Fatal are uncorrectable
/// memory errors, rows that could not be replaced, and a device that is gone.
class Watch {
 public:
  /// `nvml` must outlive the watch.
  explicit Watch(const Nvml& nvml) : nvml_(nvml), seen_(nvml.memory_errors()) {}

  std::vector<Incident> look();

 private:
  const Nvml& nvml_;
  std::optional<MemoryErrors> seen_;
};

}  // namespace membound::cuda
