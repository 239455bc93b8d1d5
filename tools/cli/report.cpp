// SPDX-License-Identifier: Apache-2.0
// `membound report`: writes reports from a database.
#include <cstdio>
#include <memory>
#include <set>

#include "tools/cli/place.hpp"
#include "tools/cli/publish.hpp"

namespace membound::cli {
namespace {

struct ReportOptions {
  StoreOptions store;
  std::string run;
  std::string protocol;
};

/// Run ids to report: the one asked for, or one per protocol.
std::vector<std::string> chosen_runs(const ReportOptions& options,
                                     const std::vector<RunSummary>& runs) {
  if (!options.run.empty()) return {find_run(runs, options.run).run.id};
  std::set<std::string> protocols;
  for (const RunSummary& summary : runs) protocols.insert(summary.protocol);
  std::vector<std::string> ids;
  for (const std::string& protocol : protocols) {
    if (!options.protocol.empty() && protocol != options.protocol) continue;
    if (const auto summary = representative(runs, protocol)) ids.push_back(summary->run.id);
  }
  if (ids.empty()) {
    throw Error(options.protocol.empty() ? "no run is complete yet; 'membound runs' lists them"
                                         : "protocol '" + options.protocol +
                                               "' has no complete run; 'membound runs' lists them",
                ExitCode::usage);
  }
  return ids;
}

int write_reports(const ReportOptions& options) {
  const Places where = places(options.store, {}, ResultsPlace::repository);
  const Database database(where.database, Database::Mode::read_only);
  for (const std::string& id : chosen_runs(options, database.runs())) {
    std::printf("%s\n", publish(dossier(database, id), where.reports).c_str());
  }
  publish_index(database, where.reports);
  return 0;
}

}  // namespace

void add_report(CLI::App& app, Context& context) {
  CLI::App* verb = app.add_subcommand(
      "report", "write the report of every protocol (its latest complete run), or of one run");
  auto options = std::make_shared<ReportOptions>();
  verb->add_option("--run", options->run, "id of a run, or its first digits")->type_name("ID");
  verb->add_option("--protocol", options->protocol, "only this protocol")->type_name("ID");
  add_database_option(*verb, options->store);
  add_reports_option(*verb, options->store);
  verb->callback(
      [&context, options] { context.chosen = [options] { return write_reports(*options); }; });
}

}  // namespace membound::cli
