// SPDX-License-Identifier: Apache-2.0
// Validate: everything that is wrong with a completed protocol given what can be run.
#include "protocol/validate.hpp"

#include <algorithm>

#include "base/digest.hpp"
#include "protocol/parse.hpp"

namespace membound {
namespace {

void check_amends(Check& check) {
  if (!check.protocol.amends || is_digest(check.protocol.amends->parent)) return;
  check.error("amends.parent", "parent is no digest of a frozen protocol",
              "it has 64 digits of 0-9 and a-f and stands in the .frozen.yaml file; membound amend "
              "writes it");
}

void check_all(Check check) {
  check.findings.about(kinds::does_not_fit);
  validate_names(check);
  check_amends(check);
  validate_workload(check);
  validate_arms(check);
  validate_method(check);
  validate_expectations(check);
  validate_conclusions(check);
}

}  // namespace

const ArmUse* Check::arm(std::string_view name) const {
  const auto it = std::ranges::find(protocol.arms, name, &ArmUse::name);
  return it == protocol.arms.end() ? nullptr : &*it;
}

const Group* Check::group(std::string_view name) const {
  const auto it = std::ranges::find(protocol.groups, name, &Group::name);
  return it == protocol.groups.end() ? nullptr : &*it;
}

std::vector<const ArmUse*> Check::members(std::string_view name) const {
  std::vector<const ArmUse*> found;
  const auto add = [&](std::string_view one) {
    if (const ArmUse* use = arm(one)) found.push_back(use);
  };
  add(name);
  if (const Group* all = group(name)) std::ranges::for_each(all->arms, add);
  return found;
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

Parsed read_protocol(std::string_view yaml, const Catalogue& catalogue) {
  yaml::Draft draft;
  Protocol protocol = complete(yaml::parse(yaml::guard(yaml), draft), catalogue);
  // Without a mark there was no mapping, and nothing more is to be said.
  if (!draft.marks.empty()) check_all({protocol, draft.marks, catalogue, draft.findings});
  return {std::move(protocol), std::move(draft.marks), draft.findings.take()};
}

}  // namespace membound
