// SPDX-License-Identifier: Apache-2.0
// `membound run`: from a protocol file to a verdict.
#include <fmt/format.h>

#include <cstdio>
#include <memory>

#include "base/text.hpp"
#include "tools/cli/gateway.hpp"
#include "tools/cli/load.hpp"
#include "tools/cli/measure.hpp"
#include "tools/cli/place.hpp"
#include "tools/cli/publish.hpp"
#include "tools/cli/resume.hpp"
#include "tools/cli/screen.hpp"

namespace membound::cli {
namespace {

struct RunOptions {
  StoreOptions store;
  std::filesystem::path file;
  std::string resume;  ///< id of the run to complete
  std::string backend;
  std::string device;
  bool gate = false;
  bool exploratory = false;
  bool quiet = false;
  int deadline = 60;
};

FrozenProtocol frozen_for(const RunOptions& options, const Protocol& protocol,
                          const Catalogue& catalogue) {
  if (options.exploratory) return unfrozen(protocol, catalogue);
  return freeze_file(options.file, protocol, catalogue);
}

/// Says what a reader would wonder about later, before anything is measured.
void announce(const RunOptions& options, const RunHead& head, const DeviceInfo& device,
              const FrozenProtocol& frozen) {
  if (options.quiet) return;
  std::fprintf(
      stderr, "%s",
      printable_lines(fmt::format("{}{} ({}), run {}\non {} with {} invocations of {} rounds\n",
                                  frozen.protocol().id, head.exploratory ? " EXPLORATORY" : "",
                                  frozen.digest().substr(0, 12), head.id.substr(0, 12), device.name,
                                  frozen.protocol().instrument.invocations,
                                  frozen.protocol().instrument.rounds))
          .c_str());
}

/// Where a run is kept and shown.
struct Store {
  const Places& where;
  Database& database;
};

int finish(const RunOptions& options, const RunHead& head, const Store& store) {
  const auto& [where, database] = store;
  Dossier known = dossier(database, head.id);
  if (!head.exploratory) {
    database.record(head.id, known.verdicts);
    database.record(head.id, known.conclusions);
  }
  const std::filesystem::path file = publish(known, where.reports);
  if (!head.exploratory) publish_index(database, where.reports);
  database.seal();
  std::printf("%s%s\nreport  %s\nrows    %s, run %s\n",
              verdict_table(known.frozen.protocol(), known.verdicts).c_str(),
              conclusion_table(known.conclusions).c_str(), file.c_str(), where.database.c_str(),
              head.id.c_str());
  return options.gate ? static_cast<int>(gate(known.verdicts)) : 0;
}

/// Measures what the request asks for and says how that ended.
int complete(const RunOptions& options, const RunRequest& request, const RunHead& head,
             const Store& store) {
  const RunResult result = measure(request, store.database, options.quiet);
  if (result == RunResult::complete) return finish(options, head, store);
  const bool interrupted = result == RunResult::interrupted;
  std::fprintf(stderr,
               "%s; what it has is kept as run %s and no verdict is reached\n"
               "go on with --resume %.12s%s%s\n",
               interrupted ? "interrupted" : "the run could not be completed", head.id.c_str(),
               head.id.c_str(), options.store.database ? " --db " : "",
               options.store.database ? options.store.database->c_str() : "");
  return static_cast<int>(interrupted ? ExitCode::incomplete : ExitCode::machine);
}

int start(const RunOptions& options, const Catalogue& catalogue) {
  const Protocol protocol = load(options.file, catalogue);
  const std::string backend = backend_of(protocol, catalogue, options.backend);
  const Places where = places(options.store, options.file.parent_path(), protocol.results);
  Database database(where.database, Database::Mode::read_write);
  if (!options.exploratory) require_gateway(protocol, database);
  const FrozenProtocol frozen = frozen_for(options, protocol, catalogue);
  const DeviceInfo device = describe(frozen, backend, options.device);
  const RunHead head = new_run(frozen, device, options.device);
  const RunLock lock(head.id);
  database.begin(frozen, plan(frozen), head);
  announce(options, head, device, frozen);
  return complete(options, request_for(frozen, head, options.deadline), head, {where, database});
}

/// Completes a run by fresh invocations; those that finished count, those that did not are
/// replaced.
int resume(const RunOptions& options, const Catalogue& catalogue) {
  ResultsPlace place = ResultsPlace::repository;
  if (!options.file.empty()) place = load(options.file, catalogue).results;
  const Places where = places(options.store, options.file.parent_path(), place);
  Database database(where.database, Database::Mode::read_write);
  const RunHead head = find_run(database.runs(), options.resume).run;
  const RunLock lock(head.id);
  const FrozenProtocol frozen = database.protocol(head.protocol_digest);
  const DeviceInfo device = describe(frozen, head.backend, head.device_selector);
  const Resumption go_on = resumption(frozen, database.evidence(head.id), catalogue, device);
  database.record(head.id, go_on.event);
  announce(options, head, device, frozen);
  RunRequest request = request_for(frozen, head, options.deadline);
  request.first_invocation = go_on.first_invocation;
  request.finished = go_on.finished;
  return complete(options, request, head, {where, database});
}

int run(const RunOptions& options, const Catalogue& catalogue) {
  catch_signals();
  if (!options.resume.empty()) return resume(options, catalogue);
  if (!options.file.empty()) return start(options, catalogue);
  throw Error("which protocol? name its file, or a run to complete with --resume", ExitCode::usage);
}

}  // namespace

void add_run(CLI::App& app, Context& context) {
  CLI::App* verb = app.add_subcommand(
      "run", "freeze a protocol if that has not been done, run, judge and report it");
  auto options = std::make_shared<RunOptions>();
  verb->add_option("protocol", options->file, "protocol file")->type_name("FILE");
  verb->add_option("--resume", options->resume,
                   "complete an incomplete run: its id, or the first digits")
      ->type_name("RUN");
  add_database_option(*verb, options->store);
  add_reports_option(*verb, options->store);
  verb->add_option("--backend", options->backend, "cuda or cpu (default: that of the arms)")
      ->type_name("NAME");
  verb->add_option("--device", options->device, "GPU by UUID or index; CPU by number of threads")
      ->type_name("DEVICE");
  verb->add_option("--deadline", options->deadline,
                   "seconds without progress after which a worker counts as hung")
      ->type_name("S")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  verb->add_flag("--gate", options->gate, "exit with 10, 11 or 12 when not every prediction held");
  verb->add_flag("--exploratory", options->exploratory,
                 "run without freezing; never counts as evidence");
  verb->add_flag("--quiet", options->quiet, "no progress");
  verb->callback([&context, options] {
    context.chosen = [&context, options] { return run(*options, context.catalogue); };
  });
}

}  // namespace membound::cli
