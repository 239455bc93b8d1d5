// SPDX-License-Identifier: Apache-2.0
// Validate: the launch mode, and what it needs of the workload and of the arms.
#include <fmt/format.h>

#include "base/text.hpp"
#include "protocol/phrases.hpp"
#include "protocol/validate.hpp"
#include "protocol/words.hpp"

namespace membound {
namespace {

/// Fields that only the isolated mode has.
void check_isolated_fields(Check& check) {
  if (check.protocol.instrument.launch == LaunchMode::isolated) return;
  for (const char* path : {"instrument.flush", "instrument.short_launches"}) {
    if (!check.marks.contains(path)) continue;
    check.error(path,
                fmt::format("launch mode '{}' has no such setting: nothing is flushed between its "
                            "launches",
                            name_of(check.protocol.instrument.launch)),
                "remove it, or choose launch: isolated");
  }
}

/// Kernels of the workload that can be links of a chain.
std::vector<std::string> links(const Check& check, const Arm& like) {
  std::vector<std::string> names;
  for (const Arm& arm : check.catalogue.arms()) {
    if (arm.chains && arm.workload == like.workload && arm.backend == like.backend)
      names.push_back(arm.name);
  }
  return names;
}

void check_link(Check& check, const ArmUse& use) {
  const Arm* kernel = check.catalogue.arm(use.kernel);
  if (kernel == nullptr || kernel->chains) return;
  const std::vector<std::string> able = links(check, *kernel);
  check.error(fmt::format("arms.{}.kernel", use.name),
              fmt::format("kernel '{}' cannot be a link of a chain: it does not store its output "
                          "as the next input",
                          kernel->name),
              able.empty() ? "choose launch: stream" : fmt::format("that can: {}", join(able)));
}

void check_chain(Check& check) {
  const Instrument& instrument = check.protocol.instrument;
  const Workload* workload = check.catalogue.workload(check.protocol.workload.name);
  if (instrument.launch != LaunchMode::chain || workload == nullptr) return;
  if (!workload->chain) {
    return check.error("instrument.launch",
                       fmt::format("workload '{}' cannot be run as a chain: its output is not an "
                                   "input of the next launch",
                                   workload->name),
                       "available: isolated, stream");
  }
  if (instrument.launches == 1)
    check.error("instrument.launches", "one launch is no chain", "use 2 launches or more");
  for (const ArmUse& use : check.protocol.arms) check_link(check, use);
}

/// In mode stream, launches that depend on nothing would hide all their fixed cost behind each
/// other.
void check_overlap(Check& check) {
  if (check.protocol.instrument.launch != LaunchMode::stream) return;
  for (const ArmUse& use : check.protocol.arms) {
    const Arm* kernel = check.catalogue.arm(use.kernel);
    if (kernel == nullptr || !kernel->always_overlaps) continue;
    check.error(fmt::format("arms.{}.kernel", use.name),
                fmt::format("kernel '{}' begins before its predecessor has ended whatever it is "
                            "told, and launches of mode stream must not overlap",
                            kernel->name),
                "choose launch: chain or isolated, or leave the arm out");
  }
}

}  // namespace

void validate_launch(Check& check) {
  check_isolated_fields(check);
  check_chain(check);
  check_overlap(check);
}

}  // namespace membound
