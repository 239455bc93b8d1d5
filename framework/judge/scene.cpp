// SPDX-License-Identifier: Apache-2.0
// Scene: a protocol, its plan and the evidence of a run, made in a few lines, for the tests of the
// judge.
#include "judge/scene.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace membound {
namespace {

constexpr int launches = 1000;

template <class T, class Which>
T& found(std::vector<T>& items, Which which) {
  const auto it = std::ranges::find_if(items, which);
  if (it == items.end()) throw std::out_of_range("the scene has no such record");
  return *it;
}

template <class T>
auto at(int cell, int invocation) {
  return [=](const T& item) { return item.cell == cell && item.invocation == invocation; };
}

}  // namespace

Times always(double nanoseconds) {
  return [=](int, int) { return nanoseconds; };
}

Times by_invocation(std::vector<double> nanoseconds) {
  return [=](int invocation, int) { return nanoseconds.at(static_cast<std::size_t>(invocation)); };
}

Times by_round(std::vector<double> nanoseconds) {
  return [=](int, int round) { return nanoseconds.at(static_cast<std::size_t>(round)); };
}

Scene::Scene(int invocations, int rounds) {
  protocol.instrument.invocations = invocations;
  protocol.instrument.rounds = rounds;
  evidence.status = RunStatus::complete;
  for (int i = 0; i < invocations; ++i) {
    evidence.invocations.push_back({.invocation = i, .device = {.name = "NVIDIA H200"}});
    evidence.finished.push_back({.invocation = i});
  }
}

int Scene::add(const Added& added) {
  const int cell = static_cast<int>(plan.cells.size());
  plan.cells.push_back({.kind = added.kind,
                        .case_name = added.case_name,
                        .arm = added.name,
                        .format = added.format,
                        .set = added.set,
                        .launches = launches});
  for (int i = 0; i < protocol.instrument.invocations; ++i) record(added, cell, i);
  return cell;
}

int Scene::arm(const std::string& name, const Times& times, const std::string& case_name) {
  const auto& cases = protocol.cases;
  if (std::ranges::find(cases, case_name, &Case::name) == cases.end()) {
    protocol.cases.push_back({case_name, {}});
  }
  return add({.name = name, .times = times, .case_name = case_name});
}

void Scene::record(const Added& added, int cell, int invocation) {
  const Bytes written{added.traffic / 5};
  const Bytes read{added.traffic - written.value};
  evidence.bindings.push_back(
      {.invocation = invocation, .cell = cell, .read = read, .written = written, .copies = 4});
  for (const auto when : {Correctness::When::before, Correctness::When::after}) {
    evidence.correctness.push_back({.invocation = invocation,
                                    .cell = cell,
                                    .when = when,
                                    .copies = 4,
                                    .error = 1e-6,
                                    .tolerance = 1e-3,
                                    .passed = true});
  }
  for (int round = 0; round < protocol.instrument.rounds; ++round) {
    const double total = added.times(invocation, round) * launches;
    evidence.repetitions.push_back({.invocation = invocation,
                                    .round = round,
                                    .cell = cell,
                                    .launches = launches,
                                    .time = {std::llround(total)}});
  }
}

Prediction& Scene::predict(const Quantity& quantity, Range range) {
  Prediction prediction{.name = "p", .quantity = quantity, .range = range};
  for (const Case& one : protocol.cases) prediction.cases.cases.push_back(one.name);
  protocol.predictions.push_back(prediction);
  return protocol.predictions.back();
}

Prediction& Scene::predict_order(std::vector<std::string> order) {
  Prediction& prediction = predict({}, {});
  prediction.quantity.reset();
  prediction.order = std::move(order);
  return prediction;
}

Falsifier& Scene::falsify(const Quantity& quantity, Range region) {
  Falsifier falsifier{.name = "f", .quantity = quantity, .region = region};
  for (const Case& one : protocol.cases) falsifier.cases.cases.push_back(one.name);
  protocol.falsifiers.push_back(falsifier);
  return protocol.falsifiers.back();
}

CaseVerdict Scene::verdict() const { return verdicts().at(0).cases.at(0); }

Repetition& Scene::repetition(int cell, int invocation, int round) {
  return found(evidence.repetitions, [&](const Repetition& r) {
    return at<Repetition>(cell, invocation)(r) && r.round == round;
  });
}

Correctness& Scene::check(int cell, int invocation, Correctness::When when) {
  return found(evidence.correctness, [&](const Correctness& c) {
    return at<Correctness>(cell, invocation)(c) && c.when == when;
  });
}

CellBound& Scene::binding(int cell, int invocation) {
  return found(evidence.bindings, at<CellBound>(cell, invocation));
}

void Scene::read_back(int cell, const std::string& name, double value) {
  std::erase_if(evidence.readings,
                [&](const Reading& r) { return r.cell == cell && r.name == name; });
  for (int i = 0; i < protocol.instrument.invocations; ++i)
    evidence.readings.push_back({i, cell, name, value, "test", "launch"});
}

void Scene::forget_repetitions(int cell, int invocation) {
  std::erase_if(evidence.repetitions, at<Repetition>(cell, invocation));
}

void Scene::unavailable(int cell, int invocation, const std::string& reason) {
  binding(cell, invocation).unavailable = reason;
  forget_repetitions(cell, invocation);
  std::erase_if(evidence.correctness, at<Correctness>(cell, invocation));
}

Quantity time_of(const std::string& arm) { return {.kind = QuantityKind::time, .arm = arm}; }

Quantity speedup_of(const std::string& arm, const std::string& over) {
  return {.kind = QuantityKind::speedup, .arm = arm, .over = over};
}

Quantity saved_by(const std::string& arm, const std::string& over) {
  return {.kind = QuantityKind::time_saved, .arm = arm, .over = over};
}

Quantity counter_of(const std::string& arm, const std::string& name, const std::string& over) {
  return {.kind = QuantityKind::counter, .arm = arm, .over = over, .name = name};
}

Quantity share_of(const std::string& arm, CeilingScope scope) {
  return {.kind = QuantityKind::share_of_ceiling, .arm = arm, .scope = scope};
}

}  // namespace membound
