// SPDX-License-Identifier: Apache-2.0
// Publishing: from a run in a database to its verdicts and report files.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "judge/judge.hpp"
#include "record/database.hpp"
#include "report/report.hpp"

namespace membound::cli {

/// Everything that a report of one run needs, with its owners.
struct Dossier {
  FrozenProtocol frozen;
  Evidence evidence;
  std::vector<Verdict> verdicts;
  std::vector<Conclusion> conclusions;
  std::vector<KnownRun> runs;  ///< every run of the same digest
  std::vector<Ancestor> lineage;
  std::vector<RelatedRun> related;

  [[nodiscard]] ReportInput input() const {
    return {&frozen, &evidence, verdicts, conclusions, runs, lineage, related};
  }
};

/// Collects what is known of a run and judges it and its siblings.
Dossier dossier(const Database& database, const std::string& run_id);

/// The run that stands for a protocol: the latest complete one that is not exploratory.
std::optional<RunSummary> representative(const std::vector<RunSummary>& runs,
                                         const std::string& protocol_id);

/// The latest exploratory run of a protocol.
std::optional<RunSummary> latest_exploratory(const std::vector<RunSummary>& runs,
                                             const std::string& protocol_id);

/// A run by a unique prefix of its id; by default the latest. Throws Error(usage) when there is
/// none.
RunSummary find_run(const std::vector<RunSummary>& runs, const std::string& prefix);

/// The page that lists every prediction of the database's runs that count.
std::string index_of(const Database& database);

/// Where that page is.
std::filesystem::path index_path(const std::filesystem::path& folder);

/// Writes that page; leaves alone what somebody else wrote under its name.
void publish_index(const Database& database, const std::filesystem::path& folder);

/// Writes the Markdown and its plot; returns the path of the Markdown.
std::filesystem::path publish(const Dossier& dossier, const std::filesystem::path& folder);

}  // namespace membound::cli
