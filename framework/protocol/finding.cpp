// SPDX-License-Identifier: Apache-2.0
// Findings in the form that compilers use: place, message, source line, caret, what to do next.
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/text.hpp"
#include "protocol/characters.hpp"
#include "protocol/finding.hpp"

namespace membound {
namespace {

constexpr std::size_t widest =
    100;  // columns of source shown; a longer line is cut round the caret

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

/// Byte offset of a column (from 1, in characters), at most the length of the line.
std::size_t offset_of(std::string_view line, int column) {
  std::size_t at = 0;
  for (int c = 1; c < column && at < line.size(); ++c) {
    ++at;
    while (at < line.size() && yaml::continues(line[at])) ++at;
  }
  return at;
}

std::size_t columns(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return !yaml::continues(c); }));
}

/// The word that starts at `at`: what the caret underlines.
std::string_view word_at(std::string_view line, std::size_t at) {
  const std::string_view rest = line.substr(at);
  if (rest.empty()) return rest;
  const char quote = rest.front();
  if (quote == '"' || quote == '\'') {
    const std::size_t end = rest.find(quote, 1);
    return rest.substr(0, end == std::string_view::npos ? 1 : end + 1);
  }
  return rest.substr(
      0, std::max<std::size_t>(1, std::min(rest.find_first_of(" ,:{}[]"), rest.size())));
}

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

std::string_view name_of(Finding::Severity severity) {
  return severity == Finding::Severity::error ? "error" : "warning";
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

bool has_errors(const std::vector<Finding>& findings) {
  return std::ranges::any_of(
      findings, [](const Finding& f) { return f.severity == Finding::Severity::error; });
}

std::string render(const std::vector<Finding>& findings, const std::string& file,
                   const std::string& text) {
  std::vector<Finding> sorted = findings;
  std::ranges::stable_sort(sorted, {},
                           [](const Finding& f) { return std::pair(f.mark.line, f.mark.column); });
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
