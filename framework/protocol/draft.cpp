// SPDX-License-Identifier: Apache-2.0
// Draft: what accumulates while a protocol is read or checked: findings and the places of things.
#include "protocol/draft.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace membound::yaml {

void Findings::error(Mark mark, std::string message, std::string next, std::string_view kind) {
  add({Finding::Severity::error, mark, std::move(message), std::move(next),
       kind.empty() ? kind_ : kind});
}

void Findings::warning(Mark mark, std::string message, std::string next, std::string_view kind) {
  add({Finding::Severity::warning, mark, std::move(message), std::move(next),
       kind.empty() ? kind_ : kind});
}

void Findings::add(Finding finding) {
  if (full()) {
    ++left_out_;
  } else {
    kept_.push_back(std::move(finding));
  }
}

std::vector<Finding> Findings::take() {
  std::ranges::stable_sort(kept_, {},
                           [](const Finding& f) { return std::pair(f.mark.line, f.mark.column); });
  if (left_out_ > 0) {
    kept_.push_back({Finding::Severity::error,
                     {},
                     fmt::format("{} more problems are not shown", left_out_),
                     "correct those above first",
                     kinds::left_out});
  }
  return std::move(kept_);
}

void repeat(Marks& marks, const std::string& path, const std::string& copy) {
  std::vector<std::pair<std::string, Mark>> below;
  for (auto it = marks.lower_bound(path); it != marks.end() && it->first.starts_with(path); ++it) {
    const std::string_view rest = std::string_view(it->first).substr(path.size());
    if (rest.empty() || rest.starts_with('.'))
      below.emplace_back(copy + std::string(rest), it->second);
  }
  marks.insert(below.begin(), below.end());
}

Mark mark_of(const Marks& marks, std::string_view path) {
  while (true) {
    if (const auto it = marks.find(path); it != marks.end()) return it->second;
    const std::size_t dot = path.rfind('.');
    if (dot == std::string_view::npos) return {};
    path = path.substr(0, dot);
  }
}

}  // namespace membound::yaml
