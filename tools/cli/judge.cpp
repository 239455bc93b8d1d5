// SPDX-License-Identifier: Apache-2.0
// `membound judge`: verdicts of a run, from its rows alone.
#include <cstdio>
#include <memory>

#include "tools/cli/place.hpp"
#include "tools/cli/publish.hpp"
#include "tools/cli/screen.hpp"

namespace membound::cli {
namespace {

struct JudgeOptions {
  StoreOptions store;
  std::string run;
  bool gate = false;
};

int judge_run(const JudgeOptions& options) {
  const Places where = places(options.store, {}, ResultsPlace::repository);
  const Database database(where.database, Database::Mode::read_only);
  const RunSummary summary = find_run(database.runs(), options.run);
  const FrozenProtocol frozen = database.protocol(summary.run.protocol_digest);
  const Evidence evidence = database.evidence(summary.run.id);
  const std::vector<Verdict> verdicts = judge(frozen, evidence);
  std::printf("%s, run %s%s\n%s%s", frozen.protocol().id.c_str(), summary.run.id.c_str(),
              summary.run.exploratory ? " (exploratory)" : "",
              verdict_table(frozen.protocol(), verdicts).c_str(),
              conclusion_table(conclude(frozen, evidence)).c_str());
  return options.gate ? static_cast<int>(gate(verdicts)) : 0;
}

}  // namespace

void add_judge(CLI::App& app, Context& context) {
  CLI::App* verb = app.add_subcommand("judge", "judge a run again from its stored repetitions");
  auto options = std::make_shared<JudgeOptions>();
  verb->add_option("--run", options->run,
                   "id of the run, or its first digits (default: the latest)")
      ->type_name("ID");
  verb->add_flag("--gate", options->gate, "exit with 10, 11 or 12 when not every prediction held");
  add_database_option(*verb, options->store);
  verb->callback(
      [&context, options] { context.chosen = [options] { return judge_run(*options); }; });
}

}  // namespace membound::cli
