// SPDX-License-Identifier: Apache-2.0
// Publishing: from a run in a database to its verdicts and report files.
#include "tools/cli/publish.hpp"

#include <algorithm>
#include <map>

#include "report/index.hpp"
#include "tools/cli/load.hpp"

namespace membound::cli {
namespace {

/// Whether a run is evidence.
bool counts(const RunSummary& summary) {
  return summary.status == RunStatus::complete && !summary.run.exploratory;
}

KnownRun known_run(const Database& database, const FrozenProtocol& frozen,
                   const RunSummary& summary) {
  KnownRun known{summary.run, summary.status, summary.device, summary.invocations, {}};
  if (counts(summary)) {
    known.verdicts = judge(frozen, database.evidence(summary.run.id));
  }
  return known;
}

std::vector<KnownRun> runs_of(const Database& database, const FrozenProtocol& frozen,
                              const std::vector<RunSummary>& all) {
  std::vector<KnownRun> runs;
  for (const RunSummary& summary : all) {
    if (summary.run.protocol_digest == frozen.digest())
      runs.push_back(known_run(database, frozen, summary));
  }
  return runs;
}

/// What an amended protocol replaces, as far back as the database knows.
std::vector<Ancestor> lineage_of(const Database& database, const FrozenProtocol& frozen,
                                 const std::vector<RunSummary>& all) {
  std::vector<Ancestor> lineage;
  for (std::optional<Amendment> amends = frozen.protocol().amends; amends;) {
    Ancestor ancestor{amends->parent, "", amends->reason, amends->seen, {}};
    const bool known = std::ranges::any_of(all, [&](const RunSummary& summary) {
      return summary.run.protocol_digest == ancestor.digest;
    });
    amends.reset();
    if (known) {
      const FrozenProtocol parent = database.protocol(ancestor.digest);
      ancestor.frozen = parent.provenance().time;
      ancestor.runs = runs_of(database, parent, all);
      amends = parent.protocol().amends;
    }
    lineage.push_back(std::move(ancestor));
  }
  return lineage;
}

}  // namespace

Dossier dossier(const Database& database, const std::string& run_id) {
  Evidence evidence = database.evidence(run_id);
  FrozenProtocol frozen = database.protocol(evidence.run.protocol_digest);
  std::vector<Verdict> verdicts = judge(frozen, evidence);
  const std::vector<RunSummary> all = database.runs();
  std::vector<KnownRun> runs = runs_of(database, frozen, all);
  std::vector<Ancestor> lineage = lineage_of(database, frozen, all);
  std::vector<RelatedRun> related = database.related(evidence.run.id);
  std::vector<Conclusion> conclusions = conclude(frozen, evidence);
  return {std::move(frozen), std::move(evidence), std::move(verdicts), std::move(conclusions),
          std::move(runs),   std::move(lineage),  std::move(related)};
}

std::optional<RunSummary> representative(const std::vector<RunSummary>& runs,
                                         const std::string& protocol_id) {
  std::optional<RunSummary> latest;
  for (const RunSummary& summary : runs) {
    if (summary.protocol == protocol_id && counts(summary)) latest = summary;
  }
  return latest;
}

std::optional<RunSummary> latest_exploratory(const std::vector<RunSummary>& runs,
                                             const std::string& protocol_id) {
  std::optional<RunSummary> latest;
  for (const RunSummary& summary : runs) {
    const bool ended = summary.status == RunStatus::complete && summary.run.exploratory;
    if (summary.protocol == protocol_id && ended) latest = summary;
  }
  return latest;
}

RunSummary find_run(const std::vector<RunSummary>& runs, const std::string& prefix) {
  if (runs.empty())
    throw Error("the database holds no runs yet; start one with membound-run", ExitCode::usage);
  if (prefix.empty()) return runs.back();
  std::vector<RunSummary> found;
  std::ranges::copy_if(runs, std::back_inserter(found), [&](const RunSummary& summary) {
    return summary.run.id.starts_with(prefix);
  });
  if (found.size() == 1) return found.front();
  throw Error(found.empty() ? "no run starts with '" + prefix + "'; 'membound runs' lists them"
                            : std::to_string(found.size()) + " runs start with '" + prefix +
                                  "'; give more digits",
              ExitCode::usage);
}

std::string index_of(const Database& database) {
  std::map<std::string, std::vector<IndexEntry>> by_protocol;
  for (const RunSummary& summary : database.runs()) {
    if (!counts(summary)) continue;
    const std::string& digest = summary.run.protocol_digest;
    std::vector<IndexEntry>& versions = by_protocol[summary.protocol];
    auto it = std::ranges::find_if(
        versions, [&](const IndexEntry& entry) { return entry.frozen.digest() == digest; });
    if (it == versions.end())
      it = versions.insert(versions.begin(), {database.protocol(digest), {}});  // latest first
    it->runs.push_back({summary.run, summary.status, summary.device, summary.invocations,
                        database.verdicts(summary.run.id)});
  }
  std::vector<IndexEntry> entries;
  for (const auto& [id, versions] : by_protocol)
    entries.insert(entries.end(), versions.begin(), versions.end());
  return index_page(entries);
}

std::filesystem::path index_path(const std::filesystem::path& folder) {
  return folder / "README.md";
}

void publish_index(const Database& database, const std::filesystem::path& folder) {
  const std::filesystem::path file = index_path(folder);
  if (!std::filesystem::exists(file) || is_index_page(read_text(file)))
    write_text(file, index_of(database));
}

std::filesystem::path publish(const Dossier& dossier, const std::filesystem::path& folder) {
  const Report made = report(dossier.input());
  const std::string suffix = dossier.evidence.run.exploratory ? ".exploratory" : "";
  std::filesystem::path file = folder / (dossier.frozen.protocol().id + suffix + ".md");
  write_text(folder / (dossier.frozen.protocol().id + suffix + ".svg"), made.plot);
  write_text(file, made.markdown);
  return file;
}

}  // namespace membound::cli
