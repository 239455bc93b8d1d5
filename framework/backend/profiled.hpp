// SPDX-License-Identifier: Apache-2.0
// Profiled: names by which a reader of a profile finds what the CUDA backend itself launches.
#pragma once

namespace membound {

/// The kernel that Backend::mark launches: one block more than the index of the cell that follows.
inline constexpr const char* marker_kernel = "marker";
/// The kernel that keeps a device busy before a window.
inline constexpr const char* lead_in_kernel = "lead_in";

}  // namespace membound
