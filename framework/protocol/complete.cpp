// SPDX-License-Identifier: Apache-2.0
// Complete: fills in what a protocol leaves to visible defaults, so that the frozen text shows all
// of it.
#include <algorithm>

#include "protocol/parse.hpp"
#include "protocol/stream.hpp"

namespace membound {
namespace {

std::string backend_of(const Protocol& protocol, const Catalogue& catalogue) {
  for (const ArmUse& use : protocol.arms) {
    if (const Arm* kernel = catalogue.arm(use.kernel)) return kernel->backend;
  }
  return {};
}

void complete_arm(ArmUse& use, const WorkloadUse& workload, const Catalogue& catalogue) {
  if (use.format.empty()) use.format = workload.format;
  if (const Arm* kernel = catalogue.arm(use.kernel))
    use.parameters = complete(*kernel, use.parameters);
}

/// Names all cases when none is named, and puts them in the order of the protocol, unknown ones
/// last.
void complete_cases(CaseSelection& selection, const std::vector<Case>& cases) {
  const auto place = [&](const std::string& name) {
    return std::ranges::find(cases, name, &Case::name) - cases.begin();
  };
  if (selection.cases.empty()) {
    for (const Case& c : cases) selection.cases.push_back(c.name);
  } else {
    std::ranges::stable_sort(selection.cases, {}, place);
  }
}

void complete_condition(Condition& condition, const std::vector<Case>& cases) {
  if (condition.kind == Condition::Kind::comparison ||
      condition.kind == Condition::Kind::disjoint_ranges)
    complete_cases(condition.cases, cases);
  for (Condition& part : condition.parts) complete_condition(part, cases);
}

void complete_prediction(Prediction& prediction, const std::vector<Case>& cases) {
  if (prediction.only_if) complete_condition(*prediction.only_if, cases);
  if (!prediction.trend) return complete_cases(prediction.cases, cases);
  std::vector<std::string>& along = prediction.trend->cases;
  if (!along.empty()) return;
  for (const Case& one : cases) along.push_back(one.name);
}

void complete_expectations(Protocol& protocol) {
  const std::vector<Case>& cases = protocol.cases;
  for (Prediction& prediction : protocol.predictions) complete_prediction(prediction, cases);
  for (Falsifier& falsifier : protocol.falsifiers) complete_cases(falsifier.cases, cases);
  for (Observation& observation : protocol.observations) complete_cases(observation.cases, cases);
  for (Claim& claim : protocol.claims) complete_condition(claim.condition, cases);
  for (Decision& decision : protocol.decisions) {
    complete_condition(decision.land, cases);
    if (decision.close) complete_condition(*decision.close, cases);
  }
  for (StopRule& rule : protocol.stop_rules) complete_condition(rule.when, cases);
}

void complete_ceilings(Ceilings& ceilings, const Workload& workload, const StreamKernels& stream) {
  if (ceilings.read.empty() && workload.ceiling == CeilingKind::read) ceilings.read = stream.read;
  if (ceilings.copy.empty() && workload.ceiling == CeilingKind::copy) ceilings.copy = stream.copy;
  if (ceilings.hot_probe.empty() && !stream.probes.empty())
    ceilings.hot_probe = stream.probes.front();
  if (ceilings.null_launch.empty() && !stream.null.empty())
    ceilings.null_launch = stream.null.front();
}

/// A size that caches of the backend's devices hold and that takes long against the cost of a
/// launch.
void complete_probe(Instrument& instrument, std::string_view backend) {
  constexpr Bytes gpu{32 * mebi};
  constexpr Bytes other{512 * kibi};
  if (instrument.probe.value == 0) instrument.probe = backend == "cuda" ? gpu : other;
}

}  // namespace

StreamKernels stream_kernels(const Catalogue& catalogue, std::string_view backend) {
  StreamKernels found;
  for (const Arm& arm : catalogue.arms()) {
    if (arm.workload != "stream" || arm.backend != backend || !arm.ceiling) continue;
    const bool reads = std::ranges::find(arm.formats, "read") != arm.formats.end();
    const bool copies = std::ranges::find(arm.formats, "copy") != arm.formats.end();
    if (reads) found.read.push_back(arm.name);
    if (reads && arm.caches) found.probes.push_back(arm.name);
    if (copies) found.copy.push_back(arm.name);
    if (!reads && !copies) found.null.push_back(arm.name);
  }
  return found;
}

Protocol complete(Protocol protocol, const Catalogue& catalogue) {
  const Workload* workload = catalogue.workload(protocol.workload.name);
  if (workload != nullptr) {
    WorkloadUse& use = protocol.workload;
    if (use.format.empty() && !workload->formats.empty()) use.format = workload->formats.front();
    if (use.data == yaml::data_of_workload) use.data = workload->data;
    if (protocol.gates.max_error == yaml::tolerance_of_workload) {
      protocol.gates.max_error = workload->error.tolerance;
    }
    const std::string backend = backend_of(protocol, catalogue);
    complete_ceilings(protocol.ceilings, *workload, stream_kernels(catalogue, backend));
    complete_probe(protocol.instrument, backend);
  }
  for (ArmUse& arm : protocol.arms) complete_arm(arm, protocol.workload, catalogue);
  complete_expectations(protocol);
  return protocol;
}

}  // namespace membound
