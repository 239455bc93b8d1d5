// SPDX-License-Identifier: Apache-2.0
// `membound run`: from a protocol file to a verdict.
#include <fmt/format.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <memory>
#include <random>

#include "backend/open.hpp"
#include "base/text.hpp"
#include "execute/arena.hpp"
#include "execute/supervisor.hpp"
#include "tools/cli/load.hpp"
#include "tools/cli/place.hpp"
#include "tools/cli/publish.hpp"
#include "tools/cli/screen.hpp"

namespace membound::cli {
namespace {

struct RunOptions {
  StoreOptions store;
  std::filesystem::path file;
  std::string backend;
  std::string device;
  bool gate = false;
  bool exploratory = false;
  bool quiet = false;
  int deadline = 60;
};

std::atomic<int> interrupts{0};

void on_signal(int) { ++interrupts; }

void catch_signals() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) sigaction(number, &action, nullptr);
  std::signal(SIGXFSZ, SIG_IGN);  // a file too large is an error of a write, like a full disk
}

/// 128 random bits: nobody picks the data of a run.
std::string random_id() {
  std::random_device source;
  std::string id;
  for (int i = 0; i < 4; ++i) id += fmt::format("{:08x}", source());
  return id;
}

/// The backend of the protocol's arms; they share one, as validation has made sure.
std::string backend_of(const Protocol& protocol, const Catalogue& catalogue,
                       const std::string& asked) {
  const std::string backend = catalogue.arm(protocol.arms.front().kernel)->backend;
  if (!asked.empty() && asked != backend) {
    throw Error("the arms of '" + protocol.id + "' are for backend '" + backend + "', not '" +
                    asked + "'; leave --backend out or choose another protocol",
                ExitCode::usage);
  }
  if (const std::string why = why_unavailable(backend); !why.empty()) {
    throw Error(
        "'" + protocol.id + "' needs backend '" + backend + "': " + why +
        "; run it where there is one, or try protocols/quickstart.yaml, which needs only a CPU");
  }
  return backend;
}

/// Exploratory runs are frozen in memory only and can never become anything else.
FrozenProtocol frozen_for(const RunOptions& options, const Protocol& protocol,
                          const Catalogue& catalogue) {
  if (options.exploratory) return freeze(protocol, catalogue, {build(), utc_now()});
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

RunResult measure(const RunOptions& options, const FrozenProtocol& frozen, const RunHead& head,
                  Database& database) {
  ProgressLine line(options.quiet);
  const RunRequest request{.frozen = &frozen,
                           .run_id = head.id,
                           .backend = head.backend,
                           .device = head.device_selector,
                           .deadline = std::chrono::seconds(options.deadline),
                           .interrupts = &interrupts};
  const Keeper keeper{[&](const Message& message) {
                        const auto* event = std::get_if<Event>(&message);
                        if (event != nullptr && event->kind != "complete") {
                          line.end();
                          std::fprintf(stderr, "%s: %s\n", event->kind.c_str(),
                                       printable(event->detail).c_str());
                        }
                        database.record(head.id, message);
                      },
                      [&] { database.discard_open_round(); },
                      [&](const Progress& progress) { line.show(progress); }};
  const RunResult result = supervise(request, keeper);
  line.end();
  return result;
}

int finish(const RunOptions& options, const Places& where, const RunHead& head,
           Database& database) {
  Dossier known = dossier(database, head.id);
  if (!head.exploratory) {
    database.record(head.id, known.verdicts);
    database.record(head.id, known.conclusions);
  }
  const std::filesystem::path file = publish(known, where.reports);
  database.seal();
  std::printf("%s%s\nreport  %s\nrows    %s, run %s\n",
              verdict_table(known.frozen.protocol(), known.verdicts).c_str(),
              conclusion_table(known.conclusions).c_str(), file.c_str(), where.database.c_str(),
              head.id.c_str());
  return options.gate ? static_cast<int>(gate(known.verdicts)) : 0;
}

int run(const RunOptions& options, const Catalogue& catalogue) {
  catch_signals();
  const Protocol protocol = load(options.file, catalogue);
  const std::string backend = backend_of(protocol, catalogue, options.backend);
  const Places where = places(options.store, options.file.parent_path(), protocol.results);
  Database database(where.database, Database::Mode::read_write);
  const FrozenProtocol frozen = frozen_for(options, protocol, catalogue);
  const DeviceInfo device = describe(frozen, backend, options.device);
  // The device that was described is the one that every worker opens, whatever indices may do.
  const std::string selector = backend == "cuda" ? device.identity : options.device;
  const RunHead head{random_id(), frozen.digest(), utc_now(),          backend,
                     selector,    build(),         options.exploratory};
  database.begin(frozen, plan(frozen), head);
  announce(options, head, device, frozen);
  switch (measure(options, frozen, head, database)) {
    case RunResult::complete: return finish(options, where, head, database);
    case RunResult::interrupted:
      std::fprintf(
          stderr, "interrupted; the finished rounds are kept as run %s and no verdict is reached\n",
          head.id.c_str());
      return static_cast<int>(ExitCode::incomplete);
    case RunResult::failed:
      std::fprintf(stderr,
                   "the run could not be completed; what it has is kept as run %s and no verdict "
                   "is reached\n",
                   head.id.c_str());
      return static_cast<int>(ExitCode::machine);
  }
  return static_cast<int>(ExitCode::machine);
}

}  // namespace

void add_run(CLI::App& app, Context& context) {
  CLI::App* verb = app.add_subcommand(
      "run", "freeze a protocol if that has not been done, run, judge and report it");
  auto options = std::make_shared<RunOptions>();
  verb->add_option("protocol", options->file, "protocol file")->required()->type_name("FILE");
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
