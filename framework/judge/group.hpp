// SPDX-License-Identifier: Apache-2.0
// Group: arms under one name, of which the fastest of an invocation counts.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "judge/observed.hpp"

namespace membound {

/// Names of the arms that a name stands for: the members of the group of that name, or the arm.
std::vector<std::string> arms_of(const Protocol& protocol, const std::string& name);

/// Cell of an arm on a case.
std::optional<int> arm_cell(const Plan& plan, std::string_view arm, std::string_view case_name);

/// The cell with the least median time in an invocation; of a single cell, that cell. Of equally
/// fast ones the first, in the order of the protocol.
std::optional<int> fastest_of(const Observed& observed, int invocation,
                              const std::vector<int>& cells);

/// "fastest of vendors: cublas in 4 invocations, cutlass in 1": which member counted how often;
/// empty for an arm.
std::string winners(const Protocol& protocol, const Observed& observed, const std::string& name,
                    std::string_view case_name);

}  // namespace membound
