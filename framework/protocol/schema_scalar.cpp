// SPDX-License-Identifier: Apache-2.0
// JSON Schema of values that are one word, text, number or quantity.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/text.hpp"
#include "protocol/guard.hpp"
#include "protocol/schema.hpp"

namespace membound::yaml {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* whole = "(0|[1-9][0-9]*)";
constexpr const char* decimal = R"(-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?)";
constexpr const char* unsigned_decimal = R"((0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?)";

/// Dimensions that a number of this field may have.
std::vector<Dimension> dimensions_of(const Field& field) {
  if (field.forms.has(Form::bound))
    return {Dimension::time, Dimension::rate, Dimension::ratio, Dimension::number};
  std::vector<Dimension> dimensions;
  for (const Form form : {Form::number, Form::time, Form::bytes, Form::ratio, Form::rate}) {
    if (field.forms.has(form)) dimensions.push_back(*dimension_of(form));
  }
  return dimensions;
}

void add_bounds(Json& schema, const Field& field) {
  if (std::isfinite(field.least)) schema["minimum"] = field.least;
  if (std::isfinite(field.most)) schema["maximum"] = field.most;
}

Json text_schema(const Field& field) {
  // Without quotes a text may look like a number or a truth value to other readers of YAML.
  Json schema{{"type", {"string", "number", "boolean"}}};
  if (field.least >= 1) schema["minLength"] = static_cast<int>(field.least);
  if (field.forms.has(Form::line)) {
    schema["pattern"] = R"(^[^\n]*$(?!\n))";
    schema["patternErrorMessage"] = "write it on one line";
  }
  return schema;
}

Json id_schema() {
  return {{"type", "string"},
          {"pattern", "^[a-z][a-z0-9-]{0,63}$"},
          {"patternErrorMessage",
           "use a lower-case letter, then up to 63 lower-case letters, digits and '-'"}};
}

Json integer_schema(const Field& field) {
  Json schema{{"type", {"integer", "string"}}};
  if (std::isfinite(field.least)) schema["minimum"] = static_cast<std::int64_t>(field.least);
  if (std::isfinite(field.most)) schema["maximum"] = static_cast<std::int64_t>(field.most);
  if (!std::isfinite(field.least)) schema["minimum"] = 0;
  schema["pattern"] = fmt::format("^{}(Ki|Mi|Gi)$", whole);
  schema["patternErrorMessage"] = "write digits, perhaps with Ki, Mi or Gi: 4096 or 4Ki";
  return schema;
}

/// A number with one of the units; bare numbers where a dimension has them.
Json quantity_schema(const Field& field, const std::vector<Dimension>& dimensions) {
  std::vector<std::string> units;
  std::vector<std::string> shown;
  bool bare = false;
  for (const Dimension dimension : dimensions) {
    for (const std::string_view unit : unit_names(dimension)) {
      bare = bare || unit.empty();
      if (!unit.empty()) units.emplace_back(unit);
    }
    shown.push_back(units_of(dimension));
  }
  if (units.empty()) {
    Json schema{{"type", "number"}};
    add_bounds(schema, field);
    return schema;
  }
  Json schema{{"type", "string"}};
  if (bare) {
    schema["type"] = {"number", "string"};
    add_bounds(schema, field);
  }
  schema["pattern"] =
      fmt::format("^{} ?({})$", field.least >= 0 ? unsigned_decimal : decimal, join(units, "|"));
  schema["patternErrorMessage"] =
      fmt::format("write a number with its unit, for example {}; units: {}", field.example,
                  join(shown, ", or "));
  return schema;
}

Json word_schema(const Field& field) {
  Json words = Json::array();
  for (const std::string_view choice : field.choices) words.push_back(choice);
  return {{"type", "string"}, {"enum", std::move(words)}};
}

Json json_of(const Node& node) {
  if (node.kind == Node::Kind::mapping) {
    Json object = Json::object();
    for (const Entry& entry : node.entries) object[entry.key] = json_of(entry.value);
    return object;
  }
  if (node.kind == Node::Kind::sequence) {
    Json array = Json::array();
    for (const Node& item : node.items) array.push_back(json_of(item));
    return array;
  }
  if (node.kind != Node::Kind::scalar) return nullptr;
  const Json number =
      node.quoted ? Json() : Json::parse(node.text, nullptr, /*allow_exceptions=*/false);
  return number.is_number() ? number : Json(node.text);
}

}  // namespace

Json scalar_schema(const Field& field) {
  std::vector<Json> schemas;
  if (field.forms.has(Form::word)) schemas.push_back(word_schema(field));
  if (field.forms.has(Form::id)) schemas.push_back(id_schema());
  if (field.forms.has(Form::line) || field.forms.has(Form::text)) {
    schemas.push_back(text_schema(field));
  }
  if (field.forms.has(Form::integer)) schemas.push_back(integer_schema(field));
  if (const auto dimensions = dimensions_of(field); !dimensions.empty()) {
    schemas.push_back(quantity_schema(field, dimensions));
  }
  if (schemas.empty()) return nullptr;
  return schemas.size() == 1 ? schemas.front() : Json{{"anyOf", schemas}};
}

Json value_from_yaml(std::string_view text) { return json_of(guard(text).root); }

}  // namespace membound::yaml
