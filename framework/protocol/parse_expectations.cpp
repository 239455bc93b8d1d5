// SPDX-License-Identifier: Apache-2.0
// Parse: what is expected: predictions, falsifiers and the quantities, ranges and cases that they
// name.
#include <fmt/format.h>

#include <algorithm>

#include "protocol/parse.hpp"
#include "protocol/words.hpp"

namespace membound::yaml {
namespace {

Quantity parse_quantity(const Section& section, Draft& draft) {
  Quantity quantity;
  for (std::size_t kind = 0; kind < words::quantities.size(); ++kind) {
    const std::string_view key = words::quantities[kind];
    if (!section.has(key)) continue;
    quantity.kind = static_cast<QuantityKind>(kind);
    if (quantity.kind == QuantityKind::speedup || quantity.kind == QuantityKind::time_saved) {
      if (const auto pair = section.section(key)) {
        quantity.arm = pair->text(quantity.kind == QuantityKind::speedup ? "of" : "by");
        quantity.over = pair->text("over");
      }
    } else {
      quantity.arm = section.text(key);
    }
    break;
  }
  if (quantity.kind == QuantityKind::share_of_ceiling) {
    quantity.scope = section.word<CeilingScope>("ceiling", quantity.scope);
  } else if (section.has("ceiling")) {
    draft.findings.error(section.place("ceiling"), "'ceiling' belongs to share_of_ceiling only",
                         "remove it");
  }
  return quantity;
}

/// True when a bound of this kind must be above zero to mean anything.
bool is_positive(QuantityKind kind) {
  return kind == QuantityKind::time || kind == QuantityKind::bandwidth ||
         kind == QuantityKind::speedup;
}

std::optional<double> parse_bound(const Value& value, QuantityKind kind, Draft& draft) {
  const auto number = number_of(draft, value, dimension_of(kind));
  if (!number) return std::nullopt;
  const bool negative = *number < 0 && kind != QuantityKind::time_saved;
  if (negative || (*number == 0 && is_positive(kind))) {
    draft.findings.error(value.node->mark,
                         fmt::format("a bound of {} must be {}", name_of(kind),
                                     is_positive(kind) ? "above 0" : "at least 0"),
                         "leave one side open with at_least or at_most, or with above or below",
                         kinds::out_of_range);
    return std::nullopt;
  }
  return number;
}

Range parse_between(const Value& value, QuantityKind kind, Draft& draft) {
  if (value.node->items.size() != 2) {
    draft.findings.error(
        value.key, fmt::format("between needs exactly 2 items, not {}", value.node->items.size()),
        fmt::format("for example between: {}", value.field->example), kinds::wrong_count);
    return {};
  }
  const Field* item = field(std::string(value.field->path) + "[]");
  Range range;
  const Value low{&value.node->items[0], item, value.path + ".0", value.node->items[0].mark};
  const Value high{&value.node->items[1], item, value.path + ".1", value.node->items[1].mark};
  if (has_form(draft, low)) range.low = parse_bound(low, kind, draft);
  if (has_form(draft, high)) range.high = parse_bound(high, kind, draft);
  if (range.low && range.high && *range.low > *range.high) {
    draft.findings.error(high.node->mark, "the high end is below the low end",
                         "write between: [low, high]");
  }
  return range;
}

struct RangeKeys {
  std::string_view low;
  std::string_view high;
};

Range parse_range(const Section& section, QuantityKind kind, Draft& draft, RangeKeys keys) {
  if (const auto between = section.find("between")) return parse_between(*between, kind, draft);
  Range range;
  if (const auto low = section.find(keys.low)) range.low = parse_bound(*low, kind, draft);
  if (const auto high = section.find(keys.high)) range.high = parse_bound(*high, kind, draft);
  return range;
}

CaseSelection parse_rule(const Section& rule, Draft& draft) {
  CaseSelection selection;
  if (rule.has("any")) {
    selection.kind = CaseSelection::Kind::any;
    selection.cases = rule.texts("any");
    if (rule.has("of"))
      draft.findings.error(rule.place("of"), "'of' belongs to at_least only", "write any: [names]");
    return selection;
  }
  selection.kind = CaseSelection::Kind::at_least;
  selection.count = static_cast<int>(rule.integer("at_least"));
  selection.cases = rule.texts("of");
  return selection;
}

CaseSelection parse_cases(const Section& section, Draft& draft) {
  const auto value = section.find("cases");
  if (!value) return {};
  if (value->node->kind == Node::Kind::mapping) return parse_rule(section_of(draft, *value), draft);
  if (value->node->kind == Node::Kind::sequence) return {.cases = texts_of(draft, *value)};
  const bool any = word_of(draft, *value) == 1;
  return {.kind = any ? CaseSelection::Kind::any : CaseSelection::Kind::all, .cases = {}};
}

void check_range(const Section& section, bool has_quantity, Draft& draft) {
  const bool given = section.has("between") || section.has("at_least") || section.has("at_most");
  if (has_quantity && !given) {
    draft.findings.error(
        section.mark(),
        fmt::format("one of between, at_least, at_most is missing in '{}'", section.path()),
        "a prediction says which values it expects, for example between: [135 us, 145 us]",
        kinds::missing_key);
  }
  if (!has_quantity && given && section.has("order")) {
    draft.findings.error(section.mark(),
                         fmt::format("an order has no range, but '{}' gives one", section.path()),
                         "make two predictions of it: one order, one quantity with a range");
  }
}

Prediction parse_prediction(const std::string& name, const Value& value, Draft& draft) {
  const Section section = section_of(draft, value);
  Prediction prediction{.name = name};
  if (const auto quantity = section.section("quantity")) {
    prediction.quantity = parse_quantity(*quantity, draft);
    prediction.range =
        parse_range(section, prediction.quantity->kind, draft, {"at_least", "at_most"});
  }
  prediction.order = section.texts("order");
  check_range(section, section.has("quantity"), draft);
  prediction.cases = parse_cases(section, draft);
  prediction.because = section.text("because");
  return prediction;
}

Falsifier parse_falsifier(const std::string& name, const Value& value, Draft& draft) {
  const Section section = section_of(draft, value);
  Falsifier falsifier{.name = name};
  if (const auto when = section.section("when")) {
    if (const auto quantity = when->section("quantity")) {
      falsifier.quantity = parse_quantity(*quantity, draft);
      falsifier.region = parse_range(*when, falsifier.quantity.kind, draft, {"above", "below"});
    }
  }
  falsifier.cases = parse_cases(section, draft);
  falsifier.means = section.text("means");
  return falsifier;
}

}  // namespace

Dimension dimension_of(QuantityKind kind) {
  switch (kind) {
    case QuantityKind::time: return Dimension::time;
    case QuantityKind::bandwidth: return Dimension::rate;
    case QuantityKind::share_of_ceiling:
    case QuantityKind::speedup:
    case QuantityKind::time_saved: break;
  }
  return Dimension::ratio;
}

void parse_expectations(const Section& file, Draft& draft, Protocol& protocol) {
  file.entries("predictions", [&](const std::string& name, const Value& value) {
    protocol.predictions.push_back(parse_prediction(name, value, draft));
  });
  file.entries("falsifiers", [&](const std::string& name, const Value& value) {
    protocol.falsifiers.push_back(parse_falsifier(name, value, draft));
  });
}

}  // namespace membound::yaml
