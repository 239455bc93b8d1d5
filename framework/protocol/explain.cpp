// SPDX-License-Identifier: Apache-2.0
// Explanations of the keys of a protocol for the terminal, from the table of fields.
#include "protocol/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "protocol/describe.hpp"

namespace membound::yaml {
namespace {

/// The field that `part` names below the table `parent`: a key, a name of the author, or an item.
const Field* step(std::string_view parent, std::string_view part) {
  if (const Field* key = field(parent, part)) return key;
  if (const Field* entry = field(fmt::format("{}.*", parent))) return entry;
  const Field* item = field(fmt::format("{}[]", parent));
  const bool number =
      !part.empty() && part.find_first_not_of("0123456789") == std::string_view::npos;
  return number ? item : nullptr;
}

/// The field at the end of a path from the top of a protocol or of a shared table.
const Field* walk(std::string_view path) {
  std::string parent;
  for (const std::string_view table : shared_tables()) {
    const std::string shown = shown_path(table) + ".";
    if (!path.starts_with(shown)) continue;
    parent = table;
    path.remove_prefix(shown.size());
  }
  const Field* at = nullptr;
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('.'), path.size());
    std::string_view part = path.substr(0, end);
    path.remove_prefix(std::min(end + 1, path.size()));
    const bool item = part.ends_with("[]");
    if (item) part.remove_suffix(2);
    at = step(parent, part);
    if (at != nullptr && item) at = field(fmt::format("{}[]", at->path));
    if (at == nullptr) return nullptr;
    parent = table_of(*at);
  }
  return at;
}

/// "cases", "<name>" for what the author names.
std::string name_in_tree(const Field& of) {
  return of.path.ends_with('*') ? "<name>" : std::string(last(of.path));
}

struct Line {
  std::string key;
  std::string help;
};

void add_tree(std::vector<Line>& lines, std::string_view parent, std::size_t depth) {
  for (const Field* part : parts_of(parent)) {
    if (part->path.ends_with("[]")) {
      add_tree(lines, part->path, depth);  // what its items hold; a list has no line of their own
      continue;
    }
    const bool optional = part->presence == Presence::optional && part->group.empty();
    const char* mark = optional ? " ?" : rivals_of(*part).size() > 1 ? " |" : "";
    const std::string see =
        part->shares.empty() ? "" : fmt::format(" (see {} below)", shown_path(part->shares));
    lines.push_back(
        {std::string(2 * depth, ' ') + name_in_tree(*part) + mark, std::string(part->help) + see});
    if (part->shares.empty()) add_tree(lines, part->path, depth + 1);
  }
}

std::string table_text(const std::vector<Line>& lines, std::string_view indent) {
  std::size_t width = 0;
  for (const Line& line : lines) width = std::max(width, line.key.size());
  std::string text;
  for (const Line& line : lines) {
    text +=
        line.key.empty() ? "\n" : fmt::format("{}{:<{}}  {}\n", indent, line.key, width, line.help);
  }
  return text;
}

/// "between: [135 us, 145 us]"; of an entry or item the value alone.
std::string example_of(const Field& of) {
  const bool named = !of.path.ends_with("[]") && !of.path.ends_with('*');
  return named ? fmt::format("{}: {}", last(of.path), of.example) : std::string(of.example);
}

}  // namespace

std::vector<const Field*> find_fields(std::string_view key) {
  if (const Field* exact = walk(key)) return {exact};
  std::vector<const Field*> found;
  for (const Field& of : fields()) {
    if (shown_path(of.path).ends_with(fmt::format(".{}", key))) found.push_back(&of);
  }
  return found;
}

std::vector<std::string> known_keys() {
  std::set<std::string> keys;
  for (const Field& of : fields()) {
    keys.insert(shown_path(of.path));
    if (!of.path.ends_with('*')) keys.emplace(last(of.path));
  }
  return {keys.begin(), keys.end()};
}

std::string explain(const Field& of) {
  const std::string limits = limits_of(of);
  const Field* item = field(fmt::format("{}[]", of.path));
  const std::string units = units_of(item != nullptr ? *item : of);
  std::vector<Line> facts{{"value", expected(of)}};
  if (!limits.empty()) facts.back().help += fmt::format("; {}", limits);
  if (!units.empty()) facts.push_back({"units", units});
  if (!of.path.ends_with("[]") && !of.path.ends_with('*')) {
    facts.push_back({"needed", presence_of(of)});
  }
  facts.push_back({"example", example_of(of)});

  std::vector<Line> parts;
  for (const std::string_view table : {of.path, of.shares}) {
    if (table.empty()) continue;
    for (const Field* part : parts_of(table)) {
      parts.push_back({shown_path(part->path), std::string(part->help)});
    }
  }
  std::string text =
      fmt::format("{}\n  {}\n\n{}", shown_path(of.path), of.help, table_text(facts, "  "));
  if (!parts.empty()) text += fmt::format("\n  holds:\n{}", table_text(parts, "    "));
  return text;
}

std::string tree_of_keys() {
  std::vector<Line> lines;
  add_tree(lines, "", 0);
  for (const std::string_view table : shared_tables()) {
    lines.push_back({});
    lines.push_back({shown_path(table), "shared by the keys that say so"});
    add_tree(lines, table, 1);
  }
  return table_text(lines, "");
}

}  // namespace membound::yaml
