// SPDX-License-Identifier: Apache-2.0
// For tests: a link of a chain that overlaps with its predecessor and does not wait for it.
#pragma once

#include "membound/arm.hpp"

namespace membound::testing {

/// A link of the workload gemv in format f16 that stores its output late, so that a successor that
/// does not wait certainly reads its input too early.
Launch bind_overlapping_link(const Binding& binding, bool waits);

}  // namespace membound::testing
