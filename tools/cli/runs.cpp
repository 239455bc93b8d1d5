// SPDX-License-Identifier: Apache-2.0
// `membound runs`: what a database holds.
#include <fmt/format.h>

#include <cstdio>
#include <memory>

#include "base/text.hpp"
#include "record/database.hpp"
#include "report/words.hpp"
#include "tools/cli/place.hpp"

namespace membound::cli {
namespace {

int list_runs(const StoreOptions& options) {
  const Places where = places(options, {}, ResultsPlace::repository);
  const Database database(where.database, Database::Mode::read_only);
  for (const RunSummary& summary : database.runs()) {
    std::string state = page::label(summary.status);
    if (summary.run.exploratory) state += ", exploratory";
    std::puts(
        printable(fmt::format("{}  {}  {:<24} {:<28} {} invocations, {} repetitions, {}",
                              summary.run.id.substr(0, 12), summary.run.started, summary.protocol,
                              summary.device, summary.invocations, summary.repetitions, state))
            .c_str());
  }
  return 0;
}

}  // namespace

void add_runs(CLI::App& app, Context& context) {
  CLI::App* verb = app.add_subcommand("runs", "list the runs of a database, oldest first");
  auto options = std::make_shared<StoreOptions>();
  add_database_option(*verb, *options);
  verb->callback(
      [&context, options] { context.chosen = [options] { return list_runs(*options); }; });
}

}  // namespace membound::cli
