// SPDX-License-Identifier: Apache-2.0
// Validate: everything that is wrong with a completed protocol given what can be run.
#include "protocol/validate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "protocol/parse.hpp"
#include "protocol/phrases.hpp"

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

void check_names(Check& check) {
  const Protocol& protocol = check.protocol;
  if (check.marks.empty()) {  // a text has been checked by the guard
    check_unique(check, protocol.cases, "cases");
    check_unique(check, protocol.arms, "arms");
    check_unique(check, protocol.predictions, "predictions");
    check_unique(check, protocol.falsifiers, "falsifiers");
  }
  for (const Falsifier& falsifier : protocol.falsifiers) {
    if (std::ranges::find(protocol.predictions, falsifier.name, &Prediction::name) ==
        protocol.predictions.end())
      continue;
    check.error(fmt::format("falsifiers.{}", falsifier.name),
                fmt::format("{} is the name of a prediction too", shown(falsifier.name)),
                "rename one of them");
  }
  for (const auto& [name, reason] : protocol.dropped) {
    if (check.arm(name) == nullptr) continue;
    check.error(fmt::format("dropped.{}", name),
                fmt::format("{} is dropped, but it is one of the arms", shown(name)),
                "remove it from arms or from dropped");
  }
}

void check_all(Check check) {
  check.findings.about(kinds::does_not_fit);
  check_names(check);
  validate_workload(check);
  validate_arms(check);
  validate_method(check);
  validate_expectations(check);
}

}  // namespace

const ArmUse* Check::arm(std::string_view name) const {
  const auto it = std::ranges::find(protocol.arms, name, &ArmUse::name);
  return it == protocol.arms.end() ? nullptr : &*it;
}

std::string Check::backend() const {
  for (const ArmUse& use : protocol.arms) {
    if (const Arm* kernel = catalogue.arm(use.kernel)) return kernel->backend;
  }
  return {};
}

std::vector<Finding> validate(const Protocol& protocol, const Marks& marks,
                              const Catalogue& catalogue) {
  yaml::Findings findings;
  check_all({protocol, marks, catalogue, findings});
  return findings.take();
}

Parsed read_protocol(std::string_view text, const Catalogue& catalogue) {
  yaml::Draft draft;
  Protocol protocol = complete(yaml::parse(yaml::guard(text), draft), catalogue);
  // Without a mark there was no mapping, and nothing more is to be said.
  if (!draft.marks.empty()) check_all({protocol, draft.marks, catalogue, draft.findings});
  return {std::move(protocol), std::move(draft.marks), draft.findings.take()};
}

}  // namespace membound
