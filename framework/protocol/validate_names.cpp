// SPDX-License-Identifier: Apache-2.0
// Validate: names are used once, groups name arms, and what a freeze depends on is so.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "protocol/phrases.hpp"
#include "protocol/validate.hpp"

namespace membound {
namespace {

template <class Items>
void check_unique(Check& check, const Items& items, std::string_view section) {
  std::set<std::string_view> seen;
  for (const auto& item : items) {
    if (seen.insert(item.name).second) continue;
    check.error(fmt::format("{}.{}", section, item.name),
                fmt::format("{} stands twice in {}", shown(item.name), section),
                "rename one of them");
  }
}

void check_all_unique(Check& check) {
  if (!check.marks.empty()) return;  // the guard and the parser have checked a text
  const Protocol& protocol = check.protocol;
  check_unique(check, protocol.cases, "cases");
  check_unique(check, protocol.arms, "arms");
  check_unique(check, protocol.groups, "groups");
  check_unique(check, protocol.predictions, "predictions");
  check_unique(check, protocol.falsifiers, "falsifiers");
  check_unique(check, protocol.observations, "observations");
  check_unique(check, protocol.claims, "claims");
  check_unique(check, protocol.decisions, "decisions");
  check_unique(check, protocol.stop_rules, "stop_rules");
}

/// Verdicts are filed by name: predictions, falsifiers and observations share their names.
void check_verdict_names(Check& check) {
  const Protocol& protocol = check.protocol;
  const auto refuse = [&](std::string_view section, const auto& items, const auto& earlier,
                          std::string_view what) {
    for (const auto& item : items) {
      if (std::ranges::none_of(earlier, [&](const auto& e) { return e.name == item.name; }))
        continue;
      check.error(fmt::format("{}.{}", section, item.name),
                  fmt::format("{} is the name of a {} too", shown(item.name), what),
                  "rename one of them");
    }
  };
  refuse("falsifiers", protocol.falsifiers, protocol.predictions, "prediction");
  refuse("observations", protocol.observations, protocol.predictions, "prediction");
  refuse("observations", protocol.observations, protocol.falsifiers, "falsifier");
}

void check_dropped(Check& check) {
  for (const auto& [name, reason] : check.protocol.dropped) {
    if (check.arm(name) == nullptr) continue;
    check.error(fmt::format("dropped.{}", name),
                fmt::format("{} is dropped, but it is one of the arms", shown(name)),
                "remove it from arms or from dropped");
  }
}

void check_groups(Check& check) {
  std::set<std::string_view> seen;  // a sweep of arms makes a group of its own
  for (const Group& group : check.protocol.groups) {
    const std::string path = fmt::format("groups.{}", group.name);
    const bool swept = check.marks.contains(fmt::format("arms.{}", group.name));
    if (!seen.insert(group.name).second) continue;
    if (check.arm(group.name) != nullptr || (swept && check.marks.contains(path)))
      check.error(path, fmt::format("{} is the name of an arm too", shown(group.name)),
                  "rename one of them");
    for (const std::string& name : group.arms) {
      if (check.arm(name) != nullptr) continue;
      check.error(fmt::format("{}.{}", path, name), fmt::format("unknown arm {}", shown(name)),
                  suggest(name, names_of(check.protocol.arms), "arms"), kinds::unknown_name);
    }
  }
}

void check_lineage(Check& check) {
  const Protocol& protocol = check.protocol;
  if (protocol.id.empty()) return;  // the parser has said so
  const auto refuse = [&](std::string_view path, std::string_view named) {
    if (named != protocol.id) return;
    check.error(path, fmt::format("{} is this experiment itself", shown(named)),
                "name an earlier experiment by its id");
  };
  refuse("follows", protocol.lineage.follows);
  refuse("supersedes", protocol.lineage.supersedes);
  refuse("replicates", protocol.lineage.replicates);
  if (protocol.proceeds_if) refuse("proceeds_if.protocol", protocol.proceeds_if->protocol);
}

void check_beforehand(Check& check) {
  for (const Beforehand& measured : check.protocol.beforehand) {
    if (measured.value <= measured.at_most) continue;
    check.error(fmt::format("beforehand.{}.value", measured.name),
                fmt::format("{} is {}, but must be at most {} before anything is frozen",
                            measured.name, shortest(measured.value), shortest(measured.at_most)),
                "correct what was measured and measure it again; the limit is no reason to freeze");
  }
}

}  // namespace

void validate_names(Check& check) {
  check_all_unique(check);
  check_verdict_names(check);
  check_dropped(check);
  check_groups(check);
  check_lineage(check);
  check_beforehand(check);
}

}  // namespace membound
