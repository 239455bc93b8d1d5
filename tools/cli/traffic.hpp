// SPDX-License-Identifier: Apache-2.0
// Traffic formulas: the counted bytes of a launch as a formula in the extents, read off the
// operands.
#pragma once

#include <string>
#include <string_view>

#include "membound/workload.hpp"

namespace membound::cli {

/// "2*rows*cols + 2*cols" for the operands with this access; "0" when there are none. Found by
/// evaluating the operand declarations, so it cannot drift from them; operands whose sizes are not
/// sums of products of extents, each at most twice, with whole or simple fractional coefficients
/// give "not a formula".
std::string traffic_formula(const Workload& workload, std::string_view format, Access access);

}  // namespace membound::cli
