// SPDX-License-Identifier: Apache-2.0
// Examination: what speaks against measuring on a device, and what to do about it.
#include "tools/cli/examination.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "evidence/reasons.hpp"
#include "judge/observed.hpp"
#include "stats/quantile.hpp"

namespace membound::cli {
namespace {

/// Notes of the backends by a part of their text; the first that fits counts.
struct Known {
  std::string_view part;
  Health health;
  std::string_view remedy;
};
constexpr std::array known{
    Known{"ECC off", Health::doubtful,
          "nvidia-smi -e 1 and a reset: cards in service have it on, and without it wrong bits are "
          "not seen"},
    Known{"ECC could not correct", Health::bad,
          "nvidia-smi -q -d ECC,ROW_REMAPPER; reset the GPU, or measure on another one"},
    Known{
        "clock set to", Health::doubtful,
        "nvidia-smi -rac gives programs the clocks of the card; if it is meant, say so beside the "
        "results"},
    Known{"MIG on", Health::doubtful, "measure on a whole GPU: its slices share the memory"},
    Known{"persistence mode off", Health::doubtful,
          "nvidia-smi -pm 1: otherwise the driver sets the card up anew for each process"},
    Known{"other compute process", Health::bad, "end them: they use the same memory"},
    Known{"NVML not available", Health::doubtful,
          "make libnvidia-ml.so.1 of the driver visible: without it throttling is not seen"},
    Known{"transparent huge pages: always", Health::fine, ""},
    Known{"transparent huge pages: madvise", Health::fine, ""},
    Known{"transparent huge pages", Health::doubtful,
          "echo madvise > /sys/kernel/mm/transparent_hugepage/enabled: small pages cost address "
          "look-ups"},
    Known{"virtual machine", Health::doubtful,
          "trust ratios within a round more than times; only a machine of one's own has no "
          "neighbours"},
    Known{"more threads than physical cores", Health::doubtful,
          "--device N with the number of physical cores"},
    Known{"threads may span", Health::doubtful,
          "numactl --cpunodebind=0 --membind=0 keeps threads and pages together"},
    Known{"frequency governor: performance", Health::fine, ""},
    Known{"frequency governor", Health::doubtful, "cpupower frequency-set -g performance"},
    Known{"control group limits", Health::bad, "lift the limit (cpu.max) of the container"},
    Known{"load average", Health::bad, "end the other work and look again after a minute"},
};

// Of an interval from 8 invocations: what the instrument promises at best, and what decides little.
constexpr double good_resolution = 0.005;
constexpr double poor_resolution = 0.02;
constexpr double half_width_of_eight =
    0.85;  // ends of the middle six of 8, in deviations of a unit

Symptom sameness(const Trial& trial) {
  const double unit = unit_deviation(trial.ratio, trial.rounds);
  const double resolution = half_width_of_eight * unit;
  const std::string found = fmt::format(
      "the same kernel twice: {:+.2f} % apart; a speedup from 8 invocations is known "
      "to about {:.2f} %",
      100 * std::expm1(trial.ratio.centre), 100 * resolution);
  const double noise = 4 * unit / std::sqrt(pilot_invocations);
  if (std::abs(trial.ratio.centre) > std::max(noise, good_resolution))
    return {Health::bad, found,
            "something acts on one place of a round and not on another; end other work and look "
            "again"};
  if (resolution > poor_resolution)
    return {Health::bad, found, "find what disturbs: clocks, power, other work"};
  if (resolution > good_resolution)
    return {Health::doubtful, found, "state wide ranges, or take more invocations"};
  return {Health::fine, found, ""};
}

Symptom coldness(const Trial& trial) {
  const std::string found =
      fmt::format("a read from warm caches is {:.2f} times as fast as one from rotating buffers",
                  trial.hot_over_cold);
  if (trial.hot_over_cold > 1.1) return {Health::fine, found, ""};
  return {Health::bad, found,
          "caches are not cold, or too small to tell: enlarge instrument.working_set"};
}

Symptom throttling(const Trial& trial) {
  const std::string found =
      fmt::format("{} of {} repetitions ran while the device reported throttling", trial.throttled,
                  trial.repetitions);
  if (trial.throttled == 0) return {Health::fine, found, ""};
  const std::string why = reasons_text(trial.reasons);
  std::string remedy = "nvidia-smi -q -d PERFORMANCE tells the reason";
  if ((trial.reasons & power_reasons) != 0)
    remedy =
        "the card meets its power limit: nvidia-smi -pl raises it, or hold lower clocks (-lgc)";
  if ((trial.reasons & heat_reasons) != 0)
    remedy = "look at the cooling: nvidia-smi -q -d TEMPERATURE";
  return {Health::doubtful, why.empty() ? found : found + ": " + why, remedy};
}

/// Clocks that wander by more than this change a kernel that waits for instructions.
constexpr double steady_clock_share = 0.02;

Symptom clocks(const Trial& trial) {
  const int least = *trial.lowest_clock_mhz;
  const int most = *trial.highest_clock_mhz;
  if (least == most)
    return {Health::fine, fmt::format("core clock at {} MHz beside every repetition", most), ""};
  const std::string found =
      fmt::format("core clock from {} to {} MHz beside the repetitions", least, most);
  if (most - least <= steady_clock_share * most) return {Health::fine, found, ""};
  return {Health::doubtful, found,
          "hold it: nvidia-smi -lgc MHZ,MHZ on a GPU, cpupower frequency-set on a CPU"};
}

Symptom neighbours(double stolen) {
  const std::string found = fmt::format(
      "{:.1f} % of the processors' time went to other machines on the host", 100 * stolen);
  constexpr double noticeable = 0.005;
  constexpr double much = 0.05;
  if (stolen < noticeable) return {Health::fine, found, ""};
  return {stolen < much ? Health::doubtful : Health::bad, found,
          "measure when the host is quiet, or on a machine of one's own"};
}

Symptom timer(const Trial& trial) {
  const std::string found =
      fmt::format("launching nothing takes {:.2f} us, reading the clock {:.0f} ns",
                  trial.null_launch_ns / 1000, trial.clock_ns);
  constexpr double slow_ns = 300;  // the processor's own counter takes some tens
  if (trial.clock_ns < slow_ns) return {Health::fine, found, ""};
  return {Health::doubtful, found,
          "the clock is read through the kernel: look at "
          "/sys/devices/system/clocksource/clocksource0/available_clocksource for tsc"};
}

bool is_of_others(const std::string& note) {
  return note.find("other compute process") != std::string::npos;
}

}  // namespace

std::string_view name_of(Health health) {
  switch (health) {
    case Health::fine: return "fine";
    case Health::doubtful: return "doubtful";
    case Health::bad: break;
  }
  return "bad";
}

std::vector<Symptom> examine(const DeviceInfo& device) {
  std::vector<Symptom> out;
  for (const std::string& note : device.notes) {
    const auto it = std::ranges::find_if(
        known, [&](const Known& one) { return note.find(one.part) != std::string::npos; });
    if (it == known.end()) {
      out.push_back({Health::fine, note, ""});
    } else {
      out.push_back({it->health, note, std::string(it->remedy)});
    }
  }
  if (device.backend == "cuda" && std::ranges::none_of(device.notes, is_of_others))
    out.push_back({Health::fine, "no other compute process is known on the device", ""});
  return out;
}

std::vector<Symptom> examine(const Trial& trial) {
  std::vector<Symptom> out{timer(trial), coldness(trial), throttling(trial)};
  if (trial.lowest_clock_mhz && trial.highest_clock_mhz) out.push_back(clocks(trial));
  if (trial.stolen) out.push_back(neighbours(*trial.stolen));
  out.push_back(sameness(trial));
  return out;
}

Symptom examine_profiler(const std::string& path) {
  if (!path.empty()) return {Health::fine, "Nsight Compute is there: " + path, ""};
  return {Health::doubtful, "Nsight Compute (ncu) was not found",
          "install it with the CUDA toolkit, or add its folder to PATH; without it hardware "
          "counters are not read"};
}

Symptom examine_load(double load) {
  const std::string found = fmt::format("load average {:.2f}", load);
  constexpr double quiet = 0.5;
  if (load <= quiet) return {Health::fine, found, ""};
  return {Health::doubtful, found,
          "end the other work and look again after a minute: it delays what is queued"};
}

std::optional<double> stolen_share(const std::optional<ProcessorTime>& before,
                                   const std::optional<ProcessorTime>& after) {
  if (!before || !after || after->total <= before->total) return std::nullopt;
  return static_cast<double>(after->stolen - before->stolen) /
         static_cast<double>(after->total - before->total);
}

Symptom examine_counters(const std::string& parameters, bool administrator) {
  const bool restricted = parameters.find("RmProfilingAdminOnly: 1") != std::string::npos;
  if (!restricted || administrator) return {Health::fine, "hardware counters may be read", ""};
  return {
      Health::doubtful, "hardware counters are for the administrator alone",
      "options nvidia NVreg_RestrictProfilingToAdminUsers=0 in /etc/modprobe.d, or run as root; "
      "predictions on counters are not run otherwise"};
}

Trial trial_of(const Protocol& piloted, const Plan& plan, const Evidence& evidence) {
  const Observed observed(plan, evidence);
  const auto median_time = [&](CellKind kind) {
    std::vector<double> times;
    for (std::size_t i = 0; i < plan.cells.size(); ++i) {
      if (plan.cells[i].kind != kind) continue;
      const std::vector<double> more = observed.times(static_cast<int>(i));
      times.insert(times.end(), more.begin(), more.end());
    }
    return times.empty() ? 0 : median(times);
  };
  const double hot = median_time(CellKind::hot_probe);
  const auto throttled = std::ranges::count_if(evidence.repetitions, [](const Repetition& one) {
    return (one.flags & flag_throttled) != 0;
  });
  Trial trial{.ratio = pilot(piloted, plan, evidence).cases.front().ratio,
              .rounds = piloted.instrument.rounds,
              .hot_over_cold = hot > 0 ? median_time(CellKind::cold_probe) / hot : 0,
              .null_launch_ns = median_time(CellKind::null_launch),
              .throttled = static_cast<std::size_t>(throttled),
              .repetitions = evidence.repetitions.size()};
  for (const Repetition& one : evidence.repetitions) {
    if ((one.flags & flag_throttled) != 0) trial.reasons |= one.state.throttle_reasons.value_or(0);
    const std::optional<int>& clock = one.state.core_clock_mhz;
    if (!clock) continue;
    trial.lowest_clock_mhz = std::min(trial.lowest_clock_mhz.value_or(*clock), *clock);
    trial.highest_clock_mhz = std::max(trial.highest_clock_mhz.value_or(*clock), *clock);
  }
  return trial;
}

}  // namespace membound::cli
