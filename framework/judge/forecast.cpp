// SPDX-License-Identifier: Apache-2.0
// Forecast: what each prediction can come to at a given size of the experiment, from a pilot.
#include "judge/forecast.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "membound/units.hpp"

namespace membound {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double usual = 0.8;        // probability at which a resolution is stated
constexpr double comfortable = 0.9;  // of holding at the centre, for the recommendation
constexpr double one_per_cent = 0.01;
constexpr int most_invocations = 100;
constexpr std::array rounds_tried{5, 8, 12, 20, 30, 50};

/// A prediction as a range of logarithms of a quantity with noise.
struct Question {
  Interval range;
  Variation PilotCase::*noise = nullptr;
};

/// Logarithm of a bound as metrics.cpp judges it.
double logarithm(QuantityKind kind, double bound) {
  return kind == QuantityKind::time_saved ? -std::log1p(-bound) : std::log(bound);
}

Variation PilotCase::*noise_of(QuantityKind kind) {
  switch (kind) {
    case QuantityKind::time:
    case QuantityKind::bandwidth:
    case QuantityKind::tokens_per_second: return &PilotCase::time;
    case QuantityKind::share_of_ceiling: return &PilotCase::share;
    case QuantityKind::speedup:
    case QuantityKind::time_saved: return &PilotCase::ratio;
    default: return nullptr;
  }
}

std::optional<Question> question(const Prediction& prediction) {
  if (!prediction.order.empty() || prediction.fastest)
    return Question{{0, infinite}, &PilotCase::ratio};
  if (!prediction.quantity) return std::nullopt;
  const QuantityKind kind = prediction.quantity->kind;
  const auto noise = noise_of(kind);
  const Range& range = prediction.range;
  if (noise == nullptr || (!range.low && !range.high)) return std::nullopt;
  return Question{{range.low ? logarithm(kind, *range.low) : -infinite,
                   range.high ? logarithm(kind, *range.high) : infinite},
                  noise};
}

Forecast forecast(const Question& asked, const Experiment& of) {
  Forecast out{.deviation = of.deviation};
  const double width = asked.range.high - asked.range.low;
  if (std::isinf(width)) {
    out.resolution = resolution(of, usual);
    return out;
  }
  const double centre = asked.range.low + width / 2;
  out.centre = chances(asked.range, centre, of);
  out.halfway = chances(asked.range, centre + width / 4, of);
  out.outside = chances(asked.range, centre + width, of);
  return out;
}

const PilotCase* noisiest(const Prediction& prediction, const Pilot& pilot, int rounds,
                          Variation PilotCase::*noise) {
  const PilotCase* worst = nullptr;
  for (const PilotCase& at : pilot.cases) {
    if (std::ranges::find(prediction.cases.cases, at.case_name) == prediction.cases.cases.end())
      continue;
    if (worst == nullptr ||
        unit_deviation(at.*noise, rounds) > unit_deviation(worst->*noise, rounds))
      worst = &at;
  }
  return worst;
}

bool comfortable_with(const Question& asked, const Experiment& of) {
  if (std::isinf(asked.range.high - asked.range.low))
    return chances({0, infinite}, one_per_cent, of).held >= usual;
  const double centre = asked.range.low + (asked.range.high - asked.range.low) / 2;
  return chances(asked.range, centre, of).held >= comfortable;
}

bool comfortable_with(const Protocol& protocol, const Pilot& pilot, const Sizes& sizes) {
  return std::ranges::all_of(protocol.predictions, [&](const Prediction& prediction) {
    const auto asked = question(prediction);
    if (!asked) return true;
    const PilotCase* at = noisiest(prediction, pilot, sizes.rounds, asked->noise);
    return at == nullptr ||
           comfortable_with(*asked,
                            {sizes.invocations, unit_deviation(at->*asked->noise, sizes.rounds),
                             protocol.analysis.tail});
  });
}

/// The fewest invocations that are comfortable with these rounds: more are never less so.
std::optional<int> fewest_invocations(const Protocol& protocol, const Pilot& pilot, int rounds) {
  int least = least_units;
  int most = most_invocations;
  if (!comfortable_with(protocol, pilot, {most, rounds})) return std::nullopt;
  while (least < most) {
    const int middle = (least + most) / 2;
    if (comfortable_with(protocol, pilot, {middle, rounds}))
      most = middle;
    else
      least = middle + 1;
  }
  return most;
}

}  // namespace

std::vector<Forecast> forecasts(const Protocol& protocol, const Pilot& pilot, const Sizes& sizes) {
  std::vector<Forecast> out;
  for (const Prediction& prediction : protocol.predictions) {
    const auto asked = question(prediction);
    if (!asked) continue;
    const PilotCase* at = noisiest(prediction, pilot, sizes.rounds, asked->noise);
    if (at == nullptr) continue;
    // A single invocation is judged on its rounds, and speaks of itself alone.
    const bool alone = sizes.invocations == 1;
    const Variation& noise = at->*asked->noise;
    const Experiment of{alone ? sizes.rounds : sizes.invocations,
                        alone ? noise.within : unit_deviation(noise, sizes.rounds),
                        protocol.analysis.tail};
    Forecast one = forecast(*asked, of);
    one.prediction = prediction.name;
    one.case_name = at->case_name;
    out.push_back(std::move(one));
  }
  return out;
}

std::vector<Forecast> underpowered(const std::vector<Forecast>& forecasts) {
  std::vector<Forecast> out;
  std::ranges::copy_if(forecasts, std::back_inserter(out), [](const Forecast& one) {
    return (one.centre && one.centre->held < hopeless) ||
           (one.resolution && std::isinf(*one.resolution));
  });
  return out;
}

double round_seconds(const Plan& plan, const Pilot& pilot) {
  double seconds = pilot.others_seconds;
  for (const Cell& cell : plan.cells) {
    if (cell.kind != CellKind::arm) continue;
    const auto at = std::ranges::find(pilot.cases, cell.case_name, &PilotCase::case_name);
    if (at != pilot.cases.end()) seconds += cell.launches * std::exp(at->time.centre) * 1e-9;
  }
  return seconds;
}

double experiment_seconds(const Protocol& protocol, const Plan& plan, const Pilot& pilot) {
  const Instrument& by = protocol.instrument;
  const double warmup = static_cast<double>(by.warmup.value) * 1e-9;
  return by.invocations *
         (pilot.invocation_seconds + warmup + by.rounds * round_seconds(plan, pilot));
}

std::optional<Sizes> recommended(const Protocol& protocol, const Plan& plan, const Pilot& pilot) {
  std::optional<Sizes> best;
  double least = infinite;
  for (const int rounds : rounds_tried) {
    const auto invocations = fewest_invocations(protocol, pilot, rounds);
    if (!invocations) continue;
    Protocol sized = protocol;
    sized.instrument.invocations = *invocations;
    sized.instrument.rounds = rounds;
    const double seconds = experiment_seconds(sized, plan, pilot);
    if (seconds >= least) continue;
    least = seconds;
    best = {*invocations, rounds};
  }
  return best;
}

}  // namespace membound
