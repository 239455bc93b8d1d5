// SPDX-License-Identifier: Apache-2.0
// Parse: quantities, the ranges stated of them and the cases spoken of.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "protocol/parse_parts.hpp"
#include "protocol/words.hpp"

namespace membound::yaml {
namespace {

/// Keys of the mapping of a quantity that compares two arms.
std::string_view key_of_arm(QuantityKind kind) {
  return kind == QuantityKind::time_saved ? "by" : "of";
}

bool compares(QuantityKind kind) {
  return kind == QuantityKind::speedup || kind == QuantityKind::time_saved ||
         kind == QuantityKind::bytes_ratio;
}

/// True when a bound of this kind must be above zero to mean anything.
bool is_positive(QuantityKind kind) {
  return kind == QuantityKind::time || kind == QuantityKind::bandwidth ||
         kind == QuantityKind::speedup || kind == QuantityKind::bytes_ratio ||
         kind == QuantityKind::tokens_per_second;
}

/// Rounds away what computing with decimals has added to them.
double tidy(double value) { return std::strtod(fmt::format("{:.12g}", value).c_str(), nullptr); }

void parse_subject(const Section& section, std::string_view key, Quantity& quantity) {
  if (compares(quantity.kind)) {
    if (const auto pair = section.section(key)) {
      quantity.arm = pair->text(key_of_arm(quantity.kind));
      quantity.over = pair->text("over");
    }
  } else if (quantity.kind == QuantityKind::tokens_per_second) {
    if (const auto tokens = section.section(key)) {
      quantity.arm = tokens->text("arm");
      quantity.launches_per_token = static_cast<int>(tokens->integer("launches_per_token"));
    }
  } else if (quantity.kind == QuantityKind::counter || quantity.kind == QuantityKind::receipt) {
    quantity.name = section.text(key);
    quantity.arm = section.text("arm");
    quantity.over = section.text("over");
  } else {
    quantity.arm = section.text(key);
  }
}

std::optional<double> parse_number(const Value& value, QuantityKind kind, Draft& draft) {
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

Expression parse_expression(const Section& section, QuantityKind bounded, Draft& draft) {
  Expression expression;
  if (const auto of = section.section("of")) expression.quantity = parse_quantity(*of, draft);
  expression.traffic_of = section.text("traffic_of");
  expression.rate = section.number("at").value_or(0);
  expression.times = section.number("times").value_or(1);
  if (const auto plus = section.find("plus"))
    expression.plus = number_of(draft, *plus, dimension_of(bounded)).value_or(0);
  expression.is = section.number("is");
  return expression;
}

/// One end of a range.
struct Bound {
  std::optional<double> number;
  std::optional<Expression> expression;
};

Bound parse_bound(const Value& value, QuantityKind kind, Draft& draft) {
  if (value.node->kind == Node::Kind::mapping)
    return {.expression = parse_expression(section_of(draft, value), kind, draft)};
  return {.number = parse_number(value, kind, draft)};
}

Range range_of(Bound low, Bound high) {
  return {.low = low.number,
          .high = high.number,
          .low_of = std::move(low.expression),
          .high_of = std::move(high.expression)};
}

Range parse_between(const Value& value, QuantityKind kind, Draft& draft) {
  if (value.node->items.size() != 2) {
    draft.findings.error(
        value.key, fmt::format("between needs exactly 2 items, not {}", value.node->items.size()),
        fmt::format("for example between: {}", value.field->example), kinds::wrong_count);
    return {};
  }
  const Value low = item_of(value, 0);
  const Value high = item_of(value, 1);
  Range range = range_of(has_form(draft, low) ? parse_bound(low, kind, draft) : Bound{},
                         has_form(draft, high) ? parse_bound(high, kind, draft) : Bound{});
  if (range.low && range.high && *range.low > *range.high) {
    draft.findings.error(high.node->mark, "the high end is below the low end",
                         "write between: [low, high]");
  }
  return range;
}

/// The range of `near` or `equals`.
Range parse_point(const Section& section, std::string_view key, QuantityKind kind, Draft& draft) {
  const auto value = section.find(key);
  const auto middle = value ? parse_number(*value, kind, draft) : std::nullopt;
  if (!middle) return {};
  if (key == "near" && !section.has("tolerance")) return {};  // the finding is there
  const double slack = std::abs(*middle) * section.number("tolerance").value_or(0);
  if (slack == 0) return {.low = middle, .high = middle};
  return {.low = tidy(*middle - slack), .high = tidy(*middle + slack)};
}

CaseSelection parse_rule(const Section& rule, Draft& draft) {
  CaseSelection selection;
  const auto named = [&](std::string_view key) {
    const auto list = rule.find(key);
    return list ? case_names(*list, draft) : std::vector<std::string>();
  };
  if (rule.has("any")) {
    selection.kind = CaseSelection::Kind::any;
    selection.cases = named("any");
    return selection;
  }
  selection.kind = CaseSelection::Kind::at_least;
  selection.count = static_cast<int>(rule.integer("at_least"));
  selection.cases = named("of");
  return selection;
}

}  // namespace

Quantity parse_quantity(const Section& section, Draft&) {
  Quantity quantity;
  for (std::size_t kind = 0; kind < words::quantities.size(); ++kind) {
    const std::string_view key = words::quantities[kind];
    if (!section.has(key)) continue;
    quantity.kind = static_cast<QuantityKind>(kind);
    parse_subject(section, key, quantity);
    break;
  }
  if (quantity.kind == QuantityKind::share_of_ceiling)
    quantity.scope = section.word<CeilingScope>("ceiling", quantity.scope);
  return quantity;
}

bool has_range(const Section& section, const OpenKeys& keys) {
  const bool point = keys.points && (section.has("near") || section.has("equals"));
  return point || section.has("between") || section.has(keys.low) || section.has(keys.high);
}

Range parse_range(const Section& section, QuantityKind kind, Draft& draft, const OpenKeys& keys) {
  if (const auto between = section.find("between")) return parse_between(*between, kind, draft);
  for (const std::string_view key : {"near", "equals"}) {
    if (keys.points && section.has(key)) return parse_point(section, key, kind, draft);
  }
  Bound low;
  Bound high;
  if (const auto value = section.find(keys.low)) low = parse_bound(*value, kind, draft);
  if (const auto value = section.find(keys.high)) high = parse_bound(*value, kind, draft);
  return range_of(std::move(low), std::move(high));
}

std::vector<std::string> case_names(const Value& list, Draft& draft) {
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  };
  for (const std::string& name : texts_of(draft, list)) {
    const auto sweep = draft.sweeps.find(name);
    if (sweep == draft.sweeps.end()) {
      add(name);
    } else {
      std::ranges::for_each(sweep->second, add);
    }
  }
  return names;
}

CaseSelection parse_cases(const Section& section, Draft& draft) {
  const auto value = section.find("cases");
  if (!value) return {};
  if (value->node->kind == Node::Kind::mapping) return parse_rule(section_of(draft, *value), draft);
  if (value->node->kind == Node::Kind::sequence) return {.cases = case_names(*value, draft)};
  const bool any = word_of(draft, *value) == 1;
  return {.kind = any ? CaseSelection::Kind::any : CaseSelection::Kind::all, .cases = {}};
}

Dimension dimension_of(QuantityKind kind) {
  switch (kind) {
    case QuantityKind::time: return Dimension::time;
    case QuantityKind::bandwidth: return Dimension::rate;
    case QuantityKind::tokens_per_second:
    case QuantityKind::error:
    case QuantityKind::counter:
    case QuantityKind::receipt: return Dimension::number;
    case QuantityKind::share_of_ceiling:
    case QuantityKind::speedup:
    case QuantityKind::time_saved:
    case QuantityKind::bytes_ratio:
    case QuantityKind::spread: break;
  }
  return Dimension::ratio;
}

}  // namespace membound::yaml
