// SPDX-License-Identifier: Apache-2.0
// Section: one mapping of the file, read by the table of fields.
#include "protocol/section.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "base/text.hpp"
#include "protocol/phrases.hpp"

namespace membound::yaml {
namespace {

std::string below(std::string_view path, std::string_view key) {
  return path.empty() ? std::string(key) : fmt::format("{}.{}", path, key);
}

/// "in instrument", or nothing for the top of the file.
std::string within(std::string_view path) {
  return path.empty() ? "" : fmt::format(" in {}", shown(path));
}

std::vector<std::string> keys_of(std::string_view table) {
  std::vector<std::string> keys;
  for (const Field* f : fields_of(table)) keys.emplace_back(last(f->path));
  return keys;
}

}  // namespace

Section::Section(Draft& draft, const Node& node, Standing standing)
    : draft_(draft),
      node_(node),
      path_(std::move(standing.path)),
      table_(standing.table),
      mark_(standing.mark) {
  const std::set<std::string> guessed = check_keys();
  check_missing(guessed);
  check_groups(guessed);
  check_company(guessed);
}

std::set<std::string> Section::check_keys() const {
  const std::vector<std::string> keys = keys_of(table_);
  std::set<std::string> guessed;
  for (const Entry& entry : node_.entries) {
    if (draft_.findings.full() || field(table_, entry.key) != nullptr) continue;
    guessed.insert(guess(entry.key, keys));
    draft_.findings.error(entry.mark,
                          fmt::format("unknown key {}{}", shown(entry.key), within(path_)),
                          suggest(entry.key, keys, "known keys here"), kinds::unknown_key);
  }
  return guessed;
}

void Section::check_missing(const std::set<std::string>& guessed) const {
  for (const Field* f : fields_of(table_)) {
    const std::string key(last(f->path));
    const bool alone = f->presence == Presence::required && f->group.empty();
    if (!alone || has(key) || guessed.contains(key)) continue;
    draft_.findings.error(mark_, fmt::format("missing key '{}'{}", key, within(path_)),
                          fmt::format("{}\nfor example {}: {}", f->help, key, f->example),
                          kinds::missing_key);
  }
}

void Section::check_groups(const std::set<std::string>& guessed) const {
  std::set<std::string_view> groups;
  for (const Field* f : fields_of(table_)) {
    if (f->group.empty() || !groups.insert(f->group).second) continue;
    std::vector<std::string> keys;
    std::vector<std::string> present;
    for (const Field* member : fields_of(table_)) {
      if (member->group != f->group) continue;
      keys.emplace_back(last(member->path));
      if (has(keys.back()) || guessed.contains(keys.back())) present.push_back(keys.back());
    }
    if (present.size() > 1) {
      draft_.findings.error(
          mark_,
          fmt::format("{} cannot be given together{}", join(present, " and "), within(path_)),
          fmt::format("keep one of: {}", join(keys)), kinds::exclusive_keys);
    }
    if (present.empty() && f->presence == Presence::required) {
      draft_.findings.error(mark_, fmt::format("one of {} is missing{}", join(keys), within(path_)),
                            fmt::format("for example {}: {}", last(f->path), f->example),
                            kinds::missing_key);
    }
  }
}

bool Section::lacks_group(const std::vector<std::string>& keys) const {
  return std::ranges::any_of(keys, [&](const std::string& key) {
    const Field* of = field(table_, key);
    if (of->group.empty() || of->presence == Presence::optional) return false;
    return std::ranges::none_of(fields_of(table_), [&](const Field* f) {
      return f->group == of->group && has(last(f->path));
    });
  });
}

void Section::check_company(const std::set<std::string>& guessed) const {
  const auto there = [&](const std::string& key) { return has(key) || guessed.contains(key); };
  for (const Field* f : fields_of(table_)) {
    const std::string_view key = last(f->path);
    if (!has(key)) continue;
    const std::vector<std::string> company = keys_beside(*f);
    if (!company.empty() && std::ranges::none_of(company, there) && !lacks_group(company)) {
      draft_.findings.error(place(key), fmt::format("'{}' belongs to {} only", key, join(company)),
                            fmt::format("remove it; {}: {}", key, f->help));
    }
    if (!f->needs.empty() && !there(std::string(f->needs))) {
      const Field* needed = field(table_, f->needs);
      draft_.findings.error(
          place(key), fmt::format("'{}' needs '{}' beside it", key, f->needs),
          fmt::format("{}\nfor example {}: {}", needed->help, f->needs, needed->example));
    }
  }
}

std::optional<Value> Section::find(std::string_view key) const {
  const Field* described = field(table_, key);
  if (described == nullptr) throw std::logic_error(fmt::format("no field '{}.{}'", table_, key));
  const Entry* entry = node_.find(key);
  if (entry == nullptr) return std::nullopt;
  Value value{&entry->value, described, below(path_, key), entry->mark};
  draft_.marks.emplace(value.path, value.mark());
  return has_form(draft_, value) ? std::optional(std::move(value)) : std::nullopt;
}

Mark Section::place(std::string_view key) const {
  const Entry* entry = node_.find(key);
  return entry == nullptr ? mark_ : entry->mark;
}

std::string Section::text(std::string_view key) const {
  const auto value = find(key);
  return value ? text_of(draft_, *value) : std::string();
}

std::int64_t Section::integer(std::string_view key) const {
  const auto value = find(key);
  return value ? integer_of(draft_, *value) : 0;
}

std::optional<double> Section::number(std::string_view key) const {
  const auto value = find(key);
  return value ? number_of(draft_, *value) : std::nullopt;
}

std::optional<Section> Section::section(std::string_view key) const {
  const auto value = find(key);
  if (!value) return std::nullopt;
  return section_of(draft_, *value);
}

std::vector<std::string> Section::texts(std::string_view key) const {
  const auto value = find(key);
  return value ? texts_of(draft_, *value) : std::vector<std::string>();
}

void Section::entries(std::string_view key,
                      const std::function<void(const std::string&, const Value&)>& each) const {
  if (const auto value = find(key)) entries_of(draft_, *value, each);
}

Section section_of(Draft& draft, const Value& value) {
  const Field& f = *value.field;
  return {draft, *value.node, {value.path, f.shares.empty() ? f.path : f.shares, value.key}};
}

}  // namespace membound::yaml
