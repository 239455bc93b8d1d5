// SPDX-License-Identifier: Apache-2.0
// Watchful: what a backend can be besides, when its device reports faults of its own.
#pragma once

#include <string>
#include <vector>

namespace membound {

/// Something that a device reported of itself.
struct Incident {
  std::string what;
  bool fatal = false;  ///< what the device holds can no longer be trusted
  bool operator==(const Incident&) const = default;
};

class Watchful {
 public:
  virtual ~Watchful() = default;
  /// What the device reported since the last call; costs some microseconds.
  virtual std::vector<Incident> incidents() = 0;
};

}  // namespace membound
