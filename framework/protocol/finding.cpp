// SPDX-License-Identifier: Apache-2.0
// Findings in the form that compilers use: place, message, source line, caret, what to do next.
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/text.hpp"
#include "protocol/characters.hpp"
#include "protocol/finding.hpp"
#include "protocol/lines.hpp"

namespace membound {
namespace {

using yaml::columns;
using yaml::lines_of;
using yaml::offset_of;
using yaml::word_at;

constexpr std::size_t widest =
    100;  // columns of source shown; a longer line is cut round the caret

std::string excerpt(std::string_view line, const Mark& mark) {
  const std::size_t at = offset_of(line, mark.column);
  std::size_t begin = at > widest / 2 ? at - widest / 2 : 0;
  if (line.size() <= widest) begin = 0;
  while (begin > 0 && yaml::continues(line[begin])) --begin;
  std::size_t end = std::min(line.size(), begin + widest);
  while (end < line.size() && yaml::continues(line[end])) ++end;

  const std::string before = (begin > 0 ? "..." : "") + printable(line.substr(begin, at - begin));
  const std::string after = printable(line.substr(at, end - at)) + (end < line.size() ? "..." : "");
  const std::string_view word = word_at(line.substr(0, end), at);
  const std::size_t tail = std::max<std::size_t>(1, columns(word)) - 1;
  return fmt::format("{:>5} | {}{}\n{:>5} | {}^{}\n", mark.line, before, after, "",
                     std::string(columns(before), ' '), std::string(tail, '~'));
}

std::string place(const std::string& file, const Mark& mark) {
  if (mark.line == 0) return printable(file);
  return fmt::format("{}:{}:{}", printable(file), mark.line, mark.column);
}

std::string indented(std::string_view next) {
  std::string out;
  for (const std::string_view line : lines_of(next)) out += fmt::format("  {}\n", printable(line));
  return out;
}

}  // namespace

std::string_view name_of(Finding::Severity severity) {
  return severity == Finding::Severity::error ? "error" : "warning";
}

std::vector<Finding> sorted_by_place(std::vector<Finding> findings) {
  std::ranges::stable_sort(findings, {},
                           [](const Finding& f) { return std::pair(f.mark.line, f.mark.column); });
  return findings;
}

bool has_errors(const std::vector<Finding>& findings) {
  return std::ranges::any_of(
      findings, [](const Finding& f) { return f.severity == Finding::Severity::error; });
}

std::string render(const std::vector<Finding>& findings, const std::string& file,
                   const std::string& text) {
  const std::vector<Finding> sorted = sorted_by_place(findings);
  const std::vector<std::string_view> lines = lines_of(text);
  std::string out;
  for (const Finding& finding : sorted) {
    const auto line = static_cast<std::size_t>(finding.mark.line);
    out += fmt::format("{}: {}: {}\n", place(file, finding.mark), name_of(finding.severity),
                       printable(finding.message));
    if (line >= 1 && line <= lines.size()) out += excerpt(lines[line - 1], finding.mark);
    out += indented(finding.next);
  }
  return out;
}

}  // namespace membound
