// SPDX-License-Identifier: Apache-2.0
// JSON Schema of the file format: keys, lists and entries; schema_scalar.cpp has the values.
#include "protocol/schema.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "base/text.hpp"
#include "protocol/describe.hpp"

namespace membound::yaml {
namespace {

using Json = nlohmann::ordered_json;

Json schema_of(const Field& field);

void add_counts(Json& schema, const Field& field, std::string_view what) {
  if (field.forms.has(Form::integer)) return;  // its bounds are those of the number
  if (std::isfinite(field.least) && field.least > 0) {
    schema[fmt::format("min{}", what)] = static_cast<int>(field.least);
  }
  if (std::isfinite(field.most)) schema[fmt::format("max{}", what)] = static_cast<int>(field.most);
}

Json requires_one(const std::vector<const Field*>& rivals) {
  Json options = Json::array();
  for (const Field* rival : rivals) options.push_back({{"required", {last(rival->path)}}});
  return {{"oneOf", std::move(options)}};
}

Json excludes_pairs(const std::vector<const Field*>& rivals) {
  Json pairs = Json::array();
  for (std::size_t i = 0; i < rivals.size(); ++i) {
    for (std::size_t k = i + 1; k < rivals.size(); ++k) {
      pairs.push_back({{"required", {last(rivals[i]->path), last(rivals[k]->path)}}});
    }
  }
  return {{"not", {{"anyOf", std::move(pairs)}}}};
}

/// What the groups of a mapping ask for, one condition each.
Json groups_of(const std::vector<const Field*>& keys) {
  Json conditions = Json::array();
  std::set<std::string_view> groups;
  for (const Field* key : keys) {
    if (key->group.empty() || !groups.insert(key->group).second) continue;
    const std::vector<const Field*> rivals = rivals_of(*key);
    if (key->presence == Presence::required) {
      conditions.push_back(requires_one(rivals));
    } else if (rivals.size() > 1) {
      conditions.push_back(excludes_pairs(rivals));
    }
  }
  return conditions;
}

/// Which keys ask for others beside them.
Json dependencies_of(const std::vector<const Field*>& keys) {
  Json dependencies = Json::object();
  for (const Field* key : keys) {
    Json asked = Json::object();
    if (!key->needs.empty()) asked["required"] = {key->needs};
    for (const std::string& other : keys_beside(*key))
      asked["anyOf"].push_back({{"required", {other}}});
    if (!asked.empty()) dependencies[std::string(last(key->path))] = std::move(asked);
  }
  return dependencies;
}

Json properties_of(const std::vector<const Field*>& keys) {
  Json properties = Json::object();
  for (const Field* key : keys) properties[std::string(last(key->path))] = schema_of(*key);
  return properties;
}

/// The mapping whose keys are described under `table`.
Json mapping_schema(std::string_view table) {
  const std::vector<const Field*>& keys = fields_of(table);
  Json required = Json::array();
  for (const Field* key : keys) {
    if (key->presence == Presence::required && key->group.empty()) {
      required.push_back(last(key->path));
    }
  }
  Json schema{{"type", "object"}, {"additionalProperties", false}};
  if (!required.empty()) schema["required"] = std::move(required);
  if (Json conditions = groups_of(keys); conditions.size() == 1) {
    schema.update(conditions.front());
  } else if (!conditions.empty()) {
    schema["allOf"] = std::move(conditions);
  }
  if (Json dependencies = dependencies_of(keys); !dependencies.empty())
    schema["dependencies"] = std::move(dependencies);
  schema["properties"] = properties_of(keys);
  return schema;
}

Json entries_schema(const Field& of) {
  Json schema{{"type", "object"}};
  add_counts(schema, of, "Properties");
  schema["propertyNames"] = {
      {"pattern", "^[a-z][a-z0-9_-]{0,63}$"},
      {"patternErrorMessage",
       "use a lower-case letter, then up to 63 lower-case letters, digits, '-' and '_'"}};
  if (const std::vector<const Field*>& keys = fields_of(of.path); !keys.empty())
    schema["properties"] = properties_of(keys);
  schema["additionalProperties"] = schema_of(*field(fmt::format("{}.*", of.path)));
  return schema;
}

Json list_schema(const Field& of) {
  const Field& item = *field(fmt::format("{}[]", of.path));
  Json schema{{"type", "array"}};
  add_counts(schema, of, "Items");
  if (item.forms.has(Form::line) || item.forms.has(Form::text)) schema["uniqueItems"] = true;
  schema["items"] = schema_of(item);
  return schema;
}

/// Every form that a value of the field may have.
std::vector<Json> alternatives(const Field& field) {
  std::vector<Json> forms;
  if (Json scalar = scalar_schema(field); !scalar.is_null()) {
    if (scalar.contains("anyOf")) {
      for (Json& one : scalar["anyOf"]) forms.push_back(std::move(one));
    } else {
      forms.push_back(std::move(scalar));
    }
  }
  if (field.forms.has(Form::list)) forms.push_back(list_schema(field));
  if (field.forms.has(Form::entries)) forms.push_back(entries_schema(field));
  if (!field.forms.has(Form::mapping)) return forms;
  if (field.shares.empty()) {
    forms.push_back(mapping_schema(field.path));
  } else {
    forms.push_back({{"$ref", fmt::format("#/definitions/{}", shown_path(field.shares))}});
  }
  return forms;
}

/// The default as a value; nothing where it is described in words.
Json default_of(const Field& field) {
  const bool word = std::ranges::find(field.choices, field.initial) != field.choices.end();
  bool number = false;
  for (const Form form : {Form::number, Form::time, Form::bytes, Form::ratio}) {
    const Node scalar{.kind = Node::Kind::scalar, .text = std::string(field.initial)};
    number = number || (field.forms.has(form) &&
                        read_quantity(scalar, *dimension_of(form)).value.has_value());
  }
  return word || number ? value_from_yaml(field.initial) : Json();
}

std::string description_of(const Field& field) {
  std::string text = fmt::format("{} ({}", field.help, expected(field));
  if (const std::string limits = limits_of(field); !limits.empty()) {
    text += fmt::format(", {}", limits);
  }
  return fmt::format("{}; {}), for example: {}", text, presence_of(field), field.example);
}

bool is_quantity(const Json& value) {
  return value.is_string() && !value.get<std::string>().empty() &&
         (std::isdigit(static_cast<unsigned char>(value.get<std::string>().front())) != 0);
}

/// Editors put quotes round a default or an example that begins with a digit when they insert it,
/// and then it is no quantity any more. Snippets they insert as they are.
void add_proposals(Json& schema, const Field& field) {
  const Json absent = default_of(field);
  const Json example = value_from_yaml(field.example);
  if (is_quantity(example)) {
    schema["defaultSnippets"] = Json::array({{{"label", example}, {"body", example}}});
  } else {
    schema["examples"] = Json::array({example});
  }
  if (!absent.is_null() && !is_quantity(absent)) schema["default"] = absent;
}

Json schema_of(const Field& field) {
  Json schema{{"description", description_of(field)}};
  std::vector<Json> forms = alternatives(field);
  if (forms.size() > 1) {
    schema["anyOf"] = std::move(forms);
  } else if (forms.front().contains("$ref")) {
    schema["allOf"] = std::move(forms);  // beside a $ref, draft 7 sees nothing else
  } else {
    schema.update(forms.front());
  }
  add_proposals(schema, field);
  return schema;
}

/// The tables that several mappings share.
Json definitions() {
  Json shared = Json::object();
  for (const std::string_view table : shared_tables()) {
    shared[shown_path(table)] = mapping_schema(table);
  }
  return shared;
}

}  // namespace
}  // namespace membound::yaml

namespace membound {

std::string protocol_schema() {
  nlohmann::ordered_json schema{
      {"$schema", "http://json-schema.org/draft-07/schema#"},
      {"$comment", "Generated by 'membound schema'; do not edit."},
      {"title", "membound protocol"},
      {"description", "One experiment on memory-bound kernels, written before it is measured."}};
  schema.update(yaml::mapping_schema(""));
  schema["definitions"] = yaml::definitions();
  return schema.dump(1) + "\n";
}

}  // namespace membound
