// SPDX-License-Identifier: Apache-2.0
// Parse: what follows from the verdicts: conditions, claims, decisions, stop rules.
#include <fmt/format.h>

#include "protocol/parse_parts.hpp"
#include "protocol/words.hpp"

namespace membound::yaml {
namespace {

Condition parse_one(const Value& value, Draft& draft, std::size_t depth);

/// The conditions of a list; their paths end in their places.
std::vector<Condition> parse_list(const Value& list, Draft& draft, std::size_t depth) {
  std::vector<Condition> parts;
  if (depth > most_nested_conditions) {
    draft.findings.error(
        list.key,
        fmt::format("conditions stand deeper than {} in each other", most_nested_conditions),
        "give the inner ones to a claim or a prediction of their own");
    return parts;
  }
  if (list.node->items.empty())
    draft.findings.error(list.key, fmt::format("{} names no condition", last(list.path)),
                         fmt::format("for example {}: [wide-pays]", last(list.path)));
  for (std::size_t i = 0; i < list.node->items.size(); ++i) {
    const Value item = item_of(list, i);
    draft.marks.emplace(item.path, item.node->mark);
    if (has_form(draft, item)) parts.push_back(parse_one(item, draft, depth));
  }
  return parts;
}

void parse_ranges(const Section& section, Condition& condition) {
  if (const auto pair = section.section("disjoint_ranges")) {
    condition.faster = pair->text("faster");
    condition.slower = pair->text("slower");
  }
}

void parse_comparison(const Section& section, Condition& condition, Draft& draft) {
  condition.kind = Condition::Kind::comparison;
  const auto quantity = section.section("quantity");
  if (!quantity) return;
  condition.quantity = parse_quantity(*quantity, draft);
  condition.range = parse_range(section, condition.quantity->kind, draft, prediction_keys);
  if (has_range(section, prediction_keys)) return;
  draft.findings.error(section.mark(),
                       fmt::format("one of between, at_least, at_most, near, equals is missing in "
                                   "'{}'",
                                   section.path()),
                       "a condition says which values it asks for, for example at_least: 10 %");
}

/// `value` is a mapping.
Condition parse_mapping(const Value& value, Draft& draft, std::size_t depth) {
  const Section section = section_of(draft, value);
  Condition condition;
  condition.cases = parse_cases(section, draft);
  if (section.has("quantity")) {
    parse_comparison(section, condition, draft);
    return condition;
  }
  for (std::size_t kind = 0; kind < words::conditions.size(); ++kind) {
    condition.kind = static_cast<Condition::Kind>(kind);
    const std::string_view key = words::conditions[kind];
    if (condition.kind == Condition::Kind::comparison || !section.has(key)) continue;
    if (condition.kind == Condition::Kind::disjoint_ranges) {
      parse_ranges(section, condition);
    } else if (condition.kind == Condition::Kind::all || condition.kind == Condition::Kind::any) {
      if (auto list = section.find(key)) {
        list->path = value.path;  // its items are counted in the path, not named
        condition.parts = parse_list(*list, draft, depth + 1);
      }
    } else {
      condition.name = section.text(key);
    }
    return condition;
  }
  return {};  // the finding is there
}

Condition parse_one(const Value& value, Draft& draft, std::size_t depth) {
  switch (value.node->kind) {
    case Node::Kind::mapping: return parse_mapping(value, draft, depth);
    case Node::Kind::sequence:
      return {.kind = Condition::Kind::all, .parts = parse_list(value, draft, depth + 1)};
    default: return {.kind = Condition::Kind::held, .name = text_of(draft, value)};
  }
}

Claim parse_claim(const std::string& name, const Value& value, Draft& draft) {
  const Section section = section_of(draft, value);
  Claim claim{.name = name, .text = section.text("text")};
  claim.condition = parse_condition(section, "requires", draft).value_or(Condition{});
  if (section.has("level")) claim.level = section.word<EvidenceLevel>("level");
  return claim;
}

Decision parse_decision(const std::string& name, const Value& value, Draft& draft) {
  const Section section = section_of(draft, value);
  Decision decision{.name = name};
  decision.land = parse_condition(section, "when", draft).value_or(Condition{});
  decision.close = parse_condition(section, "close_when", draft);
  decision.also = section.text("also");
  decision.means = section.text("means");
  decision.otherwise = section.text("otherwise");
  return decision;
}

StopRule parse_stop_rule(const std::string& name, const Value& value, Draft& draft) {
  const Section section = section_of(draft, value);
  return {.name = name,
          .when = parse_condition(section, "when", draft).value_or(Condition{}),
          .means = section.text("means")};
}

}  // namespace

std::optional<Condition> parse_condition(const Section& section, std::string_view key,
                                         Draft& draft) {
  const auto value = section.find(key);
  if (!value) return std::nullopt;
  return parse_one(*value, draft, 0);
}

void parse_conclusions(const Section& file, Draft& draft, Protocol& protocol) {
  file.entries("claims", [&](const std::string& name, const Value& value) {
    protocol.claims.push_back(parse_claim(name, value, draft));
  });
  file.entries("decisions", [&](const std::string& name, const Value& value) {
    protocol.decisions.push_back(parse_decision(name, value, draft));
  });
  file.entries("stop_rules", [&](const std::string& name, const Value& value) {
    protocol.stop_rules.push_back(parse_stop_rule(name, value, draft));
  });
}

}  // namespace membound::yaml
