// SPDX-License-Identifier: Apache-2.0
// Footprint: the device memory that a plan needs.
#pragma once

#include "base/catalogue.hpp"
#include "plan/plan.hpp"

namespace membound {

/// Launches in a repetition of the arms on operand set `set`; 0 when no arm runs on it.
int launches_of_arms(const Plan& plan, int set);

/// Device memory that a plan needs in all.
Bytes footprint(const Plan& plan, const Catalogue& catalogue, Bytes working_set);

}  // namespace membound
