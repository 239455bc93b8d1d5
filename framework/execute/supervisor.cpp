// SPDX-License-Identifier: Apache-2.0
// Supervisor: starts one worker per invocation, keeps what they send, survives what they do.
#include "execute/supervisor.hpp"

#include <fmt/format.h>

#include <csignal>
#include <cstring>
#include <map>
#include <optional>

#include "base/text.hpp"
#include "execute/counting.hpp"
#include "execute/message.hpp"
#include "execute/process.hpp"
#include "protocol/counters.hpp"

namespace membound {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds glance{200};
constexpr int most_failures = 3;

/// How one invocation ended.
struct Ending {
  enum class Kind { finished, interrupted, crashed, hung } kind = Kind::crashed;
  int cell = -1;      ///< that ran when the worker died
  int exit_code = 0;  ///< of the worker; minus a signal's number
  Task task = Task::measure;
};

constexpr const char* outside = "it reads or writes outside of its operands";

/// A fault of the host ends a worker by a signal; where memory stops at the operands, it was there.
bool outside_of_operands(const Ending& ending) {
  const bool fault = ending.exit_code == -SIGSEGV || ending.exit_code == -SIGBUS;
  return ending.exit_code == outside_code || (ending.task == Task::admit && fault);
}

class Run {
 public:
  Run(const RunRequest& request, const Keeper& keeper)
      : request_(request), keeper_(keeper), plan_(plan(*request.frozen)) {
    progress_.invocations = request.frozen->protocol().instrument.invocations;
    progress_.rounds = request.frozen->protocol().instrument.rounds;
    progress_.invocation = request.finished;
  }

  RunResult run() {
    if (const auto ended = admit()) return *ended;
    int failures = 0;
    for (int index = request_.first_invocation; progress_.invocation < progress_.invocations;
         ++index) {
      if (interrupts() > 0) return interrupted(index);
      const Ending ending = run_invocation(index);
      if (ending.kind == Ending::Kind::finished) {
        count(index);
        keeper_.record(*finished_);
        ++progress_.invocation;
        continue;
      }
      keeper_.discard_open_round();
      if (ending.kind == Ending::Kind::interrupted) return interrupted(index);
      note_failure(index, ending);
      if (ending.cell < 0 || ++failures >= most_failures) return RunResult::failed;
      exclude(ending);
    }
    event({}, "complete", "");
    return RunResult::complete;
  }

 private:
  /// Lets workers run every arm once before anything is timed, until one of them comes through: an
  /// arm that ends its worker is left out of everything that follows. How the run ended, if it did.
  std::optional<RunResult> admit() {
    while (true) {
      const Ending ending = attend({.run_id = request_.run_id,
                                    .invocation = -1,
                                    .excluded = excluded_,
                                    .task = Task::admit});
      if (ending.kind == Ending::Kind::finished) return {};
      if (ending.kind == Ending::Kind::interrupted) return interrupted(request_.first_invocation);
      note_failure({}, ending);
      if (ending.cell < 0) return RunResult::failed;
      exclude(ending);
    }
  }

  void exclude(const Ending& ending) {
    excluded_[ending.cell] =
        outside_of_operands(ending) ? outside : "it brought down an earlier worker of this run";
  }

  [[nodiscard]] int interrupts() const {
    return request_.interrupts == nullptr ? 0 : request_.interrupts->load();
  }

  void event(std::optional<int> invocation, const std::string& kind, const std::string& detail) {
    keeper_.record(Event{invocation, kind, detail, utc_now()});
  }

  RunResult interrupted(int index) {
    event(
        index, "interrupted",
        fmt::format("{} of {} invocations finished", progress_.invocation, progress_.invocations));
    return RunResult::interrupted;
  }

  void note_failure(std::optional<int> index, const Ending& ending) {
    const std::string by = ending.exit_code < 0 ? fmt::format("signal {} ({})", -ending.exit_code,
                                                              strsignal(-ending.exit_code))
                                                : fmt::format("exit code {}", ending.exit_code);
    std::string during = "outside any cell";
    if (ending.cell >= 0) {
      const Cell& cell = plan_.cells[static_cast<std::size_t>(ending.cell)];
      during = fmt::format("in '{}' ({}) on case '{}'", cell.arm, cell.kernel, cell.case_name);
    }
    if (ending.task == Task::admit) during += ", before anything was timed";
    if (outside_of_operands(ending)) during += std::string(": ") + outside;
    const bool hung = ending.kind == Ending::Kind::hung;
    event(index, hung ? "hung" : "crashed",
          hung ? fmt::format("no progress for {} s {}", request_.deadline.count(), during)
               : fmt::format("worker ended with {} {}", by, during));
  }

  Ending run_invocation(int index) {
    progress_.round = 0;
    invocation_start_ = Clock::now();
    keeper_.progress(progress_);
    return attend({.run_id = request_.run_id,
                   .invocation = index,
                   .excluded = excluded_,
                   .audited = progress_.invocation == 0});
  }

