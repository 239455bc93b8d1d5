// SPDX-License-Identifier: Apache-2.0
// Process: a worker as its supervisor holds it.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "execute/worker.hpp"

namespace membound {

/// A running worker: this program again, in a process group of its own, with pipes and shared
/// status. Killed and reaped when it goes out of scope.
class Process {
 public:
  /// Starts the worker and hands it its order. `wrapper`: a program with its arguments that runs
  /// the worker in its turn, a profiler for example.
  explicit Process(std::string_view order, std::vector<std::string> wrapper = {});
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// Next line of the worker; empty optional when `patience` passed without one or the worker is
  /// gone.
  std::optional<std::string> next_line(std::chrono::milliseconds patience);
  [[nodiscard]] bool ended() const { return end_of_lines_; }  ///< the worker closed its end
  void go() const;                                            ///< lets it start the next round
  [[nodiscard]] WorkerStatus status() const;
  void kill() const;
  /// Waits for the end; the exit code, or minus the signal's number.
  int wait();

 private:
  pid_t pid_ = -1;
  int messages_ = -1;
  int go_ = -1;
  WorkerStatus* status_ = nullptr;
  std::string buffer_;
  bool end_of_lines_ = false;
};

}  // namespace membound
