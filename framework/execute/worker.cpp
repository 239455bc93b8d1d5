// SPDX-License-Identifier: Apache-2.0
// Worker: a fresh process that executes one invocation for its supervisor.
//
// Messages are kept until a round is finished and sent in one go; then the worker waits until the
// supervisor has committed them. So nothing else of ours runs while something is timed.
#include "execute/worker.hpp"

#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <iterator>

#include "backend/fault.hpp"
#include "backend/open.hpp"
#include "base/text.hpp"
#include "execute/admission.hpp"
#include "execute/count.hpp"
#include "execute/message.hpp"

namespace membound {
namespace {

void write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(fd, text.data(), text.size());
    if (n < 0) throw Error("the supervisor is gone: its pipe cannot be written");
    text.remove_prefix(static_cast<std::size_t>(n));
  }
}

/// The supervisor's end of the conversation.
class Line {
 public:
  Line() {
    void* shared =
        ::mmap(nullptr, sizeof(WorkerStatus), PROT_READ | PROT_WRITE, MAP_SHARED, status_fd, 0);
    if (shared == MAP_FAILED)
      throw Error("the verb 'worker' is for the supervisor of a run; use 'membound run'",
                  ExitCode::usage);
    status_ = static_cast<WorkerStatus*>(shared);
  }

  void running(int cell) {
    std::atomic_ref(status_->cell) = cell;
    ++std::atomic_ref(status_->heartbeat);
  }

  void send(const Message& message) {
    const bool round_is_open = std::holds_alternative<Repetition>(message) ||
                               (std::holds_alternative<Correctness>(message) && !pending_.empty());
    pending_ += encode(message) + "\n";
    if (!round_is_open) flush();
    if (std::holds_alternative<RoundFinished>(message)) wait_for_go();
    ++std::atomic_ref(status_->heartbeat);
  }

 private:
  void flush() {
    write_all(message_fd, pending_);
    pending_.clear();
  }

  static void wait_for_go() {
    char byte = 0;
    if (::read(go_fd, &byte, 1) != 1)
      throw Error("the supervisor is gone: it did not commit the round");
  }

  WorkerStatus* status_ = nullptr;
  std::string pending_;
};

void execute_order(const WorkOrder& order, const Catalogue& catalogue, Line& line) {
  const std::unique_ptr<Backend> backend = open(order.backend, order.device);
  const FrozenProtocol frozen = thaw(order.frozen_text);
  if (order.job.run_id.empty()) {
    require_fit(frozen, catalogue, *backend);
    line.send(InvocationStarted{0, backend->device(), 0, utc_now()});
    return;
  }
  const Observer observer{[&](const Message& message) { line.send(message); },
                          [&](int cell) { line.running(cell); }};
  const Bench bench{catalogue, *backend, observer};
  switch (order.job.task) {
    case Task::measure: return execute(frozen, order.job, bench);
    case Task::admit: return admit(frozen, order.job, bench);
    case Task::count: return count(frozen, order.job, bench);
  }
}

}  // namespace

int work(const Catalogue& catalogue) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  try {
    Line line;
    const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
    try {
      execute_order(decode_order(text), catalogue, line);
      return 0;
    } catch (const std::exception& problem) {
      line.send(Event{{}, "error", problem.what(), utc_now()});
      if (dynamic_cast<const AccessFault*>(&problem) != nullptr) return outside_code;
      const auto* error = dynamic_cast<const Error*>(&problem);
      return static_cast<int>(error != nullptr ? error->code() : ExitCode::machine);
    }
  } catch (const std::exception& problem) {
    std::cerr << "membound worker: " << problem.what() << '\n';
    return static_cast<int>(ExitCode::machine);
  }
}

}  // namespace membound
