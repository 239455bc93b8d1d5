// SPDX-License-Identifier: Apache-2.0
// Parse: what is compared: workload, cases, arms, dropped arms.
#include <fmt/format.h>

#include "protocol/parse.hpp"
#include "protocol/phrases.hpp"

namespace membound::yaml {
namespace {

WorkloadUse parse_workload(const Section& section, Draft& draft) {
  WorkloadUse use{
      .name = section.text("name"), .format = section.text("format"), .data = data_of_workload};
  const auto data = section.section("data");
  if (!data) return use;
  const auto low = data->number("low");
  const auto high = data->number("high");
  if (!low || !high) return use;
  if (*low >= *high) {
    draft.findings.error(data->mark(), "data: low must be below high",
                         "for example data: {low: -1, high: 1}");
    return use;
  }
  use.data = {.low = *low, .high = *high};
  return use;
}

Case parse_case(const std::string& name, const Value& value, Draft& draft) {
  Case parsed{.name = name, .extents = {}};
  entries_of(draft, value, [&](const std::string& extent, const Value& number) {
    parsed.extents[extent] = integer_of(draft, number);
  });
  return parsed;
}

ArmUse parse_arm(const std::string& name, const Value& value, Draft& draft) {
  const Section section = section_of(draft, value);
  ArmUse arm{.name = name,
             .kernel = section.text("kernel"),
             .format = section.text("format"),
             .parameters = {}};
  section.entries("params", [&](const std::string& parameter, const Value& number) {
    arm.parameters[parameter] = integer_of(draft, number);
  });
  arm.role = section.word<Role>("role");
  arm.note = section.text("note");
  return arm;
}

}  // namespace

void parse_design(const Section& file, Draft& draft, Protocol& protocol) {
  if (const auto workload = file.section("workload"))
    protocol.workload = parse_workload(*workload, draft);
  file.entries("cases", [&](const std::string& name, const Value& value) {
    protocol.cases.push_back(parse_case(name, value, draft));
  });
  file.entries("arms", [&](const std::string& name, const Value& value) {
    protocol.arms.push_back(parse_arm(name, value, draft));
  });
  file.entries("dropped", [&](const std::string& name, const Value& value) {
    protocol.dropped.emplace_back(name, text_of(draft, value));
  });
}

}  // namespace membound::yaml
