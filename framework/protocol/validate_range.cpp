// SPDX-License-Identifier: Apache-2.0
// Validate: ranges can be met and can be missed, and their bounds can be had from the run.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.hpp"
#include "protocol/counted.hpp"
#include "protocol/parse.hpp"
#include "protocol/phrases.hpp"
#include "protocol/validate_parts.hpp"
#include "protocol/words.hpp"

namespace membound {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

/// Values that a quantity can take in a run that is not void.
struct Reachable {
  double low = 0;
  double high = infinite;
  bool zero = false;  ///< the low end can be met
};

/// Whether the gate on the ceiling holds for what it names: it does not where caches stay warm.
bool bounded_by_memory(const Check& check, const std::string& name) {
  return std::ranges::none_of(check.members(name),
                              [](const ArmUse* use) { return use->rotation == Rotation::none; });
}

Reachable reachable(const Check& check, const Quantity& quantity) {
  switch (quantity.kind) {
    case QuantityKind::share_of_ceiling:
      if (quantity.scope == CeilingScope::large && bounded_by_memory(check, quantity.arm))
        return {.high = check.protocol.gates.above_ceiling};
      return {};
    case QuantityKind::time_saved: return {.low = -infinite, .high = 1};
    case QuantityKind::spread:
    case QuantityKind::error:
    case QuantityKind::counter:
    case QuantityKind::receipt: return {.zero = true};
    default: return {};
  }
}

std::string reachable_in_words(const Check& check, const Quantity& quantity) {
  if (quantity.kind == QuantityKind::time_saved) return "time_saved is below 1, which is 100 %";
  const Reachable can = reachable(check, quantity);
  if (can.zero) return fmt::format("{} is 0 or above", name_of(quantity.kind));
  if (can.high == infinite) return fmt::format("{} is above 0", name_of(quantity.kind));
  return fmt::format("{} lies between 0 and {} (gates.ceiling.share_below)", name_of(quantity.kind),
                     yaml::spell(can.high, yaml::Dimension::ratio));
}

/// True for what comes out the same every time; anything else never meets a single number.
bool is_exact(QuantityKind kind) {
  return kind == QuantityKind::bytes_ratio || kind == QuantityKind::error ||
         kind == QuantityKind::counter || kind == QuantityKind::receipt;
}

std::string place_of_range(const Check& check, const std::string& path) {
  for (const std::string_view key :
       {"between", "at_least", "at_most", "near", "equals", "below", "above"}) {
    std::string candidate = fmt::format("{}.{}", path, key);
    if (check.marks.contains(candidate)) return candidate;
  }
  return path;
}

void check_numbers(Check& check, const Stated& stated, const Consequence& consequence) {
  const std::string path = place_of_range(check, stated.path);
  const Reachable can = reachable(check, stated.quantity);
  const double low = stated.range.low.value_or(-infinite);
  const double high = stated.range.high.value_or(infinite);
  const std::string reason = reachable_in_words(check, stated.quantity);
  if (low <= can.low && high >= can.high) {
    check.error(path, "every possible value lies in this range",
                fmt::format("{}: {}", consequence.always, reason), kinds::vacuous);
  } else if (low >= can.high || high < can.low || (high == can.low && !can.zero)) {
    check.error(path, "no value that counts can lie in this range",
                fmt::format("{}: {}", consequence.never, reason), kinds::vacuous);
  } else if (low == high && !is_exact(stated.quantity.kind) && check.backend() != "scripted") {
    check.error(path,
                fmt::format("a measured {} never equals one number", name_of(stated.quantity.kind)),
                "give it a tolerance, for example tolerance: 5 %");
  }
}

/// A time, as the author gave it for the one case that is spoken of, against the counted one.
void check_is(Check& check, const std::string& path, const Stated& stated,
              const Expression& expression) {
  if (stated.cases.cases.size() != 1) {
    return check.error(path + ".is", "'is' can hold in one case only",
                       "name that case under cases, or leave 'is' out");
  }
  const ArmUse* arm = check.arm(expression.traffic_of);
  const auto bytes =
      arm == nullptr ? std::nullopt : counted(check, *arm, stated.cases.cases.front());
  if (!bytes || expression.rate <= 0) return;
  const double computed = expression.times * bytes->bytes / expression.rate * 1e9 + expression.plus;
  if (agrees(*expression.is, computed)) return;
  check.error(
      path + ".is",
      fmt::format("that is {}, not {}", yaml::spell(std::round(computed), yaml::Dimension::time),
                  yaml::spell(*expression.is, yaml::Dimension::time)),
      fmt::format("{}\nat {}", bytes->formula,
                  yaml::spell(expression.rate, yaml::Dimension::rate)));
}

bool is_same(const Quantity& a, const Quantity& b) {
  return a.kind == b.kind && a.arm == b.arm && a.over == b.over && a.name == b.name &&
         a.scope == b.scope;
}

void check_bound_quantity(Check& check, const std::string& path, const Quantity& bounded,
                          const Quantity& bound) {
  check_quantity(check, path, bound);
  if (yaml::dimension_of(bounded.kind) != yaml::dimension_of(bound.kind)) {
    check.error(
        path, fmt::format("{} cannot be bounded by {}", name_of(bounded.kind), name_of(bound.kind)),
        "bound a time by a time, a rate by a rate, a ratio by a ratio");
  } else if (is_same(bounded, bound)) {
    check.error(path, fmt::format("{} is bounded by itself", name_of(bounded.kind)),
                "name the quantity of another arm");
  } else if (bounded.kind == QuantityKind::time) {
    check_comparable(check, path, {bounded.arm, bound.arm});
  }
}

/// `path` is the place of the expression.
void check_expression(Check& check, const std::string& path, const Stated& stated,
                      const Expression& expression) {
  if (expression.quantity)
    return check_bound_quantity(check, path + ".of", stated.quantity, *expression.quantity);
  check_arm_name(check, path + ".traffic_of", expression.traffic_of);
  if (yaml::dimension_of(stated.quantity.kind) != yaml::Dimension::time) {
    check.error(
        path + ".traffic_of",
        fmt::format("{} cannot be bounded by the time of a traffic", name_of(stated.quantity.kind)),
        "bound a time with it; a rate has share_of_ceiling");
  }
  if (expression.is) check_is(check, path, stated, expression);
}

/// Place of one end: below `between` it is an item, otherwise the key.
std::string place_of_end(const Check& check, const std::string& path, int item) {
  const std::string range = place_of_range(check, path);
  return range.ends_with(".between") ? fmt::format("{}.{}", range, item) : range;
}

}  // namespace

void check_range(Check& check, const Stated& stated, const Consequence& consequence) {
  const Range& range = stated.range;
  if (range.low_of)
    check_expression(check, place_of_end(check, stated.path, 0), stated, *range.low_of);
  if (range.high_of)
    check_expression(check, place_of_end(check, stated.path, 1), stated, *range.high_of);
  const bool open = !range.low && !range.high;  // of neither: the parser has said so
  if (!open && !range.low_of && !range.high_of) check_numbers(check, stated, consequence);
}

std::vector<std::string> arms_of(const Range& range) {
  std::vector<std::string> arms;
  for (const auto* end : {&range.low_of, &range.high_of}) {
    if (!*end) continue;
    if ((*end)->quantity) {
      for (std::string& arm : arms_of(*(*end)->quantity)) arms.push_back(std::move(arm));
    } else {
      arms.push_back((*end)->traffic_of);
    }
  }
  return arms;
}

}  // namespace membound
