// SPDX-License-Identifier: Apache-2.0
// Forecast: what each prediction can come to at a given size of the experiment, from a pilot.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "judge/pilot.hpp"
#include "stats/chance.hpp"

namespace membound {

/// How large an experiment is.
struct Sizes {
  int invocations = 0;
  int rounds = 0;
  bool operator==(const Sizes&) const = default;
};

/// Of one prediction on the case where it fares worst. It assumes that other arms vary as the
/// baseline does.
struct Forecast {
  std::string prediction;
  std::string case_name;
  double deviation = 0;  ///< of one replication unit, as a logarithm
  /// Of a range with two ends, should the truth lie at its centre, half-way to an end, or half a
  /// width beyond one.
  std::optional<Chances> centre;
  std::optional<Chances> halfway;
  std::optional<Chances> outside;
  /// Of a range with one end, and of an order: how far beyond it the truth must lie (as a
  /// logarithm) to hold in four experiments of five.
  std::optional<double> resolution;
};

/// Nothing for predictions of quantities that have no noise (counters, receipts, traffic), and of
/// forms that are no comparison with a constant.
std::vector<Forecast> forecasts(const Protocol& protocol, const Pilot& pilot, const Sizes& sizes);

/// The chance of holding at the centre below which an experiment is hopeless.
inline constexpr double hopeless = 0.5;

/// Predictions that would hold in less than half of all experiments even if they were true at their
/// very centre.
std::vector<Forecast> underpowered(const std::vector<Forecast>& forecasts);

/// Seconds that one round and one whole experiment take, if other arms are as fast as the baseline.
double round_seconds(const Plan& plan, const Pilot& pilot);
double experiment_seconds(const Protocol& protocol, const Plan& plan, const Pilot& pilot);

/// The cheapest sizes at which every range with two ends holds at its centre nine times in ten and
/// every other prediction tells one per cent; absent when a hundred invocations would not do.
std::optional<Sizes> recommended(const Protocol& protocol, const Plan& plan, const Pilot& pilot);

}  // namespace membound