  /// Keeps what a worker sends until it has ended.
  Ending attend(const Job& job) {
    Process worker(
        encode(WorkOrder{request_.frozen->text(), job, request_.backend, request_.device}));
    Clock::time_point last_sign = Clock::now();
    int heartbeat = -1;
    bool finished = false;
    finished_.reset();
    while (true) {
      const std::optional<std::string> line = worker.next_line(glance);
      const WorkerStatus status = worker.status();
      if (line || status.heartbeat != heartbeat) last_sign = Clock::now();
      heartbeat = status.heartbeat;
      if (line) {
        const Message message = decode_message(*line);
        keep(message, job);
        finished = finished || is_last(message);
        if (std::holds_alternative<RoundFinished>(message)) {
          if (interrupts() > 0) return {Ending::Kind::interrupted};
          worker.go();
        }
      } else if (worker.ended()) {
        const int code = worker.wait();
        return {finished ? Ending::Kind::finished : Ending::Kind::crashed, status.cell, code,
                job.task};
      }
      if (interrupts() > 1) return {Ending::Kind::interrupted};
      if (Clock::now() - last_sign > request_.deadline) {
        worker.kill();
        return {Ending::Kind::hung, status.cell, worker.wait(), job.task};
      }
    }
  }

  /// What a worker sends when its work is done.
  static bool is_last(const Message& message) {
    const auto* event = std::get_if<Event>(&message);
    return std::holds_alternative<InvocationFinished>(message) ||
           (event != nullptr && event->kind == admitted_event);
  }

  /// An invocation is finished when its counters are read as well: they belong to it.
  void keep(Message message, const Job& job) {
    if (const auto* end = std::get_if<InvocationFinished>(&message)) {
      finished_ = *end;
      return;
    }
    auto* told = std::get_if<Event>(&message);
    if (told != nullptr && job.task == Task::measure) told->invocation = job.invocation;
    keeper_.record(message);
    if (const auto* check = std::get_if<Correctness>(&message))
      progress_.checks_failed += check->passed ? 0 : 1;
    if (const auto* sample = std::get_if<Repetition>(&message))
      progress_.throttled += (sample->flags & flag_throttled) != 0;
    if (const auto* round = std::get_if<RoundFinished>(&message)) {
      progress_.round = round->round + 1;
      progress_.seconds_left = seconds_left();
      keeper_.progress(progress_);
    }
  }

  /// Invocations cost about the same: extrapolates the mean of those finished, or the rounds of the
  /// first.
  double seconds_left() {
    const double here = std::chrono::duration<double>(Clock::now() - invocation_start_).count();
    const double part = static_cast<double>(progress_.round) / progress_.rounds;
    if (progress_.round == progress_.rounds) {
      done_seconds_ += here;
      ++done_count_;
    }
    const double one = done_count_ > 0 ? done_seconds_ / done_count_ : here / part;
    return one * (progress_.invocations - progress_.invocation - part);
  }

  /// A run without the counters that its protocol asks for is complete all the same.
  void count(int index) {
    if (counters_asked(request_.frozen->protocol()).names.empty()) return;
    const Job job{
        .run_id = request_.run_id, .invocation = index, .excluded = excluded_, .task = Task::count};
    try {
      for (const Reading& one : read_counters(request_, job)) keeper_.record(one);
    } catch (const Error& problem) {
      event(index, "uncounted", problem.what());
    }
  }

  const RunRequest& request_;
  const Keeper& keeper_;
  const Plan plan_;
  std::map<int, std::string> excluded_;         ///< cells that ended a worker, and how
  std::optional<InvocationFinished> finished_;  ///< what the present worker said at its end
  Progress progress_;
  Clock::time_point invocation_start_;
  double done_seconds_ = 0;
  int done_count_ = 0;
};

}  // namespace

RunResult supervise(const RunRequest& request, const Keeper& keeper) {
  return Run(request, keeper).run();
}

DeviceInfo describe(const FrozenProtocol& frozen, const std::string& backend,
                    const std::string& device) {
  WorkOrder order;
  order.frozen_text = frozen.text();
  order.backend = backend;
  order.device = device;
  Process worker(encode(order));
  std::optional<DeviceInfo> found;
  std::string problem = "the worker that should describe the device said nothing";
  while (!worker.ended()) {
    const std::optional<std::string> line = worker.next_line(glance);
    if (!line) continue;
    const Message message = decode_message(*line);
    if (const auto* started = std::get_if<InvocationStarted>(&message)) found = started->device;
    if (const auto* event = std::get_if<Event>(&message)) problem = event->detail;
  }
  const int code = worker.wait();
  if (found && code == 0) return *found;
  const bool usage = code == static_cast<int>(ExitCode::usage);
  throw Error(problem, usage ? ExitCode::usage : ExitCode::machine);
}

}  // namespace membound
