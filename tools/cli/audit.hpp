// SPDX-License-Identifier: Apache-2.0
// Audit: what of a run contradicts its frozen protocol, its chain, its verdicts or its report.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "record/database.hpp"

namespace membound::cli {

/// What was looked at, and what was found to differ; in words that name tables, rows and files.
struct Audit {
  std::vector<std::string> checked;
  std::vector<std::string> findings;
};

/// Checks a run on its rows alone.
Audit audit_run(const Database& database, const RunSummary& summary);

/// Compares the published report of a protocol with what the database says now; looks at nothing
/// where there is no report.
Audit audit_report(const Database& database, const std::string& protocol_id,
                   const std::filesystem::path& folder);

/// The same for the page that lists every prediction.
Audit audit_index(const Database& database, const std::filesystem::path& folder);

/// Checks a frozen file, and that the database holds the same text of the same digest.
Audit audit_frozen(const Database& database, const std::filesystem::path& file);

}  // namespace membound::cli
