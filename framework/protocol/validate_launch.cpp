// SPDX-License-Identifier: Apache-2.0
// Validate: launch mode, rotation and order, and what they need of the workload and of the arms.
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

/// Warm caches are there to be shown beside cold ones, never to be taken for them.
void check_rotation(Check& check) {
  for (const ArmUse& use : check.protocol.arms) {
    if (use.rotation == Rotation::full) continue;
    const std::string path = fmt::format("arms.{}.rotation", use.name);
    if (check.protocol.instrument.launch == LaunchMode::chain) {
      check.error(path,
                  fmt::format("the launches of {} cannot all use one copy: each link of a chain "
                              "reads what the one before it wrote",
                              shown(use.name)),
                  "choose launch: stream, or leave rotation out");
    } else if (use.role != Role::control && use.role != Role::probe && use.role != Role::post_hoc) {
      check.error(path,
                  fmt::format("{} would be measured with warm caches, as a {}", shown(use.name),
                              name_of(use.role)),
                  fmt::format("for example {}: {{kernel: {}, role: control, rotation: none}}",
                              use.name, use.kernel));
    }
  }
}

/// Arms in blocks are compared across whatever the device did between them.
void check_order(Check& check) {
  const Protocol& protocol = check.protocol;
  if (protocol.instrument.order == Order::shuffled) return;
  if (protocol.claims.empty()) {
    return check.warning("instrument.order",
                         "all rounds of an arm run before those of the next: what the device does "
                         "meanwhile counts as a difference between them",
                         "leave order out, unless that is what is to be seen", kinds::weak);
  }
  for (const Claim& claim : protocol.claims) {
    check.error(fmt::format("claims.{}", claim.name),
                fmt::format("the claim {} would rest on arms in blocks, between which drift is not "
                            "cancelled",
                            shown(claim.name)),
                "leave instrument.order out, or claim nothing");
  }
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
  check_rotation(check);
  check_order(check);
}

}  // namespace membound
