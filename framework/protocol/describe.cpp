// SPDX-License-Identifier: Apache-2.0
// The table of fields in words, for whoever writes a protocol.
#include "protocol/describe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.hpp"

namespace membound::yaml {
namespace {

constexpr Forms texts = Form::line | Form::text;
constexpr Forms nested = Form::list | Form::entries;

bool has_any(Forms forms, Forms of) { return (forms.bits & of.bits) != 0; }

/// Path of the mapping that holds a field: "instrument" of "instrument.rounds".
std::string_view parent_of(std::string_view path) {
  if (path.ends_with("[]")) return path.substr(0, path.size() - 2);
  const std::size_t dot = path.rfind('.');
  return dot == std::string_view::npos ? std::string_view{} : path.substr(0, dot);
}

std::string between(const Field& field, std::string_view least, std::string_view most,
                    std::string_view unit) {
  const std::string of = unit.empty() ? "" : fmt::format(" {}", unit);
  if (field.least == field.most) return fmt::format("exactly {}{}", least, of);
  if (std::isinf(field.most)) {
    return std::isinf(field.least) ? "" : fmt::format("at least {}{}", least, of);
  }
  return std::isinf(field.least) ? fmt::format("at most {}{}", most, of)
                                 : fmt::format("{} to {}{}", least, most, of);
}

/// Bounds of the number that a field may be, in its own unit.
std::string number_limits(const Field& field) {
  Dimension dimension = Dimension::number;
  for (const Form form : {Form::time, Form::bytes, Form::ratio, Form::rate}) {
    if (field.forms.has(form)) dimension = *dimension_of(form);
  }
  return between(field, spell(field.least, dimension), spell(field.most, dimension), "");
}

}  // namespace

std::string shown_path(std::string_view path) {
  std::string shown;
  for (const char c : path) {
    if (c != '<' && c != '>') shown += c;
  }
  return shown;
}

std::string_view table_of(const Field& field) {
  return field.shares.empty() ? field.path : field.shares;
}

std::vector<const Field*> parts_of(std::string_view parent) {
  std::vector<const Field*> parts;
  for (const Field& field : fields()) {
    if (parent_of(field.path) == parent) parts.push_back(&field);
  }
  return parts;
}

std::vector<const Field*> rivals_of(const Field& field) {
  std::vector<const Field*> rivals;
  if (field.group.empty()) return rivals;
  for (const Field* other : fields_of(parent_of(field.path))) {
    if (other->group == field.group) rivals.push_back(other);
  }
  return rivals;
}

std::vector<std::string_view> shared_tables() {
  std::vector<std::string_view> tables;
  for (const Field& field : fields()) {
    if (!field.shares.empty() && std::ranges::find(tables, field.shares) == tables.end()) {
      tables.push_back(field.shares);
    }
  }
  return tables;
}

std::string units_of(const Field& field) {
  std::vector<Dimension> dimensions;
  if (field.forms.has(Form::bound)) {
    dimensions = {Dimension::time, Dimension::rate, Dimension::ratio};
  }
  for (const Form form : {Form::time, Form::bytes, Form::ratio, Form::rate}) {
    if (field.forms.has(form)) dimensions.push_back(*dimension_of(form));
  }
  std::vector<std::string> units;
  for (const Dimension dimension : dimensions) units.push_back(units_of(dimension));
  return join(units, "; or ");
}

std::string limits_of(const Field& field) {
  if (has_any(field.forms, texts)) return field.least >= 1 ? "not empty" : "";
  if (field.forms.has(Form::id)) return "lower-case letters, digits and '-', at most 64";
  if (has_any(field.forms, nested)) {
    return between(field, fmt::format("{}", field.least), fmt::format("{}", field.most),
                   field.forms.has(Form::list) ? "items" : "entries");
  }
  return std::isinf(field.least) && std::isinf(field.most) ? "" : number_limits(field);
}

std::string presence_of(const Field& field) {
  std::vector<std::string> rivals;
  for (const Field* rival : rivals_of(field)) rivals.emplace_back(last(rival->path));
  const bool required = field.presence == Presence::required;
  if (rivals.size() > 1) {
    return fmt::format("{} of {}", required ? "exactly one" : "at most one", join(rivals));
  }
  if (required) return "required";
  return field.initial.empty() ? "optional"
                               : fmt::format("optional; default: {}",
                                             field.initial == "\"\"" ? "empty" : field.initial);
}

}  // namespace membound::yaml
