// SPDX-License-Identifier: Apache-2.0
// Caches: what must be said of arms that keep theirs warm, wherever their figures stand.
#include "report/caches.hpp"

#include <set>
#include <utility>

#include "base/text.hpp"
#include "judge/group.hpp"

namespace membound::page {
std::vector<std::string> warm_arms(const Protocol& protocol) {
  std::vector<std::string> out;
  for (const ArmUse& arm : protocol.arms) {
    if (arm.rotation == Rotation::none) out.push_back(arm.name);
  }
  return out;
}

std::vector<Inline> warm_remarks(const Protocol& protocol, const std::vector<std::string>& names) {
  std::set<std::string> members;
  for (const std::string& name : names) {
    for (std::string& arm : arms_of(protocol, name)) members.insert(std::move(arm));
  }
  std::vector<std::string> warm;
  std::vector<std::string> cold;
  for (const ArmUse& arm : protocol.arms) {
    if (members.contains(arm.name))
      (arm.rotation == Rotation::none ? warm : cold).push_back(arm.name);
  }
  if (warm.empty()) return {};
  std::vector<Inline> out{
      strong("Warm caches of " + join(warm) + ":") +
      Inline(" every launch uses the same copy of its operands, and all but the first of a "
             "repetition find what the one before left in the caches. Such a rate is not one "
             "of the memory, and the gate on the ceiling is not asked.")};
  if (!cold.empty()) {
    out.push_back(strong("Not on equal terms:") +
                  Inline(" the caches of " + join(cold) + " are cold. A ratio to " + join(warm) +
                         " says what warm caches add, not which kernel is the faster one."));
  }
  return out;
}

}  // namespace membound::page
