// SPDX-License-Identifier: Apache-2.0
// `membound doctor`: whether this machine can be trusted for measuring.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <memory>

#include "backend/open.hpp"
#include "base/text.hpp"
#include "execute/profile.hpp"
#include "protocol/parse.hpp"
#include "protocol/stream.hpp"
#include "tools/cli/examination.hpp"
#include "tools/cli/measure.hpp"
#include "tools/cli/pilot.hpp"
#include "tools/cli/place.hpp"
#include "tools/cli/surroundings.hpp"
#include "tools/cli/verbs.hpp"

namespace membound::cli {
namespace {

struct DoctorOptions {
  PilotOptions piloting;
  std::string backend;
};

std::string chosen_backend(const std::string& asked) {
  std::string backend = !asked.empty() ? asked : why_unavailable("cuda").empty() ? "cuda" : "cpu";
  if (const std::string why = why_unavailable(backend); !why.empty())
    throw Error("backend '" + backend + "' cannot be used here: " + why);
  return backend;
}

/// The simplest read kernel over a region that no cache holds.
Protocol reading(const std::string& backend, const Catalogue& catalogue) {
  const StreamKernels stream = stream_kernels(catalogue, backend);
  if (stream.probes.empty())
    throw Error("no kernel of the workload stream for '" + backend + "' in this program",
                ExitCode::usage);
  const bool gpu = backend == "cuda";
  const std::string text = fmt::format(
      R"(membound: 1
id: doctor
title: A read kernel beside itself
question: How much noise is here?
rationale: The same kernel twice differs by nothing else.
prior_data: none
workload: {{name: stream, format: read}}
cases:
  region: {{bytes: {0}}}
arms:
  reader: {{kernel: {1}, role: baseline}}
instrument: {{launch: stream, launches: {2}, warmup: 0.1 s, rounds: 10, invocations: 6, large_ceiling: {3}}}
analysis: standard
ceilings:
  read: [{1}]
predictions:
  short: {{quantity: {{time: reader}}, at_most: 1 s, because: a trial needs one}}
)",
      gpu ? "256Mi" : "64Mi", stream.probes.front(), gpu ? 20 : 2, gpu ? "1 GiB" : "256 MiB");
  const Parsed parsed = read_protocol(text, catalogue);
  if (!parsed.findings.empty())
    throw Error("the trial of 'doctor' is no valid protocol: " + parsed.findings.front().message);
  return pilot_protocol(parsed.protocol);
}

/// What the host of a GPU tells of itself.
std::vector<Symptom> examine_host() {
  std::vector<Symptom> symptoms{
      examine_counters(text_of("/proc/driver/nvidia/params"), geteuid() == 0),
      examine_profiler(find_profiler())};
  if (double load = 0; getloadavg(&load, 1) == 1) symptoms.push_back(examine_load(load));
  return symptoms;
}

void show(const Symptom& symptom) {
  std::printf("%-8s  %s\n", std::string(name_of(symptom.health)).c_str(),
              printable(symptom.found).c_str());
  if (!symptom.remedy.empty())
    std::printf("          next: %s\n", printable(symptom.remedy).c_str());
}

int conclude(const std::vector<Symptom>& symptoms) {
  const auto bad = std::ranges::count(symptoms, Health::bad, &Symptom::health);
  const auto doubtful = std::ranges::count(symptoms, Health::doubtful, &Symptom::health);
  if (bad > 0) {
    std::printf("not to be trusted: %td bad, %td doubtful\n", bad, doubtful);
    return static_cast<int>(ExitCode::machine);
  }
  std::puts(doubtful > 0
                ? fmt::format("to be trusted with reservations: {} doubtful", doubtful).c_str()
                : "to be trusted for measuring");
  return 0;
}

int examine_all(const DoctorOptions& options, const Catalogue& catalogue) {
  const std::string backend = chosen_backend(options.backend);
  const FrozenProtocol frozen = unfrozen(reading(backend, catalogue), catalogue);
  const DeviceInfo device = describe(frozen, backend, options.piloting.device);
  std::printf("%s (%s; %s, %s)\n", printable(device.name).c_str(), backend.c_str(),
              printable(backend == "cuda" ? "driver " + device.driver : device.driver).c_str(),
              printable(backend == "cuda" ? "CUDA " + device.runtime : device.runtime).c_str());
  std::vector<Symptom> symptoms = examine(device);
  if (backend == "cuda") std::ranges::move(examine_host(), std::back_inserter(symptoms));
  for (const Symptom& symptom : symptoms) show(symptom);
  const auto before = processor_time(text_of("/proc/stat"));
  Trial trial =
      trial_of(frozen.protocol(), plan(frozen), explore(frozen, catalogue, options.piloting));
  trial.stolen = stolen_share(before, processor_time(text_of("/proc/stat")));
  trial.clock_ns = clock_cost_ns();
  for (const Symptom& symptom : examine(trial)) {
    show(symptom);
    symptoms.push_back(symptom);
  }
  return conclude(symptoms);
}

}  // namespace

void add_doctor(CLI::App& app, Context& context) {
  CLI::App* verb = app.add_subcommand(
      "doctor", "look whether this machine can be trusted for measuring, in ten seconds");
  auto options = std::make_shared<DoctorOptions>();
  verb->add_option("--backend", options->backend, "cuda or cpu (default: cuda when there is one)")
      ->type_name("NAME");
  verb->add_option("--device", options->piloting.device,
                   "GPU by UUID or index; CPU by number of threads")
      ->type_name("DEVICE");
  verb->add_flag("--quiet", options->piloting.quiet, "no progress");
  add_database_option(*verb, options->piloting.store);
  verb->callback([&context, options] {
    context.chosen = [&context, options] { return examine_all(*options, context.catalogue); };
  });
}

}  // namespace membound::cli
