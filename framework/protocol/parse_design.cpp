// SPDX-License-Identifier: Apache-2.0
// Parse: what is compared: workload, cases, arms, dropped arms, groups.
#include <fmt/format.h>

#include <algorithm>

#include "protocol/parse_parts.hpp"
#include "protocol/sweep.hpp"

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

/// What the entry says of every arm that it stands for; its parameters apart.
ArmUse parse_one(const Section& section, Draft& draft) {
  ArmUse arm{.name = {},
             .kernel = section.text("kernel"),
             .format = section.text("format"),
             .parameters = {}};
  arm.role = section.word<Role>("role");
  arm.note = section.text("note");
  arm.handicap = section.text("handicap");
  arm.scope = section.word<Scope>("scope", arm.scope);
  arm.rotation = section.word<Rotation>("rotation", arm.rotation);
  section.entries("traffic", [&](const std::string& of, const Value& bytes) {
    if (const auto whole = whole_of(draft, bytes)) arm.traffic[of] = Bytes{*whole};
  });
  section.entries("receipts", [&](const std::string& receipt, const Value& number) {
    if (const auto expected = number_of(draft, number)) arm.receipts[receipt] = *expected;
  });
  return arm;
}

std::vector<Axis> parse_parameters(const Section& section, Draft& draft) {
  std::vector<Axis> axes;
  section.entries("params", [&](const std::string& parameter, const Value& value) {
    if (value.node->kind == Node::Kind::sequence) {
      std::vector<std::int64_t> values = integers_of(draft, value);
      if (!values.empty()) axes.push_back({parameter, std::move(values), true});
    } else {
      axes.push_back({parameter, {integer_of(draft, value)}});
    }
  });
  return axes;
}

std::vector<Beforehand> parse_beforehand(const Section& file, Draft& draft) {
  std::vector<Beforehand> measured;
  file.entries("beforehand", [&](const std::string& name, const Value& value) {
    const Section section = section_of(draft, value);
    measured.push_back({.name = name,
                        .value = section.number("value").value_or(0),
                        .at_most = section.number("at_most").value_or(0),
                        .note = section.text("note")});
  });
  return measured;
}

}  // namespace

void parse_arm(const Value& entry, Draft& draft, Protocol& protocol) {
  const Section section = section_of(draft, entry);
  const ArmUse common = parse_one(section, draft);
  const std::vector<Axis> axes = parse_parameters(section, draft);
  Group group{.name = name_of_entry(entry), .arms = {}};
  for (const Combination& one : combinations(entry, axes, draft)) {
    ArmUse arm = common;
    arm.name = one.name;
    for (std::size_t i = 0; i < axes.size(); ++i) arm.parameters[axes[i].name] = one.values[i];
    protocol.arms.push_back(std::move(arm));
    group.arms.push_back(one.name);
  }
  if (std::ranges::none_of(axes, &Axis::swept)) return;
  for (const std::string& name : group.arms)
    repeat(draft.marks, entry.path, fmt::format("arms.{}", name));
  if (!group.arms.empty()) protocol.groups.push_back(std::move(group));
}

void parse_design(const Section& file, Draft& draft, Protocol& protocol) {
  if (const auto workload = file.section("workload"))
    protocol.workload = parse_workload(*workload, draft);
  file.entries("cases", [&](const std::string&, const Value& entry) {
    for (Case& one : parse_case(entry, draft)) protocol.cases.push_back(std::move(one));
  });
  file.entries("arms",
               [&](const std::string&, const Value& entry) { parse_arm(entry, draft, protocol); });
  file.entries("dropped", [&](const std::string& name, const Value& value) {
    protocol.dropped.emplace_back(name, text_of(draft, value));
  });
  file.entries("groups", [&](const std::string& name, const Value& value) {
    protocol.groups.push_back({name, texts_of(draft, value)});
  });
  protocol.beforehand = parse_beforehand(file, draft);
}

}  // namespace membound::yaml
