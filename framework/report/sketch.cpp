// SPDX-License-Identifier: Apache-2.0
// Sketch: made-up repetitions, summaries and verdicts that follow from a protocol and a table of
// times.
#include "report/sketch.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "base/random.hpp"
#include "report/samples.hpp"

namespace membound::page {
namespace {

constexpr double bytes_per_nanosecond = 4000;  // a device of 4 TB/s

const Build test_build{"0.1.0", "0123456789abcdef0123456789abcdef01234567", false, "GNU 12.2.0"};

DeviceInfo test_device() {
  return {.backend = "scripted",
          .name = "Example Accelerator 4T",
          .identity = "GPU-00000000-0000-0000-0000-000000000000",
          .architecture = "ex_10",
          .driver = "1.2.3",
          .runtime = "4.5",
          .units = 100,
          .memory = {64 * gibi},
          .cache = {50 * mebi},
          .notes = {"ECC on"}};
}

/// An invocation shifts a cell by up to 0.6 %, a round by up to 0.8 %; one repetition in forty is 3
/// % slow.
double noisy(double base, int cell, int invocation, int round) {
  const auto lane = static_cast<std::uint64_t>(1000 * cell + invocation);
  const double shift = uniform(11, lane, -0.003, 0.003);
  const auto index = static_cast<std::uint64_t>(round);
  const double noise = uniform(lane + 1, index, -0.004, 0.004);
  const bool slow = splitmix64(lane + 2, index) % 40 == 0;
  return base * (1 + shift + noise + (slow ? 0.03 : 0));
}

void measure_round(Example& example, const Times& times, const Invocation& invocation, int round) {
  int position = 0;
  for (const int index : invocation.rounds[static_cast<std::size_t>(round)]) {
    const Cell& one = cell(example.view, index);
    const double time = noisy(times.at({one.case_name, one.arm}), index, invocation.index, round);
    example.evidence.repetitions.push_back(
        {.invocation = invocation.index,
         .round = round,
         .position = position++,
         .cell = index,
         .launches = one.launches,
         .time = {static_cast<std::int64_t>(std::llround(time * one.launches))},
         .state = {.core_clock_mhz = 1900 + 15 * (round % 3),
                   .memory_clock_mhz = 3200,
                   .power_mw = 400000 + 1000 * round,
                   .temperature_c = 45 + invocation.index}});
  }
}

/// Every invocation with its rounds in an order of their own.
std::vector<Invocation> orders(const Example& example) {
  std::vector<Invocation> out;
  std::vector<int> order(example.view.plan.cells.size());
  for (int i = 0; i < example.protocol.instrument.invocations; ++i) {
    Invocation& invocation = out.emplace_back(Invocation{i, {}});
    std::iota(order.begin(), order.end(), 0);
    for (int r = 0; r < example.protocol.instrument.rounds; ++r) {
      shuffle(order, splitmix64(7, static_cast<std::uint64_t>(100 * i + r)));
      invocation.rounds.push_back(order);
    }
  }
  return out;
}

void measure(Example& example, const Times& times) {
  Evidence& evidence = example.evidence;
  for (const Invocation& invocation : orders(example)) {
    const int index = invocation.index;
    evidence.invocations.push_back({index, test_device(), 42, "2000-01-02T03:04:05Z"});
    for (std::size_t c = 0; c < example.view.plan.cells.size(); ++c) {
      const Cell& one = example.view.plan.cells[c];
      const double traffic = times.at({one.case_name, "traffic"});
      const auto read = static_cast<std::int64_t>(traffic);
      evidence.bindings.push_back(
          {.invocation = index, .cell = static_cast<int>(c), .read = {read}});
      if (one.kind != CellKind::arm) continue;
      for (const auto when : {Correctness::When::before, Correctness::When::after}) {
        evidence.correctness.push_back({index, static_cast<int>(c), when, 3, 2.4e-7, 1e-3, true});
      }
    }
    for (std::size_t r = 0; r < invocation.rounds.size(); ++r) {
      measure_round(example, times, invocation, static_cast<int>(r));
    }
    evidence.finished.push_back({index, 12.5, 8.25});
  }
}

CellSummary summary(const View& view, int index, const std::vector<Sample>& samples) {
  std::vector<double> sorted;
  for (const Sample& sample : samples) sorted.push_back(sample.time);
  std::ranges::sort(sorted);
  const auto at = [&](double share) {
    return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
  };
  CellSummary out{.cell = index,
                  .repetitions = static_cast<int>(sorted.size()),
                  .median = at(0.5),
                  .low_quartile = at(0.25),
                  .high_quartile = at(0.75),
                  .least = sorted.front(),
                  .most = sorted.back(),
                  .spread = (sorted.back() - sorted.front()) / at(0.5)};
  if (const std::optional<Bytes> traffic = traffic_of(view, index)) {
    out.bandwidth = static_cast<double>(traffic->value) * 1e9 / out.median;
    out.share_of_large = *out.bandwidth / (bytes_per_nanosecond * 1e9);
    out.share_of_matched = *out.share_of_large * 1.02;
  }
  return out;
}

std::map<int, double> medians(const Example& example, const std::string& in_case,
                              const std::string& arm) {
  const auto all = samples_by_cell(example.evidence, example.view.plan.cells.size());
  const std::optional<int> index = cell_of(example.view, in_case, arm);
  std::map<int, double> out;
  if (!index) return out;
  for (const Sample& one : medians_by_invocation(all[static_cast<std::size_t>(*index)])) {
    out[one.invocation] = one.time;
  }
  return out;
}

double value(const Quantity& quantity, double time, double over, double traffic) {
  switch (quantity.kind) {
    case QuantityKind::time: return time;
    case QuantityKind::bandwidth: return traffic * 1e9 / time;
    case QuantityKind::share_of_ceiling: return traffic / time / bytes_per_nanosecond;
    case QuantityKind::speedup: return over / time;
    case QuantityKind::time_saved: return 1 - time / over;
    default: break;
  }
  return 0;
}

Outcome outcome_of(const Range& range, double low, double high) {
  if (high < range.low.value_or(low) || low > range.high.value_or(high)) return Outcome::falsified;
  const bool inside = low >= range.low.value_or(low) && high <= range.high.value_or(high);
  return inside ? Outcome::held : Outcome::inconclusive;
}

/// Units, interval (least to greatest) and outcome; enough for a picture, and no substitute for the
/// judge.
CaseVerdict sketched(const Example& example, const Quantity& quantity, const Range& range,
                     const std::string& in_case) {
  const auto index = cell_of(example.view, in_case, quantity.arm);
  const double traffic = static_cast<double>(traffic_of(example.view, index.value_or(0))->value);
  const std::map<int, double> over = medians(example, in_case, quantity.over);
  CaseVerdict out{.case_name = in_case};
  for (const auto& [invocation, time] : medians(example, in_case, quantity.arm)) {
    const double reference = over.contains(invocation) ? over.at(invocation) : 0;
    out.units.push_back(value(quantity, time, reference, traffic));
  }
  std::vector<double> sorted = out.units;
  std::ranges::sort(sorted);
  out.low = sorted.front();
  out.high = sorted.back();
  out.estimate = sorted[sorted.size() / 2];
  out.outcome = out.sensitivity = outcome_of(range, *out.low, *out.high);
  out.reason = out.outcome == Outcome::held        ? "the interval lies inside the predicted range"
               : out.outcome == Outcome::falsified ? "the interval lies outside the predicted range"
                                                   : "the interval crosses an edge of the range";
  if (out.outcome == Outcome::inconclusive) out.more_invocations = 12;
  return out;
}

Verdict combined(Verdict verdict) {
  const auto all = [&](Outcome outcome) {
    return std::ranges::all_of(verdict.cases,
                               [outcome](const auto& c) { return c.outcome == outcome; });
  };
  const auto any = [&](Outcome outcome) {
    return std::ranges::any_of(verdict.cases,
                               [outcome](const auto& c) { return c.outcome == outcome; });
  };
  if (verdict.cases.size() == 1) verdict.reason = verdict.cases.front().reason;
  verdict.outcome = all(Outcome::held)        ? Outcome::held
                    : any(Outcome::falsified) ? Outcome::falsified
                                              : Outcome::inconclusive;
  return verdict;
}

void sketch_verdicts(Example& example) {
  for (const Prediction& prediction : example.protocol.predictions) {
    Verdict verdict{.prediction = prediction.name};
    Quantity quantity{QuantityKind::speedup};
    if (!prediction.quantity) quantity.arm = prediction.order[0];
    if (!prediction.quantity) quantity.over = prediction.order[1];
    const Range range = prediction.quantity ? prediction.range : Range{1.0, {}};
    for (const std::string& name : prediction.cases.cases) {
      verdict.cases.push_back(
          sketched(example, prediction.quantity.value_or(quantity), range, name));
    }
    example.view.verdicts.push_back(combined(std::move(verdict)));
  }
  for (const Falsifier& falsifier : example.protocol.falsifiers) {
    Verdict verdict{.prediction = falsifier.name, .falsifier = true};
    for (const std::string& name : falsifier.cases.cases) {
      CaseVerdict one = sketched(example, falsifier.quantity, falsifier.region, name);
      const bool inside = one.outcome == Outcome::held;
      one.outcome = inside ? Outcome::falsified : Outcome::held;
      verdict.cases.push_back(std::move(one));
    }
    verdict.outcome = verdict.cases.front().outcome;
    example.view.verdicts.push_back(std::move(verdict));
  }
}

}  // namespace

void add_arm_cells(Example& example) {
  for (const Case& one : example.protocol.cases) {
    for (const ArmUse& arm : example.protocol.arms) {
      example.view.plan.cells.push_back({.kind = CellKind::arm,
                                         .case_name = one.name,
                                         .arm = arm.name,
                                         .kernel = arm.kernel,
                                         .format = arm.format,
                                         .parameters = arm.parameters,
                                         .role = arm.role,
                                         .set = 0,
                                         .launches = example.protocol.instrument.launches});
    }
  }
}

void add_control(Example& example, CellKind kind, const std::string& in_case,
                 const std::string& kernel, const std::string& format) {
  example.view.plan.cells.push_back({.kind = kind,
                                     .case_name = in_case,
                                     .arm = kernel,
                                     .kernel = kernel,
                                     .format = format,
                                     .role = Role::probe,
                                     .set = 0,
                                     .launches = 20});
}

/// Everything that follows from protocol and times.
void finish(Example& example, const Times& times) {
  measure(example, times);
  const auto samples = samples_by_cell(example.evidence, example.view.plan.cells.size());
  for (std::size_t c = 0; c < samples.size(); ++c) {
    example.view.summaries.push_back(summary(example.view, static_cast<int>(c), samples[c]));
  }
  sketch_verdicts(example);
  example.view.runs.push_back({.run = example.evidence.run,
                               .status = example.evidence.status,
                               .device = test_device().name,
                               .invocations = finished_invocations(example.view),
                               .verdicts = example.view.verdicts});
}

std::unique_ptr<Example> headed() {
  auto example = std::make_unique<Example>();
  example->view.protocol = &example->protocol;
  example->view.evidence = &example->evidence;
  example->view.digest = "d1ce00000000000000000000000000000000000000000000000000000000d1ce";
  example->view.provenance = {test_build, "2000-01-01T00:00:00Z"};
  example->evidence.run = {.id = "0a1b2c3d4e5f60718293a4b5c6d7e8f9",
                           .protocol_digest = example->view.digest,
                           .started = "2000-01-02T03:04:00Z",
                           .backend = "scripted",
                           .build = test_build};
  example->evidence.status = RunStatus::complete;
  example->protocol.instrument = {.launch = LaunchMode::stream,
                                  .launches = 50,
                                  .working_set = Bytes{gibi},
                                  .warmup = {1'000'000'000},
                                  .rounds = 10,
                                  .invocations = 5,
                                  .large_ceiling = {256 * mebi}};
  return example;
}

}  // namespace membound::page
