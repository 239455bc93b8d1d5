// SPDX-License-Identifier: Apache-2.0
// Measuring: one supervised run into a database, with progress on the screen and signals caught.
#include "tools/cli/measure.hpp"

#include <fmt/format.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <random>

#include "backend/open.hpp"
#include "base/text.hpp"
#include "tools/cli/screen.hpp"

namespace membound::cli {
namespace {

std::atomic<int> interrupts{0};

void on_signal(int) { ++interrupts; }

/// 128 random bits: nobody picks the data of a run.
std::string random_id() {
  std::random_device source;
  std::string id;
  for (int i = 0; i < 4; ++i) id += fmt::format("{:08x}", source());
  return id;
}

}  // namespace

void catch_signals() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) sigaction(number, &action, nullptr);
  std::signal(SIGXFSZ, SIG_IGN);  // a file too large is an error of a write, like a full disk
}

std::string backend_of(const Protocol& protocol, const Catalogue& catalogue,
                       const std::string& asked) {
  std::string backend = catalogue.arm(protocol.arms.front().kernel)->backend;
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

RunHead new_run(const FrozenProtocol& frozen, const DeviceInfo& device, const std::string& asked) {
  return {.id = random_id(),
          .protocol_digest = frozen.digest(),
          .started = utc_now_exactly(),
          .backend = device.backend,
          .device_selector = device.backend == "cuda" ? device.identity : asked,
          .build = build(),
          .exploratory = frozen.exploratory()};
}

RunRequest request_for(const FrozenProtocol& frozen, const RunHead& head, int deadline) {
  return {.frozen = &frozen,
          .run_id = head.id,
          .backend = head.backend,
          .device = head.device_selector,
          .deadline = std::chrono::seconds(deadline)};
}

RunResult measure(RunRequest request, Database& database, bool quiet) {
  request.interrupts = &interrupts;
  ProgressLine line(quiet);
  const Keeper keeper{[&](const Message& message) {
                        const auto* event = std::get_if<Event>(&message);
                        if (event != nullptr && !expected(*event)) {
                          line.end();
                          std::fprintf(stderr, "%s: %s\n", event->kind.c_str(),
                                       printable(event->detail).c_str());
                        }
                        database.record(request.run_id, message);
                      },
                      [&] { database.discard_open_round(); },
                      [&](const Progress& progress) { line.show(progress); }};
  const RunResult result = supervise(request, keeper);
  line.end();
  return result;
}

}  // namespace membound::cli
