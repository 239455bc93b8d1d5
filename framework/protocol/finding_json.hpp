// SPDX-License-Identifier: Apache-2.0
// Findings for editors and other tools.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "protocol/finding.hpp"

namespace membound {

/// An array of {line, column, end_column, severity, kind, message, hint}, sorted by place. Lines
/// and columns count characters from 1; line 0 is the whole file. `end_column` is the column behind
/// what is meant and stands only where `text` has that line; `hint` only where there is something
/// to do.
nlohmann::ordered_json to_json(const std::vector<Finding>& findings, const std::string& text);

}  // namespace membound
