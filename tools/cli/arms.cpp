// SPDX-License-Identifier: Apache-2.0
// `membound arms`: the catalogue of workloads and arms, and what can run here.
#include <fmt/format.h>

#include <cstdio>
#include <map>
#include <memory>

#include "backend/open.hpp"
#include "base/text.hpp"
#include "tools/cli/traffic.hpp"
#include "tools/cli/verbs.hpp"

namespace membound::cli {
namespace {

/// Devices of this machine by backend, opened once; the reason where there is none.
struct Here {
  std::map<std::string, DeviceInfo> devices;
  std::map<std::string, std::string> reasons;
};

Here look_around() {
  Here here;
  for (const std::string& name : backends()) {
    here.reasons[name] = why_unavailable(name);
    if (here.reasons[name].empty()) here.devices[name] = open(name, "")->device();
  }
  return here;
}

std::string availability(const Arm& arm, const Here& here) {
  const auto device = here.devices.find(arm.backend);
  if (device == here.devices.end()) {
    const auto reason = here.reasons.find(arm.backend);
    return "not here: " + (reason == here.reasons.end()
                               ? "backend '" + arm.backend + "' is not in this build"
                               : reason->second);
  }
  const std::string why = arm.unavailable ? arm.unavailable(device->second) : "";
  return why.empty() ? "runs here" : "not here: " + why;
}

std::string workload_text(const Workload& workload) {
  std::string out = fmt::format("{}: {}\n", workload.name, workload.summary);
  for (const ExtentRule& rule : workload.extents) {
    out +=
        fmt::format("  extent {}{}{}\n", rule.name,
                    rule.multiple_of > 1 ? fmt::format(", a multiple of {}", rule.multiple_of) : "",
                    rule.help.empty() ? "" : ": " + rule.help);
  }
  for (const std::string& format : workload.formats) {
    std::vector<std::string> operands;
    Extents unit;
    for (const ExtentRule& rule : workload.extents) unit[rule.name] = rule.multiple_of * 1024;
    for (const Operand& operand : workload.operands(unit, format)) operands.push_back(operand.name);
    out += fmt::format("  format {}: operands {}; reads {} bytes, writes {} bytes\n", format,
                       join(operands), traffic_formula(workload, format, Access::read),
                       traffic_formula(workload, format, Access::write));
  }
  return out;
}

std::string arm_text(const Arm& arm, const Here& here) {
  std::string out = fmt::format("    {} ({}; {}): {}\n      {}\n", arm.name, arm.backend,
                                join(arm.formats), arm.summary, availability(arm, here));
  for (const ParameterRule& rule : arm.parameters) {
    std::vector<std::string> choices;
    for (const std::int64_t choice : rule.choices) choices.push_back(std::to_string(choice));
    out += fmt::format("      parameter {} = {}{}: {}\n", rule.name, rule.initial,
                       choices.empty() ? "" : " of " + join(choices), rule.help);
  }
  return out;
}

int list_arms(const std::string& pattern, const Catalogue& catalogue) {
  const Here here = look_around();
  for (const Workload& workload : catalogue.workloads()) {
    std::string arms;
    for (const Arm& arm : catalogue.arms()) {
      if (arm.workload == workload.name && matches(pattern, arm.name)) arms += arm_text(arm, here);
    }
    if (!arms.empty()) std::fputs((workload_text(workload) + arms).c_str(), stdout);
  }
  return 0;
}

}  // namespace

void add_arms(CLI::App& app, Context& context) {
  CLI::App* verb = app.add_subcommand(
      "arms", "list workloads and arms: operands, traffic, parameters, availability here");
  auto pattern = std::make_shared<std::string>("*");
  verb->add_option("pattern", *pattern, "only arms whose names match, for example 'gemv/*'")
      ->type_name("PATTERN");
  verb->callback([&context, pattern] {
    context.chosen = [&context, pattern] { return list_arms(*pattern, context.catalogue); };
  });
}

}  // namespace membound::cli
