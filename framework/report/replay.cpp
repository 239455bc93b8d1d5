// SPDX-License-Identifier: Apache-2.0
// Replay: published numbers as the run of a protocol of testdata/sources/.
#include "report/replay.hpp"

#include <cmath>

#include "judge/observed.hpp"
#include "protocol/source_catalogue.hpp"
#include "protocol/test_protocols.hpp"

namespace membound {
namespace {

constexpr int launches = 1000;  // of a repetition: published are means of many

Nanoseconds sample(double microseconds) { return {std::llround(microseconds * 1000 * launches)}; }

struct Traffic {
  Bytes read;
  Bytes written;
};

Traffic traffic_of(const Plan& plan, const Cell& cell) {
  if (cell.set < 0) return {};
  const OperandSet& set = plan.sets.at(static_cast<std::size_t>(cell.set));
  const Problem& problem = set.problem;
  if (set.workload == "stream") return {{problem.extents.at("bytes")}, {}};
  Traffic out;
  const Catalogue catalogue = testing::source_catalogue();
  const Workload& workload = *catalogue.workload(set.workload);
  for (const Operand& one : workload.operands(problem.extents, problem.format))
    (one.access == Access::read ? out.read : out.written).value += one.bytes().value;
  return out;
}

void add_cell(Evidence& evidence, const Plan& plan, const Place& at, const Told& told) {
  const Cell& cell = plan.cells.at(static_cast<std::size_t>(at.cell));
  const Traffic traffic = traffic_of(plan, cell);
  evidence.bindings.push_back({.invocation = at.invocation,
                               .cell = at.cell,
                               .read = traffic.read,
                               .written = traffic.written,
                               .copies = 8});
  for (const auto when : {Correctness::When::before, Correctness::When::after}) {
    evidence.correctness.push_back({.invocation = at.invocation,
                                    .cell = at.cell,
                                    .when = when,
                                    .copies = 8,
                                    .error = 1e-6,
                                    .tolerance = 1e-3,
                                    .passed = true});
  }
  const Bytes all{traffic.read.value + traffic.written.value};
  for (int round = 0; const auto time = told(cell, all, round); ++round) {
    evidence.repetitions.push_back({.invocation = at.invocation,
                                    .round = round,
                                    .position = at.cell,
                                    .cell = at.cell,
                                    .launches = launches,
                                    .time = sample(*time)});
  }
}

void add_invocation(Replay& replay, int invocation, const std::string& device, const Told& told) {
  replay.evidence.invocations.push_back({.invocation = invocation, .device = {.name = device}});
  for (std::size_t i = 0; i < replay.plan.cells.size(); ++i)
    add_cell(replay.evidence, replay.plan, {invocation, static_cast<int>(i)}, told);
  replay.evidence.finished.push_back({.invocation = invocation});
}

template <class T>
T named(const std::vector<T>& all, std::string T::*name, const std::string& wanted) {
  for (const T& one : all) {
    if (one.*name == wanted) return one;
  }
  throw Error("nothing was found on " + wanted);
}

}  // namespace

Verdict Replay::verdict(const std::string& prediction) const {
  return named(judge(frozen, evidence), &Verdict::prediction, prediction);
}

Outcome Replay::outcome(const std::string& prediction) const { return verdict(prediction).outcome; }

Conclusion Replay::conclusion(const std::string& name) const {
  return named(conclude(frozen, evidence), &Conclusion::name, name);
}

std::string Replay::report() const {
  return membound::report({.frozen = &frozen,
                           .evidence = &evidence,
                           .verdicts = judge(frozen, evidence),
                           .conclusions = conclude(frozen, evidence)})
      .markdown;
}

void Replay::set(const std::string& arm, int round, double microseconds) {
  for (Repetition& one : evidence.repetitions) {
    if (plan.cells.at(static_cast<std::size_t>(one.cell)).arm == arm && one.round == round)
      one.time = sample(microseconds);
  }
}

void Replay::read_back(const std::string& arm, const std::string& name, double value,
                       const std::string& case_name) {
  for (std::size_t i = 0; i < plan.cells.size(); ++i) {
    if (plan.cells[i].arm != arm || (!case_name.empty() && plan.cells[i].case_name != case_name))
      continue;
    for (const InvocationStarted& started : evidence.invocations) {
      evidence.readings.push_back(
          {started.invocation, static_cast<int>(i), name, value, "replay", "launch"});
    }
  }
}

void Replay::unavailable(const std::string& arm, const std::string& why) {
  for (CellBound& bound : evidence.bindings) {
    if (plan.cells.at(static_cast<std::size_t>(bound.cell)).arm == arm) bound.unavailable = why;
  }
}

Protocol source(const std::string& name) {
  for (const auto& file : testing::files_of("sources")) {
    if (file.stem() == name)
      return read_protocol(testing::read_text(file), testing::source_catalogue()).protocol;
  }
  throw Error("the corpus has no " + name);
}

Replay replay(const Protocol& protocol, const std::string& device, const Told& told) {
  FrozenProtocol frozen = freeze(protocol, testing::source_catalogue(), testing::test_provenance());
  Replay out{frozen, membound::plan(frozen), {}};
  Evidence& evidence = out.evidence;
  evidence.run = {.id = "0a1b2c3d4e5f60718293a4b5c6d7e8f9",
                  .protocol_digest = out.frozen.digest(),
                  .started = "2000-01-02T03:04:00Z",
                  .backend = "replay"};
  evidence.status = RunStatus::complete;
  for (int i = 0; i < protocol.instrument.invocations; ++i) add_invocation(out, i, device, told);
  return out;
}

}  // namespace membound
