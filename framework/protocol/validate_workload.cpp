// SPDX-License-Identifier: Apache-2.0
// Validate: the workload, its cases and the size of their operands.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "protocol/counted.hpp"
#include "protocol/phrases.hpp"
#include "protocol/validate.hpp"

namespace membound {
namespace {

constexpr const char* too_large =
    "a case may have at most 1 TiB of operands; choose smaller extents";

/// Operands of one case in one format fit; `path` is the place of the case.
void check_operands(Check& check, const std::string& path, const Workload& workload,
                    const Problem& problem) {
  std::int64_t total = 0;
  std::vector<Operand> operands;
  try {
    operands = workload.operands(problem.extents, problem.format);
  } catch (const Error& problem_found) {
    return check.error(path, problem_found.what(), "choose other extents");
  }
  for (const Operand& operand : operands) {
    const auto bytes = bytes_within(operand);
    if (bytes == 0) {
      return check.error(path, fmt::format("operand '{}' would be empty", operand.name),
                         "choose larger extents");
    }
    if (!bytes || *bytes > most_bytes_of_case - total) {
      return check.error(path, fmt::format("operand '{}' would be too large", operand.name),
                         too_large);
    }
    total += *bytes;
  }
}

std::string known_extents(const Workload& workload) {
  std::vector<std::string> lines;
  for (const ExtentRule& rule : workload.extents) {
    lines.push_back(rule.help.empty() ? rule.name : fmt::format("{} ({})", rule.name, rule.help));
  }
  return join(lines);
}

/// All extents are there, and none is unknown.
bool check_extent_names(Check& check, const Case& of, const Workload& workload) {
  const std::string path = fmt::format("cases.{}", of.name);
  const std::vector<std::string> names = names_of(workload.extents);
  std::set<std::string> guessed;  // misspelt extents are there after all: not missing too
  bool good = true;
  for (const auto& [name, value] : of.extents) {
    if (std::ranges::find(workload.extents, name, &ExtentRule::name) != workload.extents.end())
      continue;
    good = false;
    guessed.insert(guess(name, names));
    check.error(fmt::format("{}.{}", path, name),
                fmt::format("workload '{}' has no extent {}", workload.name, shown(name)),
                suggest(name, names, "its extents"), kinds::unknown_name);
  }
  for (const ExtentRule& rule : workload.extents) {
    if (of.extents.contains(rule.name) || guessed.contains(rule.name)) continue;
    good = false;
    check.error(path, fmt::format("case {} lacks the extent '{}'", shown(of.name), rule.name),
                fmt::format("workload '{}' needs: {}", workload.name, known_extents(workload)),
                kinds::missing_key);
  }
  return good;
}

/// Formats in which the arms of the protocol use the workload.
std::set<std::string> formats_in_use(const Protocol& protocol, const Workload& workload) {
  std::set<std::string> used;
  for (const ArmUse& arm : protocol.arms) {
    if (std::ranges::find(workload.formats, arm.format) != workload.formats.end())
      used.insert(arm.format);
  }
  return used;
}

void check_case(Check& check, const Case& of, const Workload& workload) {
  const std::string path = fmt::format("cases.{}", of.name);
  if (!check_extent_names(check, of, workload)) return;
  bool fits = true;
  for (const auto& [name, value] : of.extents) {
    const auto rule = std::ranges::find(workload.extents, name, &ExtentRule::name);
    if (value > 0 && value % rule->multiple_of == 0) continue;
    fits = false;
    if (value <= 0 && check.marks.empty())
      check.error(path, fmt::format("extent '{}' must be above 0", name));
    if (value <= 0) continue;  // the parser has said so
    check.error(
        fmt::format("{}.{}", path, name),
        fmt::format("{} is {}, but must be a multiple of {}", name, value, rule->multiple_of),
        fmt::format("nearest above: {}", (value / rule->multiple_of + 1) * rule->multiple_of));
  }
  if (!fits || !workload.operands) return;
  if (!can_compute(of.extents))
    return check.error(path, fmt::format("case {} is too large", shown(of.name)), too_large);
  for (const std::string& format : formats_in_use(check.protocol, workload)) {
    check_operands(check, path, workload, {of.extents, format, check.protocol.workload.data});
  }
}

}  // namespace

void validate_workload(Check& check) {
  const WorkloadUse& use = check.protocol.workload;
  if (use.name.empty()) return;  // the parser has said so
  const Workload* workload = check.catalogue.workload(use.name);
  if (workload == nullptr) {
    return check.error("workload.name", fmt::format("unknown workload {}", shown(use.name)),
                       suggest(use.name, names_of(check.catalogue.workloads()), "known workloads"),
                       kinds::unknown_name);
  }
  if (!use.format.empty() &&
      std::ranges::find(workload->formats, use.format) == workload->formats.end()) {
    check.error("workload.format",
                fmt::format("workload '{}' has no format {}", workload->name, shown(use.format)),
                suggest(use.format, workload->formats, "its formats"), kinds::unknown_name);
  }
  for (const Case& of : check.protocol.cases) check_case(check, of, *workload);
}

}  // namespace membound
