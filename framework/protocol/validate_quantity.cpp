// SPDX-License-Identifier: Apache-2.0
// Validate: quantities name arms that exist and that can be compared.
#include <fmt/format.h>

#include <algorithm>

#include "protocol/counters.hpp"
#include "protocol/phrases.hpp"
#include "protocol/stream.hpp"
#include "protocol/validate_parts.hpp"
#include "protocol/words.hpp"

namespace membound {
namespace {

/// Only a scripted backend may be without ceilings; then there is nothing to take a share of.
bool has_no_ceiling(const Check& check) {
  const std::string backend = check.backend();
  return backend == "scripted" && stream_kernels(check.catalogue, backend).none();
}

bool is_own_ceiling(const Check& check, const std::string& name) {
  const Ceilings& ceilings = check.protocol.ceilings;
  const auto among = [](const std::vector<std::string>& kernels, const std::string& kernel) {
    return std::ranges::find(kernels, kernel) != kernels.end();
  };
  return std::ranges::any_of(check.members(name), [&](const ArmUse* use) {
    return among(ceilings.read, use->kernel) || among(ceilings.copy, use->kernel);
  });
}

/// The fastest of a group is a matter of time; what is counted or read back belongs to one arm.
bool admits_group(QuantityKind kind) {
  switch (kind) {
    case QuantityKind::time:
    case QuantityKind::bandwidth:
    case QuantityKind::share_of_ceiling:
    case QuantityKind::speedup:
    case QuantityKind::time_saved:
    case QuantityKind::tokens_per_second: return true;
    default: return false;
  }
}

bool compares_times(QuantityKind kind) {
  return kind == QuantityKind::speedup || kind == QuantityKind::time_saved;
}

/// Keys under which a quantity names its arm and its reference, below the place of the quantity.
struct Keys {
  std::string arm;
  std::string over;
};

Keys keys_of(QuantityKind kind) {
  const std::string name(name_of(kind));
  switch (kind) {
    case QuantityKind::speedup:
    case QuantityKind::bytes_ratio: return {name + ".of", name + ".over"};
    case QuantityKind::time_saved: return {name + ".by", name + ".over"};
    case QuantityKind::tokens_per_second: return {name + ".arm", ""};
    case QuantityKind::counter:
    case QuantityKind::receipt: return {"arm", "over"};
    default: return {name, ""};
  }
}

std::vector<std::string> arms_and_groups(const Check& check) {
  std::vector<std::string> names = names_of(check.protocol.arms);
  for (const Group& group : check.protocol.groups) names.push_back(group.name);
  return names;
}

void check_subject(Check& check, const std::string& path, const std::string& name,
                   QuantityKind kind) {
  if (!admits_group(kind)) return check_arm_name(check, path, name);
  if (name.empty() || check.arm(name) != nullptr || check.group(name) != nullptr)
    return;  // the parser has complained about an empty one
  check.error(path, fmt::format("unknown arm {}", shown(name)),
              suggest(name, arms_and_groups(check), "arms and groups"), kinds::unknown_name);
}

bool shares_an_arm(const Check& check, const Pair& pair) {
  const std::vector<const ArmUse*> first = check.members(pair.first);
  return std::ranges::any_of(check.members(pair.second), [&](const ArmUse* use) {
    return std::ranges::find(first, use) != first.end();
  });
}

void check_pair(Check& check, const std::string& path, const Quantity& quantity) {
  const Pair pair{quantity.arm, quantity.over};
  if (pair.first == pair.second) {
    check.error(path, fmt::format("{} is compared with itself", shown(pair.first)),
                "name two different arms; for a control, give one kernel two arms");
  } else if (shares_an_arm(check, pair)) {
    check.error(
        path, fmt::format("{} and {} have an arm in common", shown(pair.first), shown(pair.second)),
        "the fastest of a group is never slower than its members; name an arm outside it");
  } else if (compares_times(quantity.kind)) {
    check_comparable(check, path, pair);
  }
}

void check_ceiling(Check& check, const std::string& path, const Quantity& quantity) {
  if (has_no_ceiling(check)) {
    check.error(path, "the backend 'scripted' has no ceiling here",
                "register a kernel of the workload 'stream' for it, or predict a time");
  } else if (is_own_ceiling(check, quantity.arm)) {
    check.error(path, fmt::format("arm {} is itself one of the ceilings", shown(quantity.arm)),
                "a kernel never enters its own denominator: list ceilings without it, or predict a "
                "speedup");
  }
}

void check_counter(Check& check, const std::string& path, const Quantity& quantity) {
  if (quantity.name.empty() || is_counter(quantity.name)) return;
  std::vector<std::string> names;
  for (const Counter& one : counters()) names.emplace_back(one.name);
  check.error(path, fmt::format("unknown counter {}", shown(quantity.name)),
              suggest(quantity.name, names, "counters, beside the profiler's own metrics"),
              kinds::unknown_name);
}

}  // namespace

void check_arm_name(Check& check, const std::string& path, const std::string& name) {
  if (name.empty() || check.arm(name) != nullptr)
    return;  // the parser has complained about an empty one
  if (check.group(name) != nullptr) {
    return check.error(path, fmt::format("{} is a group; here one arm is named", shown(name)),
                       "a group may stand in quantities of time: time, bandwidth, "
                       "share_of_ceiling, speedup, time_saved, tokens_per_second");
  }
  check.error(path, fmt::format("unknown arm {}", shown(name)),
              suggest(name, names_of(check.protocol.arms), "arms"), kinds::unknown_name);
}

void check_comparable(Check& check, const std::string& path, const Pair& pair) {
  if (!check.protocol.disclosures.empty()) return;
  for (const ArmUse* first : check.members(pair.first)) {
    for (const ArmUse* second : check.members(pair.second)) {
      if (first->scope == second->scope) continue;
      return check.error(
          path,
          fmt::format("the time of {} covers its {}, that of {} its {}", shown(first->name),
                      name_of(first->scope), shown(second->name), name_of(second->scope)),
          "compare whole operations, or say under disclosures that these are different work");
    }
  }
}

void check_quantity(Check& check, const std::string& path, const Quantity& quantity) {
  const Keys keys = keys_of(quantity.kind);
  const std::string arm = fmt::format("{}.{}", path, keys.arm);
  check_subject(check, arm, quantity.arm, quantity.kind);
  if (!quantity.over.empty()) {
    const std::string over = fmt::format("{}.{}", path, keys.over);
    check_subject(check, over, quantity.over, quantity.kind);
    check_pair(check, over, quantity);
  }
  if (quantity.kind == QuantityKind::share_of_ceiling) check_ceiling(check, arm, quantity);
  if (quantity.kind == QuantityKind::counter)
    check_counter(check, fmt::format("{}.counter", path), quantity);
}

std::vector<std::string> arms_of(const Quantity& quantity) {
  if (quantity.over.empty()) return {quantity.arm};
  return {quantity.arm, quantity.over};
}

}  // namespace membound
