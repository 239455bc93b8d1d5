// SPDX-License-Identifier: Apache-2.0
// Inspect: what of a database contradicts itself.
#pragma once

#include <string>
#include <vector>

#include "record/sqlite.hpp"

namespace membound {

/// Damage, rows without their parents, tables and triggers that are not as membound made them; in
/// words that name them. Empty when all is well.
std::vector<std::string> inspect_file(Connection& connection);

/// Rows of a run that contradict its chain or each other.
std::vector<std::string> inspect_run(Connection& connection, const std::string& run_id);

}  // namespace membound
