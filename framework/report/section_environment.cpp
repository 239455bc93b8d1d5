// SPDX-License-Identifier: Apache-2.0
// Environment: device, its state while measuring, build and sources.
#include <algorithm>
#include <cstdint>
#include <optional>

#include "base/text.hpp"
#include "report/sections.hpp"
#include "report/words.hpp"

namespace membound::page {
namespace {

/// Least and greatest value that the device reported beside the repetitions.
struct Extremes {
  std::optional<int> least;
  std::optional<int> most;
};

Extremes extremes(const Evidence& evidence, std::optional<int> DeviceState::*field) {
  Extremes out;
  for (const Repetition& repetition : evidence.repetitions) {
    const std::optional<int>& value = repetition.state.*field;
    if (!value) continue;
    out.least = std::min(out.least.value_or(*value), *value);
    out.most = std::max(out.most.value_or(*value), *value);
  }
  return out;
}

std::string extremes_text(const Extremes& found, int divisor, const std::string& unit) {
  if (!found.least) return "not readable";
  const std::string least = std::to_string(*found.least / divisor);
  const std::string most = std::to_string(*found.most / divisor);
  return (least == most ? least : least + " to " + most) + " " + unit;
}

std::string or_unknown(const std::string& text) { return text.empty() ? "unknown" : text; }

Table device_table(const View& view) {
  const Evidence& evidence = *view.evidence;
  const DeviceInfo& device = evidence.invocations.front().device;
  Table table{{{"device"}, {""}}, {}};
  const auto row = [&](const char* name, const Inline& value) {
    table.rows.push_back({name, value});
  };
  row("name", device.name);
  row("identity", code(or_unknown(device.identity)));
  row("backend, architecture", or_unknown(device.backend) + ", " + or_unknown(device.architecture));
  row(device.backend == "cpu" ? "threads" : "multiprocessors",
      device.units > 0 ? std::to_string(device.units) : "unknown");
  row("memory", device.memory.value > 0 ? size_text(device.memory) : "unknown");
  row("last-level cache", device.cache.value > 0 ? size_text(device.cache) : "unknown");
  row(device.backend == "cpu" ? "kernel release" : "driver", or_unknown(device.driver));
  row("run time", or_unknown(device.runtime));
  for (const std::string& note : device.notes) row("note", note);
  row("core clock while measuring",
      extremes_text(extremes(evidence, &DeviceState::core_clock_mhz), 1, "MHz"));
  row("memory clock while measuring",
      extremes_text(extremes(evidence, &DeviceState::memory_clock_mhz), 1, "MHz"));
  row("temperature while measuring",
      extremes_text(extremes(evidence, &DeviceState::temperature_c), 1, "degrees Celsius"));
  row("power while measuring",
      extremes_text(extremes(evidence, &DeviceState::power_mw), 1000, "W"));
  return table;
}

std::string dirt(const Build& build) { return build.dirty ? ", with uncommitted changes" : ""; }

Inline build_text(const Build& build) {
  return Inline("membound " + build.version + ", commit ") + code(prefix(build.commit)) +
         Inline(dirt(build) + ", " + build.compiler);
}

Table program_table(const View& view) {
  double wall = 0;
  double timed = 0;
  for (const InvocationFinished& finished : view.evidence->finished) {
    wall += finished.worker_seconds;
    timed += finished.timed_seconds;
  }
  Table table{{{"program"}, {""}}, {}};
  table.rows.push_back({"run by", build_text(view.evidence->run.build)});
  for (const std::string& digest : programs_of(*view.evidence))
    table.rows.push_back({"SHA-256 of the program, all arms included", code(digest)});
  if (!view.provenance.time.empty()) {
    table.rows.push_back({"frozen by", build_text(view.provenance.build)});
    table.rows.push_back({"frozen at", view.provenance.time});
  }
  table.rows.push_back({"rules of judgement", "version " + std::to_string(view.rules)});
  if (wall > 0) {
    table.rows.push_back({"time of all workers", rounded(wall) + " s, of which " + rounded(timed) +
                                                     " s in warm-up and timed launches"});
  }
  const auto& events = view.evidence->events;
  const auto last = std::ranges::find(events.rbegin(), events.rend(), phases_event, &Event::kind);
  if (last != events.rend())
    table.rows.push_back({"seconds of the last worker, by phase", last->detail});
  return table;
}

}  // namespace

Markdown environment(const View& view) {
  Markdown out;
  out.heading(2, "Environment");
  if (view.evidence->invocations.empty()) {
    out.paragraph("No invocation started, so no device is known.");
  } else {
    out.table(device_table(view));
  }
  out.table(program_table(view));
  if (view.kernels.empty()) return out;
  Table sources{{{"kernel"}, {"SHA-256 of its sources"}}, {}};
  for (const auto& [kernel, digest] : view.kernels) {
    sources.rows.push_back(
        {code(kernel), digest.empty() ? "not known to the build" : code(prefix(digest, 16))});
  }
  return out.table(sources);
}

}  // namespace membound::page
