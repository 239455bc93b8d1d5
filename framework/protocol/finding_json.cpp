// SPDX-License-Identifier: Apache-2.0
// Findings for editors and other tools.
#include "protocol/finding_json.hpp"

#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "protocol/lines.hpp"

namespace membound {
namespace {

/// Column behind the word at a mark.
int end_of(const Mark& mark, std::string_view line) {
  const std::string_view word = yaml::word_at(line, yaml::offset_of(line, mark.column));
  return mark.column + static_cast<int>(std::max<std::size_t>(1, yaml::columns(word)));
}

}  // namespace

nlohmann::ordered_json to_json(const std::vector<Finding>& findings, const std::string& text) {
  const std::vector<std::string_view> lines = yaml::lines_of(text);
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const Finding& finding : sorted_by_place(findings)) {
    nlohmann::ordered_json one{{"line", finding.mark.line}, {"column", finding.mark.column}};
    const auto line = static_cast<std::size_t>(finding.mark.line);
    if (line >= 1 && line <= lines.size()) {
      one["end_column"] = end_of(finding.mark, lines[line - 1]);
    }
    one["severity"] = name_of(finding.severity);
    one["kind"] = finding.kind;
    one["message"] = printable(finding.message);
    if (!finding.next.empty()) one["hint"] = printable_lines(finding.next);
    all.push_back(std::move(one));
  }
  return all;
}

}  // namespace membound
