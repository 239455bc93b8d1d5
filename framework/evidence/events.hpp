// SPDX-License-Identifier: Apache-2.0
// Events: kinds that others than those in evidence.hpp belong to.
#pragma once

#include "evidence/evidence.hpp"

namespace membound {

/// Kind of the event by which a worker says how many arms ran on operands at whose ends memory
/// stops, before anything was timed. "0": the device has no such memory.
inline constexpr const char* admitted_event = "admitted";

/// Kind of the event by which a worker says what its device reported of itself: an Xid, memory
/// errors.
inline constexpr const char* device_event = "device";

/// Kind of the event by which a worker says what its wall time went into, in seconds.
inline constexpr const char* phases_event = "phases";

/// Whether an event is no deviation.
inline bool ordinary(const Event& event) {
  return expected(event) || event.kind == admitted_event || event.kind == phases_event;
}

}  // namespace membound
