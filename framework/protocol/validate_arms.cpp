// SPDX-License-Identifier: Apache-2.0
// Validate: arms against the kernels of the catalogue.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "base/text.hpp"
#include "protocol/counted.hpp"
#include "protocol/phrases.hpp"
#include "protocol/scalar.hpp"
#include "protocol/validate.hpp"

namespace membound {
namespace {

/// Kernels of the protocol's workload; all kernels when the workload is unknown.
std::vector<std::string> candidates(const Check& check) {
  const bool known = check.catalogue.workload(check.protocol.workload.name) != nullptr;
  std::vector<std::string> names;
  for (const Arm& arm : check.catalogue.arms()) {
    if (!known || arm.workload == check.protocol.workload.name) names.push_back(arm.name);
  }
  return names;
}

void check_format(Check& check, const ArmUse& use, const Arm& kernel) {
  if (use.format.empty() || std::ranges::find(kernel.formats, use.format) != kernel.formats.end())
    return;
  // When the default format is wrong itself, that is one mistake, not one for each arm.
  const Workload* workload = check.catalogue.workload(kernel.workload);
  const bool inherited =
      !check.marks.contains(fmt::format("arms.{}.format", use.name)) && !check.marks.empty();
  if (inherited && workload != nullptr &&
      std::ranges::find(workload->formats, use.format) == workload->formats.end())
    return;
  check.error(
      fmt::format("arms.{}.{}", use.name, inherited ? "kernel" : "format"),
      fmt::format("kernel '{}' does not support the format {}", kernel.name, shown(use.format)),
      suggest(use.format, kernel.formats, "its formats"), kinds::unknown_name);
}

std::string allowed(const ParameterRule& rule) {
  std::vector<std::string> values;
  for (const std::int64_t choice : rule.choices) values.push_back(fmt::to_string(choice));
  if (!values.empty()) return fmt::format("allowed: {}", join(values));
  if (rule.most == INT64_MAX) return fmt::format("allowed: {} and above", rule.least);
  return fmt::format("allowed: {} to {}", rule.least, rule.most);
}

bool admits(const ParameterRule& rule, std::int64_t value) {
  if (!rule.choices.empty()) return std::ranges::find(rule.choices, value) != rule.choices.end();
  return value >= rule.least && value <= rule.most;
}

void check_parameters(Check& check, const ArmUse& use, const Arm& kernel) {
  for (const auto& [name, value] : use.parameters) {
    const std::string path = fmt::format("arms.{}.params.{}", use.name, name);
    const auto rule = std::ranges::find(kernel.parameters, name, &ParameterRule::name);
    if (rule == kernel.parameters.end()) {
      check.error(path, fmt::format("kernel '{}' has no parameter {}", kernel.name, shown(name)),
                  suggest(name, names_of(kernel.parameters), "its parameters"),
                  kinds::unknown_name);
    } else if (!admits(*rule, value)) {
      const std::string help = rule->help.empty() ? "" : fmt::format("\n{}: {}", name, rule->help);
      check.error(path, fmt::format("{} cannot be {}", name, value), allowed(*rule) + help,
                  kinds::out_of_range);
    }
  }
}

/// Rules on extents that the kernel adds to those of its workload.
void check_extents(Check& check, const ArmUse& use, const Arm& kernel) {
  for (const Case& of : check.protocol.cases) {
    for (const ExtentRule& rule : kernel.extents) {
      const auto it = of.extents.find(rule.name);
      if (it == of.extents.end() || it->second <= 0) continue;
      const bool too_large = it->second > rule.most;
      if (!too_large && it->second % rule.multiple_of == 0) continue;
      const std::string needed = too_large ? fmt::format("at most {}", rule.most)
                                           : fmt::format("a multiple of {}", rule.multiple_of);
      check.error(fmt::format("cases.{}.{}", of.name, rule.name),
                  fmt::format("arm {} needs {} to be {}, not {}", shown(use.name), rule.name,
                              needed, it->second),
                  rule.help.empty() ? "choose another extent or leave the arm out" : rule.help);
    }
  }
}

void check_backend(Check& check, const ArmUse& use, const Arm& kernel) {
  const std::string path = fmt::format("arms.{}.kernel", use.name);
  const std::string& required = check.protocol.requires_.backend;
  const std::string backend = check.backend();
  if (!required.empty() && kernel.backend != required) {
    check.error(path,
                fmt::format("kernel '{}' runs on '{}', but the protocol requires '{}'", kernel.name,
                            kernel.backend, required),
                "change requires.backend or the kernel");
  } else if (kernel.backend != backend) {
    check.error(path,
                fmt::format("kernel '{}' runs on '{}', but the first arm on '{}'", kernel.name,
                            kernel.backend, backend),
                "the arms of one protocol share one backend; split the protocol");
  }
}

void check_traffic(Check& check, const ArmUse& use) {
  for (const auto& [name, typed] : use.traffic) {
    const std::string path = fmt::format("arms.{}.traffic.{}", use.name, name);
    if (std::ranges::find(check.protocol.cases, name, &Case::name) == check.protocol.cases.end()) {
      check.error(path, fmt::format("unknown case {}", shown(name)),
                  suggest(name, names_of(check.protocol.cases), "cases"), kinds::unknown_name);
      continue;
    }
    const auto computed = counted(check, use, name);
    const auto bytes = static_cast<double>(typed.value);
    if (!computed || agrees(bytes, computed->bytes)) continue;
    check.error(path,
                fmt::format("arm {} moves {} in case {}, not {}", shown(use.name),
                            yaml::spell(computed->bytes, yaml::Dimension::bytes), shown(name),
                            yaml::spell(bytes, yaml::Dimension::bytes)),
                computed->formula);
  }
}

/// An arm beside its like measures nothing but noise: then one of them must be there as a control.
/// A scripted arm is not its kernel: it takes the time that is prescribed for its name.
void check_twins(Check& check) {
  if (check.backend() == "scripted") return;
  std::map<std::tuple<std::string, std::string, Parameters, Rotation>, std::string> seen;
  for (const ArmUse& use : check.protocol.arms) {
    if (use.kernel.empty() || use.role == Role::control) continue;
    const auto [first, fresh] =
        seen.emplace(std::tuple(use.kernel, use.format, use.parameters, use.rotation), use.name);
    if (fresh || first->second == use.name) continue;
    check.error(fmt::format("arms.{}", use.name),
                fmt::format("{} and {} are the same kernel with the same format and parameters",
                            shown(first->second), shown(use.name)),
                "give one of them the role control, or change what sets them apart");
  }
}

void check_arm(Check& check, const ArmUse& use) {
  const std::string path = fmt::format("arms.{}.kernel", use.name);
  if (use.kernel.empty()) return;  // the parser has said so
  const Arm* kernel = check.catalogue.arm(use.kernel);
  if (kernel == nullptr) {
    return check.error(path, fmt::format("unknown kernel {}", shown(use.kernel)),
                       suggest(use.kernel, candidates(check), "known kernels"),
                       kinds::unknown_name);
  }
  const std::string& workload = check.protocol.workload.name;
  if (check.catalogue.workload(workload) != nullptr && kernel->workload != workload) {
    return check.error(path,
                       fmt::format("kernel '{}' belongs to the workload '{}', not to {}",
                                   kernel->name, kernel->workload, shown(workload)),
                       suggest(use.kernel, candidates(check), "kernels of the workload"),
                       kinds::unknown_name);
  }
  check_backend(check, use, *kernel);
  check_format(check, use, *kernel);
  check_parameters(check, use, *kernel);
  check_extents(check, use, *kernel);
}

}  // namespace

void validate_arms(Check& check) {
  for (const ArmUse& use : check.protocol.arms) {
    check_arm(check, use);
    check_traffic(check, use);
  }
  check_twins(check);
}

}  // namespace membound
