// SPDX-License-Identifier: Apache-2.0
// Validate: instrument, sample size, ceilings.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/text.hpp"
#include "protocol/phrases.hpp"
#include "protocol/stream.hpp"
#include "protocol/validate.hpp"
#include "protocol/words.hpp"

namespace membound {
namespace {

// With fewer units than this the order-statistic interval at 5 % per tail does not exist (0.5^4 >
// 0.05).
constexpr int least_units = 5;

void check_sample(Check& check) {
  const Instrument& instrument = check.protocol.instrument;
  if (instrument.invocations == 1) {
    check.warning(
        "instrument.invocations", "one invocation: verdicts hold within one process only",
        fmt::format("{} or more invocations let them speak of new processes too", least_units),
        kinds::weak);
    if (instrument.rounds >= 1 && instrument.rounds < least_units) {
      check.warning("instrument.rounds",
                    fmt::format("{} of one invocation cannot decide a verdict",
                                counted(static_cast<std::size_t>(instrument.rounds), "round")),
                    fmt::format("use {} rounds or more", least_units), kinds::weak);
    }
  } else if (instrument.invocations > 1 && instrument.invocations < least_units) {
    check.warning("instrument.invocations",
                  fmt::format("{} invocations cannot decide a verdict", instrument.invocations),
                  fmt::format("use {} or more, or 1 to judge within one process", least_units),
                  kinds::weak);
  }
}

void check_counts(Check& check) {
  const Instrument& instrument = check.protocol.instrument;
  if (!check.marks.empty())
    return;  // the parser has checked the numbers of a protocol that was read from text
  const auto positive = [&](std::string_view name, int value) {
    if (value < 1)
      check.error(fmt::format("instrument.{}", name), fmt::format("{} must be at least 1", name));
  };
  positive("launches", instrument.launches);
  positive("rounds", instrument.rounds);
  positive("invocations", instrument.invocations);
  if (instrument.large_ceiling.value < 1)
    check.error("instrument.large_ceiling", "large_ceiling must be at least 1 B");
}

/// Where a ceiling's kernel is named, and the format that it must support; empty: any.
struct CeilingUse {
  std::string path;
  std::string format;
};

/// What the bytes of one launch must be a multiple of.
std::int64_t granularity(const Check& check, const Arm& kernel) {
  std::vector<ExtentRule> rules = kernel.extents;
  if (const Workload* stream = check.catalogue.workload(kernel.workload)) {
    rules.insert(rules.end(), stream->extents.begin(), stream->extents.end());
  }
  std::int64_t multiple = 1;
  for (const ExtentRule& rule : rules) {
    if (rule.name == "bytes") multiple = std::lcm(multiple, rule.multiple_of);
  }
  return multiple;
}

void check_large_ceiling(Check& check) {
  const std::int64_t bytes = check.protocol.instrument.large_ceiling.value;
  std::vector<std::string> names = check.protocol.ceilings.read;
  names.insert(names.end(), check.protocol.ceilings.copy.begin(),
               check.protocol.ceilings.copy.end());
  for (const std::string& name : names) {
    const Arm* kernel = check.catalogue.arm(name);
    const std::int64_t multiple = kernel == nullptr ? 1 : granularity(check, *kernel);
    if (bytes % multiple == 0) continue;
    return check.error(
        "instrument.large_ceiling",
        fmt::format("ceiling kernel '{}' needs a multiple of {} bytes", name, multiple),
        "for example large_ceiling: 1 GiB");
  }
}

void check_ceiling(Check& check, const std::string& name, const CeilingUse& use) {
  const Arm* kernel = check.catalogue.arm(name);
  if (kernel == nullptr || kernel->workload != "stream") {
    std::vector<std::string> known;
    for (const Arm& arm : check.catalogue.arms()) {
      if (arm.workload == "stream") known.push_back(arm.name);
    }
    return check.error(use.path,
                       kernel == nullptr
                           ? fmt::format("unknown kernel {}", shown(name))
                           : fmt::format("kernel {} is not of the workload 'stream'", shown(name)),
                       suggest(name, known, "kernels of the workload stream"), kinds::unknown_name);
  }
  const std::string backend = check.backend();
  if (!backend.empty() && kernel->backend != backend) {
    check.error(use.path,
                fmt::format("kernel '{}' runs on '{}', but the arms on '{}'", name, kernel->backend,
                            backend),
                "ceilings and arms share one backend");
  }
  if (!kernel->ceiling) {
    check.error(use.path, fmt::format("kernel '{}' does other work than is counted", name),
                "it is a control and bounds nothing; name another kernel of the workload stream");
  }
  if (use.format.empty()) return;
  if (std::ranges::find(kernel->formats, use.format) == kernel->formats.end()) {
    return check.error(
        use.path, fmt::format("kernel '{}' does not support the format '{}'", name, use.format),
        suggest(use.format, kernel->formats, "its formats"), kinds::unknown_name);
  }
}

/// Something to compare with must exist, except for scripted backends that have no memory.
void check_presence(Check& check) {
  const Workload* workload = check.catalogue.workload(check.protocol.workload.name);
  const std::string backend = check.backend();
  if (workload == nullptr || backend.empty()) return;
  if (backend == "scripted" && stream_kernels(check.catalogue, backend).none()) return;
  const Ceilings& ceilings = check.protocol.ceilings;
  std::vector<std::string> missing;
  if (workload->ceiling == CeilingKind::read && ceilings.read.empty())
    missing.emplace_back("read ceiling");
  if (workload->ceiling == CeilingKind::copy && ceilings.copy.empty())
    missing.emplace_back("copy ceiling");
  if (ceilings.hot_probe.empty()) missing.emplace_back("hot probe");
  if (ceilings.null_launch.empty()) missing.emplace_back("null launch");
  if (missing.empty()) return;
  const std::string arm = check.protocol.arms.front().name;
  check.error(check.marks.contains("ceilings") ? "ceilings" : fmt::format("arms.{}.kernel", arm),
              fmt::format("the backend '{}' has no {}", backend, join(missing, ", no ")),
              fmt::format("register kernels of the workload 'stream' for '{}'", backend));
}

}  // namespace

void validate_method(Check& check) {
  check_counts(check);
  validate_launch(check);
  check_sample(check);
  check_presence(check);
  const Ceilings& ceilings = check.protocol.ceilings;
  for (const std::string& name : ceilings.read)
    check_ceiling(check, name, {"ceilings.read." + name, "read"});
  for (const std::string& name : ceilings.copy)
    check_ceiling(check, name, {"ceilings.copy." + name, "copy"});
  const bool checked = std::ranges::find(ceilings.read, ceilings.hot_probe) != ceilings.read.end();
  if (!ceilings.hot_probe.empty() && !checked)
    check_ceiling(check, ceilings.hot_probe, {"ceilings.hot_probe", "read"});
  const Arm* probe = check.catalogue.arm(ceilings.hot_probe);
  if (probe != nullptr && !probe->caches)
    check.error("ceilings.hot_probe",
                fmt::format("'{}' asks caches not to keep what it reads, so it never runs hot",
                            probe->name),
                "choose a read kernel without cache hints");
  if (!ceilings.null_launch.empty())
    check_ceiling(check, ceilings.null_launch, {"ceilings.null_launch", ""});
  check_large_ceiling(check);
}

}  // namespace membound
