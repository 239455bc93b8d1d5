// SPDX-License-Identifier: Apache-2.0
// Pilot: an A/A run of the baseline alone, which shows the noise and nothing of what is predicted.
#include "judge/pilot.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "judge/series.hpp"
#include "stats/quantile.hpp"

namespace membound {
namespace {

constexpr const char* again = "again";
constexpr std::size_t longest_stem = 58;  // of an id, which has 64 characters at most

const ArmUse& baseline(const Protocol& protocol) {
  const auto it = std::ranges::find(protocol.arms, Role::baseline, &ArmUse::role);
  if (it != protocol.arms.end()) return *it;
  throw Error("'" + protocol.id +
                  "' has no arm of role baseline, and a pilot measures nothing else; give the arm "
                  "that the others are compared with this role",
              ExitCode::usage);
}

Variation variation_of(const Ground& ground, const Quantity& quantity,
                       const std::string& case_name) {
  const QuantityCells cells =
      cells_for(ground.protocol, ground.observed.plan(), quantity, case_name);
  std::vector<std::vector<double>> rounds;
  for (auto& [invocation, values] : values_of(series_of(ground, quantity, cells)))
    rounds.push_back(values);
  if (rounds.empty())
    throw Error(fmt::format("the pilot has no times of {} on {}", quantity.arm, case_name));
  return variation(rounds);
}

/// Seconds that a round spends on everything but arms.
double others(const Observed& observed) {
  double seconds = 0;
  for (std::size_t i = 0; i < observed.plan().cells.size(); ++i) {
    const Cell& cell = observed.plan().cells[i];
    if (cell.kind == CellKind::arm) continue;
    const std::vector<double> times = observed.times(static_cast<int>(i));
    if (!times.empty()) seconds += median(times) * cell.launches * 1e-9;
  }
  return seconds;
}

double outside_of_launches(const Evidence& evidence) {
  std::vector<double> seconds;
  for (const InvocationFinished& one : evidence.finished)
    seconds.push_back(one.worker_seconds - one.timed_seconds);
  return median(seconds);
}

}  // namespace

Protocol pilot_protocol(const Protocol& protocol) {
  Protocol out;
  out.id = protocol.id.substr(0, longest_stem) + "-pilot";
  out.title = "A/A pilot of " + protocol.id;
  out.question = "How much does the baseline differ from itself?";
  out.rationale = "The same arm twice, so that nothing of the predictions is seen.";
  out.requires_ = protocol.requires_;
  out.results = ResultsPlace::scratch;
  out.workload = protocol.workload;
  out.cases = protocol.cases;
  out.instrument = protocol.instrument;
  out.instrument.invocations = pilot_invocations;
  out.instrument.rounds = pilot_rounds;
  out.analysis = protocol.analysis;
  out.gates = protocol.gates;
  out.ceilings = protocol.ceilings;
  out.arms = {baseline(protocol), baseline(protocol)};
  out.arms[1].name = out.arms[0].name == again ? "and-again" : again;
  out.arms[1].role = Role::control;
  Prediction same{.name = "same", .because = "it is the same arm"};
  same.quantity =
      Quantity{.kind = QuantityKind::speedup, .arm = out.arms[0].name, .over = out.arms[1].name};
  same.range = {.low = 0.98, .high = 1.02};
  for (const Case& at : protocol.cases) same.cases.cases.push_back(at.name);
  out.predictions = {same};
  return out;
}

Pilot pilot(const Protocol& piloted, const Plan& plan, const Evidence& evidence) {
  const Observed observed(plan, of_finished_invocations(evidence));
  if (evidence.finished.empty() || evidence.invocations.empty())
    throw Error("no invocation of the pilot finished");
  const Ground ground{piloted, observed};
  const std::string& arm = piloted.arms[0].name;
  Pilot out{.run = evidence.run.id,
            .time = evidence.run.started,
            .device = evidence.invocations.front().device.name,
            .invocations = static_cast<int>(evidence.finished.size()),
            .rounds = piloted.instrument.rounds,
            .invocation_seconds = outside_of_launches(evidence),
            .others_seconds = others(observed)};
  const Quantity time{.kind = QuantityKind::time, .arm = arm};
  const Quantity ratio{.kind = QuantityKind::speedup, .arm = arm, .over = piloted.arms[1].name};
  const Quantity share{.kind = QuantityKind::share_of_ceiling, .arm = arm};
  for (const Case& at : piloted.cases) {
    out.cases.push_back({at.name, variation_of(ground, time, at.name),
                         variation_of(ground, ratio, at.name),
                         variation_of(ground, share, at.name)});
  }
  return out;
}

}  // namespace membound
