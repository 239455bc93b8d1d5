// SPDX-License-Identifier: Apache-2.0
// Observed: the evidence of a run, indexed by invocation and cell of the plan.
#include "judge/observed.hpp"

#include <algorithm>
#include <utility>

namespace membound {

Observed::Observed(const Plan& plan, Evidence evidence)
    : plan_(&plan), evidence_(std::move(evidence)) {
  for (const Repetition& r : evidence_.repetitions) {
    const double time = static_cast<double>(r.time.value) / r.launches;
    samples_[{r.invocation, r.cell}].push_back({r.round, time, r.flags});
    invocations_.insert(r.invocation);
  }
  for (auto& [place, samples] : samples_) std::ranges::stable_sort(samples, {}, &Sample::round);
  for (std::size_t i = 0; i < evidence_.bindings.size(); ++i) {
    bindings_[{evidence_.bindings[i].invocation, evidence_.bindings[i].cell}] = i;
  }
  for (const Correctness& check : evidence_.correctness) {
    if (!check.passed) wrong_.insert(check.cell);
    const auto [it, first] = errors_.try_emplace({check.invocation, check.cell}, check.error);
    if (!first) it->second = std::max(it->second, check.error);
  }
  for (const Reading& one : evidence_.readings) {
    readings_[{{one.invocation, one.cell}, one.name}] = one.value;
  }
}

std::optional<double> Observed::reading(Place place, const std::string& name) const {
  const auto it = readings_.find({place, name});
  return it == readings_.end() ? std::nullopt : std::optional(it->second);
}

std::optional<double> Observed::error(Place place) const {
  const auto it = errors_.find(place);
  return it == errors_.end() ? std::nullopt : std::optional(it->second);
}

const std::vector<Sample>& Observed::samples(Place place) const {
  static const std::vector<Sample> none;
  const auto it = samples_.find(place);
  return it == samples_.end() ? none : it->second;
}

std::vector<double> Observed::times(Place place) const {
  std::vector<double> out;
  for (const Sample& sample : samples(place)) out.push_back(sample.time);
  return out;
}

std::vector<double> Observed::times(int cell) const {
  std::vector<double> out;
  for (const int invocation : invocations_) {
    const std::vector<double> more = times({invocation, cell});
    out.insert(out.end(), more.begin(), more.end());
  }
  return out;
}

const CellBound* Observed::binding(Place place) const {
  const auto it = bindings_.find(place);
  return it == bindings_.end() ? nullptr : &evidence_.bindings[it->second];
}

double Observed::bytes(Place place) const {
  const CellBound* bound = binding(place);
  return bound == nullptr ? 0 : static_cast<double>((bound->read + bound->written).value);
}

Evidence of_finished_invocations(Evidence evidence) {
  std::set<int> finished;
  for (const InvocationFinished& one : evidence.finished) finished.insert(one.invocation);
  const auto unfinished = [&](const auto& row) { return !finished.contains(row.invocation); };
  std::erase_if(evidence.repetitions, unfinished);
  std::erase_if(evidence.bindings, unfinished);
  std::erase_if(evidence.readings, unfinished);
  return evidence;
}

Evidence without_throttled(Evidence evidence) {
  std::erase_if(evidence.repetitions,
                [](const Repetition& r) { return (r.flags & flag_throttled) != 0; });
  return evidence;
}

}  // namespace membound
