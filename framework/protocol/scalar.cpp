// SPDX-License-Identifier: Apache-2.0
// The grammar of numbers and quantities, and their one canonical spelling.
#include "protocol/scalar.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <span>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "protocol/kinds.hpp"
#include "protocol/phrases.hpp"

namespace membound::yaml {
namespace {

constexpr std::size_t longest = 64;  // characters of a number with its unit

/// A unit is 10^decimal * 2^binary of the natural unit.
struct Unit {
  std::string_view name;
  int decimal = 0;
  int binary = 0;
};

constexpr std::array<Unit, 4> times{{{"ns"}, {"us", 3}, {"ms", 6}, {"s", 9}}};
constexpr std::array<Unit, 5> sizes{
    {{"B"}, {"KiB", 0, 10}, {"MiB", 0, 20}, {"GiB", 0, 30}, {"TiB", 0, 40}}};
constexpr std::array<Unit, 5> rates{{{"B/s"}, {"kB/s", 3}, {"MB/s", 6}, {"GB/s", 9}, {"TB/s", 12}}};
constexpr std::array<Unit, 3> ratios{{{""}, {"x"}, {"%", -2}}};
constexpr std::array<Unit, 1> plain{{{""}}};

struct Grammar {
  std::string_view called;
  std::span<const Unit> units;  ///< ascending
  std::string_view example;
};

Grammar grammar(Dimension dimension) {
  switch (dimension) {
    case Dimension::time: return {"a time", times, "135 us"};
    case Dimension::bytes: return {"a size", sizes, "256 MiB"};
    case Dimension::rate: return {"a rate", rates, "4.2 TB/s"};
    case Dimension::ratio: return {"a ratio", ratios, "3 %"};
    case Dimension::number: break;
  }
  return {"a number", plain, "0.001"};
}

template <class T>
Reading<T> problem(std::string what, std::string next, std::string_view kind = kinds::bad_number) {
  return {std::nullopt, std::move(what), std::move(next), kind};
}

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::size_t digits(std::string_view text, std::size_t from) {
  std::size_t end = from;
  while (end < text.size() && is_digit(text[end])) ++end;
  return end - from;
}

/// A decimal as written: [-] digits [. digits] [e [+-] digits]; `length` 0 when the text does not
/// start with one.
struct Decimal {
  std::size_t length = 0;
  std::string_view mantissa;
  int exponent = 0;
  bool leading_zero = false;
};

/// Reads an exponent at `at`; leaves `at` alone when there is none.
int exponent_at(std::string_view text, std::size_t& at) {
  if (at >= text.size() || (text[at] != 'e' && text[at] != 'E')) return 0;
  std::size_t from = at + 1;
  const bool negative = from < text.size() && text[from] == '-';
  if (from < text.size() && (text[from] == '-' || text[from] == '+')) ++from;
  const std::size_t count = digits(text, from);
  if (count == 0) return 0;
  int value = 9999;  // out of every range when the digits do not fit
  if (count <= 4) std::from_chars(text.data() + from, text.data() + from + count, value);
  at = from + count;
  return negative ? -value : value;
}

Decimal decimal_of(std::string_view text) {
  std::size_t at = text.starts_with('-') ? 1 : 0;
  const std::size_t first = at;
  const std::size_t whole = digits(text, at);
  if (whole == 0) return {};
  at += whole;
  if (at < text.size() && text[at] == '.') {
    const std::size_t fraction = digits(text, at + 1);
    if (fraction == 0) return {};
    at += 1 + fraction;
  }
  Decimal decimal{.mantissa = text.substr(0, at), .leading_zero = whole > 1 && text[first] == '0'};
  decimal.exponent = exponent_at(text, at);
  decimal.length = at;
  return decimal;
}

/// The double nearest to mantissa * 10^exponent; nothing when it is out of range.
std::optional<double> value_of(std::string_view mantissa, int exponent) {
  const std::string text = fmt::format("{}e{}", mantissa, exponent);
  double value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec != std::errc{} || !std::isfinite(value)) return std::nullopt;
  return value + 0.0;  // no negative zero
}

const Unit* unit_of(std::span<const Unit> units, std::string_view name) {
  for (const Unit& unit : units) {
    if (unit.name == name) return &unit;
  }
  return nullptr;
}

std::string example(const Grammar& of) { return fmt::format("for example {}", of.example); }

Reading<double> unknown_unit(std::string_view text, std::string_view unit, Dimension dimension) {
  const Grammar of = grammar(dimension);
  if (dimension == Dimension::number) {
    return problem<double>(fmt::format("{} is not a plain number", shown(text)),
                           "write it without a unit, " + example(of));
  }
  const std::string next =
      fmt::format("units of {}: {}; {}", of.called, units_of(dimension), example(of));
  if (unit.empty())
    return problem<double>(fmt::format("{} has no unit", shown(text)), next, kinds::missing_unit);
  return problem<double>(
      fmt::format("{} is not {}: unknown unit {}", shown(text), of.called, shown(unit)), next,
      kinds::unknown_unit);
}

}  // namespace

