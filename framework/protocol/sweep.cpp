// SPDX-License-Identifier: Apache-2.0
// Sweep: an entry with several values of something stands for one entry of each combination.
#include "protocol/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "protocol/phrases.hpp"

namespace membound::yaml {
namespace {

constexpr std::size_t most_combinations = 500;
constexpr std::size_t longest_name = 64;

/// Number of combinations, or more than `most_combinations`.
std::size_t count_of(const std::vector<Axis>& axes) {
  std::size_t count = 1;
  for (const Axis& axis : axes) {
    if (count <= most_combinations) count *= axis.values.size();
  }
  return count;
}

std::string suffix_of(const std::vector<Axis>& axes, const std::vector<std::int64_t>& values) {
  std::vector<std::string> swept;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (axes[i].swept) swept.push_back(fmt::to_string(values[i]));
  }
  return swept.empty() ? "" : "-" + join(swept, "x");
}

/// A name that a sweep makes must not be there already, nor be made twice.
void claim(const Value& entry, const std::string& name, bool swept, Draft& draft) {
  const std::string path =
      fmt::format("{}.{}", std::string_view(entry.path).substr(0, entry.path.rfind('.')), name);
  const bool taken = draft.made.contains(path) || (swept && draft.marks.contains(path));
  if (swept) draft.made.insert(path);
  if (!taken) return;
  draft.findings.error(
      entry.key, fmt::format("the name {} is made by a sweep and stands here too", shown(name)),
      "rename the entry; a sweep makes names of its name and its values");
}

}  // namespace

std::string name_of_entry(const Value& entry) { return std::string(last(entry.path)); }

std::vector<std::int64_t> integers_of(Draft& draft, const Value& list) {
  std::vector<std::int64_t> values;
  if (list.node->items.empty()) {
    draft.findings.error(list.key, fmt::format("the list of {} is empty", last(list.path)),
                         fmt::format("for example {}: [2, 4, 8]", last(list.path)));
  }
  for (std::size_t i = 0; i < list.node->items.size(); ++i) {
    const Value item = item_of(list, i);
    if (!has_form(draft, item)) continue;
    const std::int64_t value = integer_of(draft, item);
    if (std::ranges::find(values, value) == values.end()) {
      values.push_back(value);
    } else if (value != 0) {  // a bad number has its finding and reads as 0
      draft.findings.error(item.node->mark,
                           fmt::format("{} stands twice in {}", value, last(list.path)),
                           "name it once");
    }
  }
  return values;
}

std::vector<Combination> combinations(const Value& entry, const std::vector<Axis>& axes,
                                      Draft& draft) {
  const std::string name = name_of_entry(entry);
  if (count_of(axes) > most_combinations) {
    draft.findings.error(
        entry.key,
        fmt::format("{} expands to more than {} combinations", shown(name), most_combinations),
        "give fewer values, or make several entries of it");
    return {};
  }
  std::vector<std::vector<std::int64_t>> all{{}};
  for (const Axis& axis : axes) {
    std::vector<std::vector<std::int64_t>> longer;
    for (const std::vector<std::int64_t>& begun : all) {
      for (const std::int64_t value : axis.values) {
        longer.push_back(begun);
        longer.back().push_back(value);
      }
    }
    all = std::move(longer);
  }
  const bool swept = std::ranges::any_of(axes, &Axis::swept);
  std::vector<Combination> named;
  for (std::vector<std::int64_t>& values : all) {
    std::string full = name + suffix_of(axes, values);
    if (swept && full.size() > longest_name) {  // the guard has looked at names as written
      draft.findings.error(entry.key, fmt::format("the name {} is too long", shown(full)),
                           "give the entry a shorter name");
      return {};
    }
    claim(entry, full, swept, draft);
    named.push_back({std::move(full), std::move(values)});
  }
  return named;
}

}  // namespace membound::yaml
