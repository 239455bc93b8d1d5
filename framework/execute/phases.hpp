// SPDX-License-Identifier: Apache-2.0
// Phases: what the wall time of an invocation goes into.
#pragma once

#include <fmt/format.h>

#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace membound {

class Phases {
 public:
  /// The time from here on belongs to `name`; a phase may be entered again and again.
  void enter(std::string_view name) {
    add();
    for (current_ = 0; current_ < seconds_.size(); ++current_)
      if (seconds_[current_].first == name) return;
    seconds_.emplace_back(name, 0);
  }

  /// Seconds of every phase until now, in the order in which they were first entered:
  /// "operands 0.31, references 0.02, ...".
  std::string told() {
    add();
    std::string text;
    for (const auto& [name, seconds] : seconds_)
      text += fmt::format("{}{} {:.3f}", text.empty() ? "" : ", ", name, seconds);
    return text;
  }

 private:
  using Clock = std::chrono::steady_clock;

  void add() {
    const Clock::time_point now = Clock::now();
    if (!seconds_.empty())
      seconds_[current_].second += std::chrono::duration<double>(now - since_).count();
    since_ = now;
  }

  std::vector<std::pair<std::string_view, double>> seconds_;
  std::size_t current_ = 0;
  Clock::time_point since_;
};

}  // namespace membound