Reading<std::int64_t> read_integer(const Node& scalar) {
  using Result = Reading<std::int64_t>;
  const std::string_view text = scalar.text;
  const std::size_t count = digits(text, 0);
  const std::string_view suffix = text.substr(count);
  constexpr std::array<Unit, 4> suffixes{{{""}, {"Ki", 0, 10}, {"Mi", 0, 20}, {"Gi", 0, 30}}};
  const Unit* scale = unit_of(suffixes, suffix);
  if (scalar.quoted) {
    return problem<std::int64_t>(fmt::format("{} is a quoted text, not a number", shown(text)),
                                 "remove the quotes");
  }
  if (count == 0 || scale == nullptr) {
    return problem<std::int64_t>(fmt::format("{} is not a whole number", shown(text)),
                                 "write digits, perhaps with Ki, Mi or Gi: 4096 or 4Ki");
  }
  if (count > 1 && text[0] == '0') {
    return problem<std::int64_t>(fmt::format("{} starts with a zero", shown(text)),
                                 "remove the zero");
  }
  std::int64_t value = 0;
  const auto result = std::from_chars(text.data(), text.data() + count, value);
  if (result.ec != std::errc{} || value > (INT64_MAX >> scale->binary)) {
    return problem<std::int64_t>(fmt::format("{} is too large", shown(text)),
                                 "the largest is 2^63 - 1", kinds::out_of_range);
  }
  return Result{value << scale->binary, {}, {}};
}

Reading<double> read_quantity(const Node& scalar, Dimension dimension) {
  const std::string_view text = scalar.text;
  const Grammar of = grammar(dimension);
  if (scalar.quoted) {
    return problem<double>(fmt::format("{} is a quoted text, not {}", shown(text), of.called),
                           "remove the quotes");
  }
  const Decimal decimal = text.size() <= longest ? decimal_of(text) : Decimal{};
  if (decimal.length == 0) {
    return problem<double>(fmt::format("{} is not {}", shown(text), of.called), example(of));
  }
  if (decimal.leading_zero) {
    return problem<double>(fmt::format("{} starts with a zero", shown(text)), "remove the zero");
  }
  std::string_view name = text.substr(decimal.length);
  if (name.starts_with(' ')) name.remove_prefix(1);
  const Unit* unit = unit_of(of.units, name);
  if (unit == nullptr) return unknown_unit(text, name, dimension);
  const auto value = value_of(decimal.mantissa, decimal.exponent + unit->decimal);
  const double scaled = value ? std::ldexp(*value, unit->binary) : HUGE_VAL;
  if (!std::isfinite(scaled)) {
    return problem<double>(fmt::format("{} is out of range", shown(text)), example(of),
                           kinds::out_of_range);
  }
  return {scaled, {}, {}};
}

std::string spell(double value, Dimension dimension) {
  std::string bare = shortest(value);
  if (dimension == Dimension::number || dimension == Dimension::ratio) return bare;
  const std::span<const Unit> units = grammar(dimension).units;
  for (std::size_t i = units.size(); i-- > 1;) {
    const double scaled = std::ldexp(value / std::pow(10.0, units[i].decimal), -units[i].binary);
    if (std::abs(scaled) < 1) continue;
    std::string text = fmt::format("{} {}", shortest(scaled), units[i].name);
    if (read_quantity({.kind = Node::Kind::scalar, .text = text}, dimension).value == value)
      return text;
  }
  return fmt::format("{} {}", bare, units.front().name);
}

std::string units_of(Dimension dimension) {
  std::vector<std::string> names;
  for (const std::string_view name : unit_names(dimension)) {
    names.emplace_back(name.empty() ? "none" : name);
  }
  return join(names);
}

std::vector<std::string_view> unit_names(Dimension dimension) {
  std::vector<std::string_view> names;
  for (const Unit& unit : grammar(dimension).units) names.push_back(unit.name);
  return names;
}

}  // namespace membound::yaml
