// SPDX-License-Identifier: Apache-2.0
// Lines, columns and words of a protocol's text, as findings point at them.
#include "protocol/lines.hpp"

#include <algorithm>

#include "protocol/characters.hpp"

namespace membound::yaml {

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

std::size_t offset_of(std::string_view line, int column) {
  std::size_t at = 0;
  for (int c = 1; c < column && at < line.size(); ++c) {
    ++at;
    while (at < line.size() && continues(line[at])) ++at;
  }
  return at;
}

std::size_t columns(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return !continues(c); }));
}

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

}  // namespace membound::yaml
