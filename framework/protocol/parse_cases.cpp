// SPDX-License-Identifier: Apache-2.0
// Parse: the cases, with entries that sweep over several values of an extent.
#include <fmt/format.h>

#include <algorithm>

#include "protocol/parse_parts.hpp"
#include "protocol/phrases.hpp"
#include "protocol/sweep.hpp"

namespace membound::yaml {
namespace {

/// An extent as it is written: values of its own, or the name of the extent that it equals.
struct Extent {
  Axis axis;
  std::string same_as;
  Mark mark;
};

std::vector<std::int64_t> powers_of(const Section& range, Draft& draft) {
  const std::int64_t from = range.integer("from");
  const std::int64_t to = range.integer("to");
  const std::int64_t times = range.integer("times");
  if (from < 1 || to < 1 || times < 2) return {};  // the finding is there
  if (from > to) {
    draft.findings.error(range.mark(), "'from' is above 'to'",
                         "for example {from: 1024, to: 65536, times: 2}");
  }
  std::vector<std::int64_t> values;
  for (std::int64_t value = from; value <= to; value *= times) {
    values.push_back(value);
    if (value > to / times) break;
  }
  return values;
}

bool is_name(const Node& scalar) {
  return !scalar.quoted && !scalar.text.empty() && scalar.text[0] >= 'a' && scalar.text[0] <= 'z';
}

Extent parse_extent(const std::string& name, const Value& value, Draft& draft) {
  Extent extent{.axis = {.name = name}, .mark = value.mark()};
  switch (value.node->kind) {
    case Node::Kind::sequence: extent.axis = {name, integers_of(draft, value), true}; break;
    case Node::Kind::mapping:
      extent.axis = {name, powers_of(section_of(draft, value), draft), true};
      break;
    default:
      if (is_name(*value.node)) {
        extent.same_as = value.node->text;
      } else {
        extent.axis.values = {integer_of(draft, value)};
      }
  }
  return extent;
}

const Extent* find(const std::vector<Extent>& extents, std::string_view name) {
  const auto it = std::ranges::find(
      extents, name, [](const Extent& e) -> std::string_view { return e.axis.name; });
  return it == extents.end() ? nullptr : &*it;
}

/// Refuses names of extents that have no values of their own.
bool check_names(const std::vector<Extent>& extents, Draft& draft) {
  std::vector<std::string> known;
  for (const Extent& extent : extents) {
    if (extent.same_as.empty()) known.push_back(extent.axis.name);
  }
  bool good = true;
  for (const Extent& extent : extents) {
    if (extent.same_as.empty() || std::ranges::find(known, extent.same_as) != known.end()) continue;
    good = false;
    draft.findings.error(extent.mark,
                         fmt::format("{}: {} is neither a number nor an extent with values here",
                                     extent.axis.name, shown(extent.same_as)),
                         suggest(extent.same_as, known, "extents with values"));
  }
  return good;
}

/// Combinations to leave out, with the place of each.
struct Exception {
  Extents extents;
  Mark mark;
  bool used = false;
};

std::vector<Exception> parse_exceptions(const Value& entry, const std::vector<Extent>& extents,
                                        Draft& draft) {
  std::vector<Exception> exceptions;
  const auto list = named_entry(draft, entry, "except");
  if (!list) return exceptions;
  for (std::size_t i = 0; i < list->node->items.size(); ++i) {
    const Value item = item_of(*list, i);
    if (!has_form(draft, item)) continue;
    Exception exception{.extents = {}, .mark = item.node->mark};
    entries_of(draft, item, [&](const std::string& name, const Value& value) {
      std::vector<std::string> known;
      for (const Extent& extent : extents) known.push_back(extent.axis.name);
      if (find(extents, name) == nullptr) {
        exception.used = true;  // one finding is enough
        draft.findings.error(value.key, fmt::format("except names no extent {}", shown(name)),
                             suggest(name, known, "extents of the entry"));
      }
      exception.extents[name] = integer_of(draft, value);
    });
    exceptions.push_back(std::move(exception));
  }
  return exceptions;
}

bool leaves_out(Exception& exception, const Extents& extents) {
  const bool all = std::ranges::all_of(exception.extents, [&](const auto& one) {
    const auto it = extents.find(one.first);
    return it != extents.end() && it->second == one.second;
  });
  exception.used = exception.used || all;
  return all;
}

void check_use(const std::vector<Exception>& exceptions, Draft& draft) {
  for (const Exception& exception : exceptions) {
    if (exception.used) continue;
    draft.findings.error(exception.mark, "except leaves nothing out: no such combination",
                         "name values that the entry has, for example {rows: 4096, cols: 8192}");
  }
}

}  // namespace

std::vector<Case> parse_case(const Value& entry, Draft& draft) {
  std::vector<Extent> extents;
  entries_of(draft, entry, [&](const std::string& name, const Value& value) {
    extents.push_back(parse_extent(name, value, draft));
  });
  std::vector<Exception> exceptions = parse_exceptions(entry, extents, draft);
  if (!check_names(extents, draft)) return {};
  std::vector<Axis> axes;
  for (const Extent& extent : extents) {
    if (extent.same_as.empty()) axes.push_back(extent.axis);
  }
  std::vector<Case> cases;
  for (const Combination& one : combinations(entry, axes, draft)) {
    Case made{.name = one.name, .extents = {}};
    for (std::size_t i = 0; i < axes.size(); ++i) made.extents[axes[i].name] = one.values[i];
    for (const Extent& extent : extents) {
      if (!extent.same_as.empty()) made.extents[extent.axis.name] = made.extents.at(extent.same_as);
    }
    const auto left_out = [&](Exception& exception) { return leaves_out(exception, made.extents); };
    if (std::ranges::count_if(exceptions, left_out) == 0) cases.push_back(std::move(made));
  }
  check_use(exceptions, draft);
  if (cases.empty() && !exceptions.empty()) {
    draft.findings.error(
        entry.key,
        fmt::format("except leaves out every combination of {}", shown(name_of_entry(entry))),
        "keep one of them, or remove the entry");
  }
  const std::string name = name_of_entry(entry);
  if (std::ranges::any_of(axes, &Axis::swept)) {
    for (const Case& made : cases) {
      draft.sweeps[name].push_back(made.name);
      repeat(draft.marks, entry.path, fmt::format("cases.{}", made.name));
    }
  }
  return cases;
}

}  // namespace membound::yaml
