// SPDX-License-Identifier: Apache-2.0
// Short launches: which arms an isolated timing cannot tell from its own cost.
//
// Two clock readings around one launch take some microseconds by themselves. The null launch, timed
// in the same way, is that cost; an arm that takes less than five times as long is mostly it.
#pragma once

#include <algorithm>
#include <optional>
#include <string>

#include "base/text.hpp"
#include "execute/bound.hpp"
#include "protocol/protocol.hpp"

namespace membound {

class ShortLaunchRule {
 public:
  explicit ShortLaunchRule(const Instrument& instrument)
      : applies_(instrument.launch == LaunchMode::isolated &&
                 instrument.short_launches == ShortLaunches::refuse) {}

  /// Why the arm is refused; empty when it is not. The null launch is to be given before any arm.
  std::string refusal(const BoundCell& bound) {
    if (!applies_) return {};
    if (bound.cell->kind == CellKind::null_launch) nothing_ = time_of(bound);
    if (bound.cell->kind != CellKind::arm || !nothing_) return {};
    const double time = time_of(bound);
    if (time >= least_ratio * *nothing_) return {};
    return "an isolated launch takes " + microseconds(time) + " and launching nothing " +
           microseconds(*nothing_) +
           ": less than five times as long; use launch mode stream or chain, or state "
           "short_launches: accept";
  }

 private:
  static constexpr double least_ratio = 5;

  /// Nanoseconds of one launch, the least of three repetitions.
  static double time_of(const BoundCell& bound) {
    double least = 0;
    for (int i = 0; i < 3; ++i) {
      const double time = static_cast<double>(bound.batch->time().value) / bound.cell->launches;
      least = i == 0 ? time : std::min(least, time);
    }
    return least;
  }

  static std::string microseconds(double nanoseconds) {
    const std::string text = std::to_string(nanoseconds / 1000);
    return text.substr(0, text.find('.') + 2) + " us";
  }

  bool applies_;
  std::optional<double> nothing_;
};

}  // namespace membound
