// SPDX-License-Identifier: Apache-2.0
// Canonical text: conditions; claims, decisions, stop rules.
#include "protocol/canonical_parts.hpp"
#include "protocol/words.hpp"

namespace membound::yaml {
namespace {

void write_items(Writer& out, std::string_view key, const std::vector<Condition>& parts);

void write_comparison(Writer& out, const Condition& condition) {
  write_quantity(out, *condition.quantity);
  write_range(out, condition.range, condition.quantity->kind, {"at_least", "at_most"});
  write_cases(out, condition.cases);
}

/// The keys of a condition that is a mapping.
void write_keys(Writer& out, const Condition& condition) {
  const std::string_view key = name_of(condition.kind);
  switch (condition.kind) {
    case Condition::Kind::all:
    case Condition::Kind::any: return write_items(out, key, condition.parts);
    case Condition::Kind::comparison: return write_comparison(out, condition);
    case Condition::Kind::disjoint_ranges:
      out.mapping(key, [&] {
        out.text("faster", condition.faster);
        out.text("slower", condition.slower);
      });
      return write_cases(out, condition.cases);
    default: return out.text(key, condition.name);
  }
}

void write_items(Writer& out, std::string_view key, const std::vector<Condition>& parts) {
  if (parts.empty()) return out.texts(key, {});
  out.sequence(key, [&] {
    for (const Condition& part : parts) {
      if (part.kind == Condition::Kind::held) {
        out.item(yaml::quoted(part.name));
      } else {
        out.item_of([&] { write_keys(out, part); });
      }
    }
  });
}

}  // namespace

void write_condition(Writer& out, std::string_view key, const Condition& condition) {
  switch (condition.kind) {
    case Condition::Kind::all: return write_items(out, key, condition.parts);
    case Condition::Kind::held: return out.text(key, condition.name);
    default: out.mapping(key, [&] { write_keys(out, condition); });
  }
}

void write_conclusions(Writer& out, const Protocol& protocol) {
  const auto section = [&](std::string_view key, const auto& items, const auto& write) {
    if (items.empty()) return;
    out.mapping(key, [&] {
      for (const auto& item : items) out.mapping(item.name, [&] { write(item); });
    });
  };
  section("claims", protocol.claims, [&](const Claim& claim) {
    out.text("text", claim.text);
    write_condition(out, "requires", claim.condition);
    if (claim.level) out.word("level", name_of(*claim.level));
  });
  section("decisions", protocol.decisions, [&](const Decision& decision) {
    write_condition(out, "when", decision.land);
    if (decision.close) write_condition(out, "close_when", *decision.close);
    out.text_if("also", decision.also);
    out.text_if("means", decision.means);
    out.text_if("otherwise", decision.otherwise);
  });
  section("stop_rules", protocol.stop_rules, [&](const StopRule& rule) {
    write_condition(out, "when", rule.when);
    out.text("means", rule.means);
  });
}

}  // namespace membound::yaml
