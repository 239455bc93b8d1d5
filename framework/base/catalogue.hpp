// SPDX-License-Identifier: Apache-2.0
// Catalogue: every registered workload and arm, sorted by name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "membound/arm.hpp"

namespace membound {

class Catalogue {
 public:
  Catalogue() = default;
  Catalogue(std::vector<Workload> workloads, std::vector<Arm> arms);

  [[nodiscard]] const std::vector<Workload>& workloads() const { return workloads_; }
  [[nodiscard]] const std::vector<Arm>& arms() const { return arms_; }
  /// nullptr when there is none of that name.
  [[nodiscard]] const Workload* workload(std::string_view name) const;
  [[nodiscard]] const Arm* arm(std::string_view name) const;
  /// SHA-256 (hex) of the sources an arm is made of: its own file and the shared files of its
  /// workload. Empty when the build knows no sources for it (an arm made outside this repository).
  [[nodiscard]] std::string digest(const Arm& arm) const;

 private:
  std::vector<Workload> workloads_;
  std::vector<Arm> arms_;
};

/// Everything that Registration objects of this program have registered.
Catalogue registered();

/// Parameters of an arm with defaults filled in. Does not validate.
Parameters complete(const Arm& arm, const Parameters& given);

}  // namespace membound
