// SPDX-License-Identifier: Apache-2.0
// Resume: what is needed to complete a run that did not end.
#include "tools/cli/resume.hpp"

#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "base/text.hpp"

namespace membound::cli {
namespace {

[[noreturn]] void refuse(const Evidence& evidence, const std::string& why, ExitCode code) {
  throw Error(fmt::format("run {:.12} cannot go on: {}", evidence.run.id, why), code);
}

void expect_same_experiment(const FrozenProtocol& frozen, const Evidence& evidence,
                            const Catalogue& catalogue) {
  const std::string changed = difference(frozen, frozen.protocol(), catalogue);
  if (changed.empty()) return;
  refuse(evidence, "what it measures has changed since:\n" + changed + "Start a new run.",
         ExitCode::integrity);
}

void expect_same_device(const Evidence& evidence, const DeviceInfo& now) {
  if (evidence.invocations.empty()) return;
  const DeviceInfo& then = evidence.invocations.front().device;
  const auto expect = [&](const char* what, const std::string& before, const std::string& after) {
    if (before == after) return;
    refuse(evidence,
           fmt::format("its {} was {}, now it is {}; start a new run, or go on where it began",
                       what, printable(before), printable(after)),
           ExitCode::usage);
  };
  expect("device", then.name + " " + then.identity, now.name + " " + now.identity);
  expect("driver", then.driver, now.driver);
  expect("run time", then.runtime, now.runtime);
}

/// When the run gave its last sign of life.
std::string last_sign(const Evidence& evidence) {
  std::string last = evidence.run.started;
  for (const InvocationStarted& one : evidence.invocations) last = std::max(last, one.time);
  for (const Event& one : evidence.events) last = std::max(last, one.time);
  return last;
}

std::string described(const Evidence& evidence, std::size_t finished, int planned) {
  std::string text = fmt::format("{} of {} invocations had finished", finished, planned);
  if (const std::size_t lost = evidence.invocations.size() - finished; lost > 0)
    text += fmt::format(", {} had begun and {} measured anew", lost, lost == 1 ? "is" : "are");
  text += fmt::format("; its last sign before was of {}", last_sign(evidence));
  if (!(evidence.run.build == build())) {
    const Build& now = build();
    text += fmt::format("; it goes on with another build, {} {:.12}{} of {}", now.version,
                        now.commit, now.dirty ? " (modified)" : "", now.compiler);
  }
  return text;
}

}  // namespace

RunLock::RunLock(const std::string& run_id) {
  // A name that is in no file system: it is gone when its program is, however that ended.
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string name = "membound-run-" + run_id;
  std::memcpy(address.sun_path + 1, name.data(),
              std::min(name.size(), sizeof address.sun_path - 1));
  socket_ = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
  if (::bind(socket_, reinterpret_cast<const sockaddr*>(&address), size) == 0) return;
  ::close(socket_);
  throw Error(
      fmt::format("run {:.12} is being recorded by another program; wait until it has ended",
                  run_id),
      ExitCode::usage);
}

RunLock::~RunLock() { ::close(socket_); }

Resumption resumption(const FrozenProtocol& frozen, const Evidence& evidence,
                      const Catalogue& catalogue, const DeviceInfo& device) {
  if (evidence.status == RunStatus::complete)
    refuse(evidence, "it is complete; 'membound report' shows it", ExitCode::usage);
  expect_same_experiment(frozen, evidence, catalogue);
  expect_same_device(evidence, device);
  Resumption go_on;
  for (const InvocationStarted& one : evidence.invocations)
    go_on.first_invocation = std::max(go_on.first_invocation, one.invocation + 1);
  go_on.finished = static_cast<int>(evidence.finished.size());
  go_on.event = {.invocation = std::nullopt,
                 .kind = "resumed",
                 .detail = described(evidence, evidence.finished.size(),
                                     frozen.protocol().instrument.invocations),
                 .time = utc_now()};
  return go_on;
}

}  // namespace membound::cli
