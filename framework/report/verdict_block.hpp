// SPDX-License-Identifier: Apache-2.0
// Verdict block: some predictions of a report as a small table for another document.
#pragma once

#include <string>
#include <vector>

#include "report/report.hpp"

namespace membound {

/// Markdown table of the named predictions, with links to `reports/<id>.md` as seen from the root
/// of the repository. Throws Error(usage) when the protocol has no prediction of a name.
std::string verdict_block(const ReportInput& input, const std::vector<std::string>& predictions);

}  // namespace membound
