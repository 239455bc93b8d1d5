// SPDX-License-Identifier: Apache-2.0
// The one table of fields: put together from its parts, and looked up.
#include "protocol/fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "protocol/fields_table.hpp"

namespace membound::yaml {
namespace {

using enum Form;

std::vector<Field> put_together() {
  std::vector<Field> all;
  for (const auto part : {fields_of_design(), fields_of_method(), fields_of_expectations(),
                          fields_of_conclusions(), fields_shared()}) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

std::string_view parent_of(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  return dot == std::string_view::npos ? std::string_view{} : path.substr(0, dot);
}

using FieldsByParent = std::map<std::string_view, std::vector<const Field*>>;

FieldsByParent fields_by_parent() {
  FieldsByParent fields;
  for (const Field& f : yaml::fields()) {
    const bool key = !f.path.ends_with("[]") && !f.path.ends_with('*');
    if (key) fields[parent_of(f.path)].push_back(&f);
  }
  return fields;
}

using FieldsByPath = std::map<std::string_view, const Field*>;

FieldsByPath fields_by_path() {
  FieldsByPath by_path;
  for (const Field& f : fields()) by_path.emplace(f.path, &f);
  return by_path;
}

std::string_view called(Form form) {
  switch (form) {
    case mapping:
    case entries: return "a mapping";
    case list: return "a list";
    case id: return "a name";
    case line: return "a text of one line";
    case text: return "a text";
    case integer: return "a whole number";
    case number: return "a number";
    case time: return "a time";
    case bytes: return "a size";
    case ratio: return "a ratio";
    case bound: return "a value with its unit";
    case rate: return "a rate";
    case word: break;
  }
  return {};
}

}  // namespace

std::span<const Field> fields() {
  static const std::vector<Field> table = put_together();
  return table;
}

const Field* field(std::string_view path) {
  static const FieldsByPath by_path = fields_by_path();
  const auto it = by_path.find(path);
  return it == by_path.end() ? nullptr : it->second;
}

const Field* field(std::string_view parent, std::string_view key) {
  const auto& all = fields_of(parent);
  const auto it = std::ranges::find(all, key, [](const Field* f) { return last(f->path); });
  return it == all.end() ? nullptr : *it;
}

const std::vector<const Field*>& fields_of(std::string_view parent) {
  static const FieldsByParent by_parent = fields_by_parent();
  static const std::vector<const Field*> none;
  const auto it = by_parent.find(parent);
  return it == by_parent.end() ? none : it->second;
}

std::string_view last(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  return dot == std::string_view::npos ? path : path.substr(dot + 1);
}

std::vector<std::string> keys_beside(const Field& field) {
  std::vector<std::string> keys;
  std::string_view rest = field.beside;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    keys.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return keys;
}

std::optional<Dimension> dimension_of(Form form) {
  switch (form) {
    case number: return Dimension::number;
    case time: return Dimension::time;
    case bytes: return Dimension::bytes;
    case ratio: return Dimension::ratio;
    case rate: return Dimension::rate;
    default: return std::nullopt;
  }
}

std::string expected(const Field& of) {
  std::vector<std::string> forms;
  for (unsigned bit = 1; bit <= static_cast<unsigned>(rate); bit <<= 1) {
    const Form form = static_cast<Form>(bit);
    if (!of.forms.has(form)) continue;
    if (form != word) {
      forms.emplace_back(called(form));
      continue;
    }
    std::vector<std::string> words(of.choices.begin(), of.choices.end());
    forms.push_back(words.size() == 1 ? fmt::format("'{}'", words[0])
                                      : fmt::format("one of {}", join(words)));
  }
  return join(forms, " or ");
}

}  // namespace membound::yaml
