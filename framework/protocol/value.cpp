// SPDX-License-Identifier: Apache-2.0
// Values of the file, checked against their field: form, grammar, bounds, choices.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>

#include "base/text.hpp"
#include "protocol/phrases.hpp"
#include "protocol/section.hpp"

namespace membound::yaml {
namespace {

constexpr double most_exact = 9007199254740992.0;  // 2^53: beyond it a double skips whole numbers
constexpr std::size_t longest_name = 64;
constexpr std::size_t longest_text =
    16'384;  // bytes; escaped, it still fits one line of the frozen text

std::string found(const Node& node) {
  switch (node.kind) {
    case Node::Kind::scalar: return shown(node.text);
    case Node::Kind::sequence: return "a list";
    case Node::Kind::mapping: return "a mapping";
    case Node::Kind::null:
    case Node::Kind::refused: break;
  }
  return "nothing";
}

std::string example_of(const Field& field) { return fmt::format("for example {}", field.example); }

/// [a-z][a-z0-9-]{0,63}, with `more` as further characters.
bool is_name(std::string_view text, std::string_view more) {
  const auto lower = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto allowed = [&](char c) {
    return lower(c) || (c >= '0' && c <= '9') || more.find(c) != std::string_view::npos;
  };
  return !text.empty() && text.size() <= longest_name && lower(text.front()) &&
         std::ranges::all_of(text, allowed);
}

/// Checks a number against the field's bounds; `spelled` writes a bound the way the field is
/// written.
bool in_bounds(Draft& draft, const Value& value, double number, Dimension dimension) {
  const Field& f = *value.field;
  if (number >= f.least && number <= f.most) return true;
  const std::string key(last(value.path));
  const std::string least = spell(f.least, dimension);
  const std::string most = spell(f.most, dimension);
  std::string message;
  if (f.least == f.most) {
    message = fmt::format("{} must be {}", key, least);
  } else {
    message = number < f.least ? fmt::format("{} must be at least {}", key, least)
                               : fmt::format("{} must be at most {}", key, most);
  }
  draft.findings.error(value.node->mark,
                       fmt::format("{}, not {}", message, shown(value.node->text)),
                       fmt::format("{}: {}", key, f.help), kinds::out_of_range);
  return false;
}

/// "launches", "an item of read".
std::string called(const Value& value) {
  const std::string_view path = value.field->path;
  if (!path.ends_with("[]")) return std::string(last(value.path));
  return fmt::format("an item of {}", last(path.substr(0, path.size() - 2)));
}

/// Checks how many items a list or mapping has.
void check_count(Draft& draft, const Value& value, std::size_t count) {
  const Field& f = *value.field;
  const auto number = static_cast<double>(count);
  if (number >= f.least && number <= f.most) return;
  const std::string needed = f.least == f.most  ? "exactly"
                             : number < f.least ? "at least"
                                                : "at most";
  const auto bound = static_cast<std::size_t>(number < f.least ? f.least : f.most);
  draft.findings.error(
      value.key,
      fmt::format("{} needs {} {}, not {}", called(value), needed, counted(bound, "item"), count),
      example_of(f), kinds::wrong_count);
}

}  // namespace

bool has_form(Draft& draft, const Value& value) {
  const Node& node = *value.node;
  const Forms forms = value.field->forms;
  if (node.kind == Node::Kind::refused) return false;
  constexpr Forms nested = Form::mapping | Form::entries | Form::list;
  const bool scalar = (forms.bits & ~nested.bits) != 0;
  const bool fits = (node.kind == Node::Kind::mapping &&
                     (forms.has(Form::mapping) || forms.has(Form::entries))) ||
                    (node.kind == Node::Kind::sequence && forms.has(Form::list)) ||
                    (node.kind == Node::Kind::scalar && scalar);
  if (!fits) {
    draft.findings.error(
        value.mark(),
        fmt::format("{} must be {}, not {}", called(value), expected(*value.field), found(node)),
        example_of(*value.field), kinds::wrong_form);
  }
  return fits;
}

std::string text_of(Draft& draft, const Value& value) {
  const std::string& text = value.node->text;
  const Field& f = *value.field;
  const std::string key = called(value);
  if (f.forms.has(Form::id) && !is_name(text, "-")) {
    draft.findings.error(
        value.node->mark, fmt::format("{} is not a valid {}", shown(text), key),
        "use a lower-case letter, then up to 63 lower-case letters, digits and '-'",
        kinds::bad_name);
  } else if (f.forms.has(Form::line) && text.find('\n') != std::string::npos) {
    draft.findings.error(value.node->mark, fmt::format("{} must be one line", key), example_of(f),
                         kinds::bad_text);
  } else if (static_cast<double>(text.size()) < f.least) {
    draft.findings.error(value.node->mark, fmt::format("{} is empty", key), example_of(f),
                         kinds::bad_text);
  } else if (text.size() > longest_text) {
    draft.findings.error(value.node->mark,
                         fmt::format("{} is longer than {} bytes", key, longest_text),
                         "say it in fewer words, or point to a document", kinds::bad_text);
  }
  return text;
}

std::int64_t integer_of(Draft& draft, const Value& value) {
  const Reading<std::int64_t> reading = read_integer(*value.node);
  if (!reading.value) {
    draft.findings.error(value.node->mark, fmt::format("{}: {}", last(value.path), reading.problem),
                         reading.next, reading.kind);
    return 0;
  }
  const bool good = in_bounds(draft, value, static_cast<double>(*reading.value), Dimension::number);
  return good ? *reading.value : 0;
}

std::optional<double> number_of(Draft& draft, const Value& value) {
  for (const Form form : {Form::number, Form::time, Form::bytes, Form::ratio, Form::rate}) {
    if (value.field->forms.has(form)) return number_of(draft, value, *dimension_of(form));
  }
  throw std::logic_error(fmt::format("field '{}' is no number", value.field->path));
}

std::optional<double> number_of(Draft& draft, const Value& value, Dimension dimension) {
  const Reading<double> reading = read_quantity(*value.node, dimension);
  if (!reading.value) {
    const auto choices = value.field->choices;
    const std::string words =
        choices.empty() ? ""
                        : "\n" + suggest(value.node->text, {choices.begin(), choices.end()}, "or");
    draft.findings.error(value.node->mark, fmt::format("{}: {}", last(value.path), reading.problem),
                         reading.next + words, reading.kind);
    return std::nullopt;
  }
  return in_bounds(draft, value, *reading.value, dimension) ? reading.value : std::nullopt;
}

std::optional<std::int64_t> whole_of(Draft& draft, const Value& value) {
  const auto number = number_of(draft, value);
  if (!number) return std::nullopt;
  if (std::floor(*number) != *number || *number > most_exact) {
    draft.findings.error(value.mark(),
                         fmt::format("{}: {} is no whole number of bytes or nanoseconds",
                                     last(value.path), shown(value.node->text)),
                         example_of(*value.field));
    return std::nullopt;
  }
  return static_cast<std::int64_t>(*number);
}

std::size_t word_of(Draft& draft, const Value& value) {
  const auto choices = value.field->choices;
  const auto it = std::ranges::find(choices, value.node->text);
  if (it != choices.end()) return static_cast<std::size_t>(it - choices.begin());
  std::string next = suggest(value.node->text, {choices.begin(), choices.end()}, "known");
  if (value.field->forms.has(Form::list)) {
    const Field* item = field(std::string(value.field->path) + "[]");
    next += fmt::format("\nor a list in brackets, for example [{}]", item->example);
  }
  draft.findings.error(value.node->mark,
                       fmt::format("unknown {} {}", last(value.path), shown(value.node->text)),
                       std::move(next), kinds::unknown_word);
  return 0;
}

std::vector<std::string> texts_of(Draft& draft, const Value& value) {
  check_count(draft, value, value.node->items.size());
  const Field* item_field = field(std::string(value.field->path) + "[]");
  std::vector<std::string> texts;
  std::set<std::string> seen;
  for (const Node& node : value.node->items) {
    const Value item{&node, item_field, fmt::format("{}.{}", value.path, node.text), node.mark};
    if (!has_form(draft, item)) continue;
    draft.marks.emplace(item.path, node.mark);
    if (!seen.insert(node.text).second) {
      draft.findings.error(node.mark,
                           fmt::format("{} stands twice in {}", shown(node.text), last(value.path)),
                           "name it once", kinds::wrong_count);
      continue;
    }
    texts.push_back(text_of(draft, item));
  }
  return texts;
}

Value item_of(const Value& list, std::size_t place) {
  const Node& node = list.node->items.at(place);
  return {&node, field(std::string(list.field->path) + "[]"),
          fmt::format("{}.{}", list.path, place), node.mark};
}

std::optional<Value> named_entry(Draft& draft, const Value& entries, std::string_view key) {
  const Entry* entry = entries.node->find(key);
  if (entry == nullptr) return std::nullopt;
  Value value{&entry->value, field(entries.field->path, key),
              fmt::format("{}.{}", entries.path, key), entry->mark};
  draft.marks.emplace(value.path, value.mark());
  return has_form(draft, value) ? std::optional(std::move(value)) : std::nullopt;
}

void entries_of(Draft& draft, const Value& value,
                const std::function<void(const std::string&, const Value&)>& each) {
  check_count(draft, value, value.node->entries.size());
  const Field* entry_field = field(std::string(value.field->path) + ".*");
  for (const Entry& entry : value.node->entries) {
    if (field(value.field->path, entry.key) != nullptr) continue;
    const Value item{&entry.value, entry_field, fmt::format("{}.{}", value.path, entry.key),
                     entry.mark};
    draft.marks.emplace(item.path, entry.mark);
    if (!is_name(entry.key, "-_")) {
      draft.findings.error(
          entry.mark, fmt::format("{} is not a valid name", shown(entry.key)),
          "use a lower-case letter, then up to 63 lower-case letters, digits, '-' and '_'",
          kinds::bad_name);
    }
    if (has_form(draft, item)) each(entry.key, item);
  }
}

}  // namespace membound::yaml
