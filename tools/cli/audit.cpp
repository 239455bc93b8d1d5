// SPDX-License-Identifier: Apache-2.0
// Audit: what of a run contradicts its frozen protocol, its chain, its verdicts or its report.
#include "tools/cli/audit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>

#include "base/text.hpp"
#include "execute/execute.hpp"
#include "report/index.hpp"
#include "tools/cli/load.hpp"
#include "tools/cli/publish.hpp"

namespace membound::cli {
namespace {

void add(Audit& audit, const std::vector<std::string>& findings) {
  audit.findings.insert(audit.findings.end(), findings.begin(), findings.end());
}

/// Runs a check; that it could not be made is a finding too.
template <class Check>
void attempt(Audit& audit, Check check) {
  try {
    check();
  } catch (const std::exception& problem) {  // rows that were changed may break any rule
    if (std::ranges::find(audit.findings, problem.what()) == audit.findings.end())
      audit.findings.emplace_back(problem.what());
  }
}

/// The seeds of the data follow from the id of the run: nobody picked them.
void check_seeds(Audit& audit, const Evidence& evidence) {
  for (const InvocationStarted& started : evidence.invocations) {
    if (started.data_seed == data_seed({evidence.run.id, started.invocation, {}})) continue;
    audit.findings.push_back(
        fmt::format("table invocation: the data seed of invocation {} does not follow from the run",
                    started.invocation));
  }
}

std::string described(const Verdict& verdict) {
  return fmt::format("{} '{}'", verdict.falsifier ? "falsifier" : "prediction",
                     printable(verdict.prediction));
}

void compare_verdicts(Audit& audit, const std::vector<Verdict>& stored,
                      const std::vector<Verdict>& reached) {
  if (stored.size() != reached.size()) {
    audit.findings.push_back(
        fmt::format("table verdict: {} verdicts are stored, {} are reached now", stored.size(),
                    reached.size()));
    return;
  }
  for (std::size_t i = 0; i < stored.size(); ++i) {
    if (stored[i] == reached[i]) continue;
    audit.findings.push_back(
        fmt::format("tables verdict and case_verdict: the verdict on {} is not the one that the "
                    "repetitions give now",
                    described(reached[i])));
  }
}

void compare_conclusions(Audit& audit, const std::vector<Conclusion>& stored,
                         const std::vector<Conclusion>& reached) {
  if (stored == reached) return;
  audit.findings.emplace_back(
      "table conclusion: the claims, decisions and stop rules are not those that the repetitions "
      "give now");
}

void check_verdicts(Audit& audit, const Database& database, const FrozenProtocol& frozen,
                    const Evidence& evidence) {
  const bool judged = evidence.status == RunStatus::complete && !evidence.run.exploratory;
  if (frozen.rules() != rules_version) {
    audit.checked.push_back(fmt::format("verdicts of rules {} not reached again", frozen.rules()));
    return;
  }
  const std::vector<Verdict> stored = database.verdicts(evidence.run.id);
  if (!judged && stored.empty()) return;
  compare_verdicts(audit, stored, judge(frozen, evidence));
  compare_conclusions(audit, database.conclusions(evidence.run.id), conclude(frozen, evidence));
  audit.checked.push_back(fmt::format("{} verdicts reached again", stored.size()));
}

/// What a report of a run would say, or nothing when the run cannot be read.
std::optional<Report> rebuilt(const Database& database, const std::string& run_id) {
  try {
    return report(dossier(database, run_id).input());
  } catch (const std::exception&) {
    return std::nullopt;  // audit_run says why
  }
}

void compare_file(Audit& audit, const std::filesystem::path& file, const std::string& text) {
  if (!std::filesystem::exists(file)) return;
  audit.checked.push_back(file.string());
  if (read_text(file) == text) return;
  audit.findings.push_back(fmt::format(
      "{}: not what the database says; 'membound report' writes it again: compare the two",
      file.string()));
}

}  // namespace

Audit audit_run(const Database& database, const RunSummary& summary) {
  Audit audit;
  attempt(audit, [&] { static_cast<void>(database.protocol(summary.run.protocol_digest)); });
  attempt(audit, [&] { add(audit, database.inspect(summary.run.id)); });
  attempt(audit, [&] {
    const Evidence evidence = database.evidence(summary.run.id);
    audit.checked.push_back(evidence.chain.links == 0
                                ? "recorded before chains existed"
                                : fmt::format("chain of {} links, head {:.12}",
                                              evidence.chain.links, evidence.chain.digest));
    check_seeds(audit, evidence);
    check_verdicts(audit, database, database.protocol(summary.run.protocol_digest), evidence);
  });
  return audit;
}

Audit audit_report(const Database& database, const std::string& protocol_id,
                   const std::filesystem::path& folder) {
  Audit audit;
  const std::vector<RunSummary> runs = database.runs();
  for (const bool exploratory : {false, true}) {
    const std::string stem = protocol_id + (exploratory ? ".exploratory" : "");
    if (!std::filesystem::exists(folder / (stem + ".md"))) continue;
    // `run` publishes the run that has just ended, `report` the latest that counts: the same one.
    std::optional<RunSummary> published = representative(runs, protocol_id);
    if (exploratory) published = latest_exploratory(runs, protocol_id);
    if (!published) {
      audit.findings.push_back(fmt::format("{}: the database has no run that it could show",
                                           (folder / (stem + ".md")).string()));
      continue;
    }
    const std::optional<Report> made = rebuilt(database, published->run.id);
    if (!made) continue;
    compare_file(audit, folder / (stem + ".md"), made->markdown);
    compare_file(audit, folder / (stem + ".svg"), made->plot);
  }
  return audit;
}

Audit audit_index(const Database& database, const std::filesystem::path& folder) {
  Audit audit;
  const std::filesystem::path file = index_path(folder);
  attempt(audit, [&] {
    if (std::filesystem::exists(file) && is_index_page(read_text(file)))
      compare_file(audit, file, index_of(database));
  });
  return audit;
}

Audit audit_frozen(const Database& database, const std::filesystem::path& file) {
  Audit audit;
  attempt(audit, [&] {
    const FrozenProtocol frozen = thaw(read_text(file));
    audit.checked.push_back(fmt::format("digest {:.12}", frozen.digest()));
    const std::vector<RunSummary> runs = database.runs();
    const bool ran = std::ranges::any_of(runs, [&](const RunSummary& summary) {
      return summary.run.protocol_digest == frozen.digest();
    });
    if (!ran) {
      audit.checked.emplace_back("no run of it in the database");
    } else if (database.protocol(frozen.digest()).text() != frozen.text()) {
      audit.findings.emplace_back("not the text that the database holds under this digest");
    } else {
      audit.checked.emplace_back("the text that its runs were made under");
    }
  });
  return audit;
}

}  // namespace membound::cli
