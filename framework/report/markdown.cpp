// SPDX-License-Identifier: Apache-2.0
// Markdown builder: text is escaped unless a function of this file made it.
#include "report/markdown.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

#include "report/safe.hpp"

namespace membound::page {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_alphanumeric(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Where a marker stands that would make a list, a rule or a heading of the line; npos if nowhere.
std::size_t block_marker(std::string_view text) {
  if (text.empty()) return std::string_view::npos;
  const auto ends_word = [&](std::size_t i) { return i >= text.size() || text[i] == ' '; };
  if (std::string_view("-+=").find(text[0]) != std::string_view::npos) {
    return ends_word(1) || text[1] == text[0] ? 0 : std::string_view::npos;
  }
  std::size_t digits = 0;
  while (digits < text.size() && is_digit(text[digits])) ++digits;
  if (digits == 0 || digits >= text.size()) return std::string_view::npos;
  const bool numbered = (text[digits] == '.' || text[digits] == ')') && ends_word(digits + 1);
  return numbered ? digits : std::string_view::npos;
}

/// What GitHub would turn into a link by itself: `://` and `www.`.
bool starts_link(std::string_view text, std::size_t i) {
  if (text[i] == ':') return text.substr(i, 3) == "://";
  if (text[i] != '.' || i < 3) return false;
  std::string before(text.substr(i - 3, 3));
  std::ranges::transform(before, before.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return before == "www";
}

std::string escaped(std::string_view text) {
  constexpr std::string_view special = "\\|[]*_#`~$!";
  const std::size_t marker = block_marker(text);
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '&') {
      out += "&amp;";
    } else if (starts_link(text, i)) {
      out += c == ':' ? "&#58;" : "&#46;";
    } else if (c == '@') {
      out += "<!-- -->@";  // an empty comment: no mail address, no mention
    } else {
      if (i == marker || special.find(c) != std::string_view::npos) out += '\\';
      out += c;
    }
  }
  return out;
}

/// Keeps the one space at either end that joins a fragment to its neighbour.
std::string with_outer_spaces(std::string_view text) {
  const std::string inner = safe(text);
  if (inner.empty()) return text.empty() ? "" : " ";
  const bool front = text.front() == ' ';
  const bool back = text.back() == ' ';
  std::string out = front ? " " : "";
  out += escaped(inner);
  if (back) out += ' ';
  return out;
}

std::string target_of(std::string_view target) {
  std::string out;
  for (const char c : target) {
    out +=
        is_alphanumeric(c) || std::string_view("_./#-").find(c) != std::string_view::npos ? c : '-';
  }
  return out;
}

std::string line_of(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const std::string& cell : cells) line += " " + cell + (cell.empty() ? "|" : " |");
  return line + "\n";
}

}  // namespace

Inline::Inline(std::string_view text) : markdown_(with_outer_spaces(text)) {}

Inline Inline::trusted(std::string markdown) {
  Inline made;
  made.markdown_ = std::move(markdown);
  return made;
}

Inline& Inline::operator+=(const Inline& other) {
  markdown_ += other.markdown_;
  return *this;
}

Inline strong(const Inline& content) {
  return content.empty() ? content : Inline::trusted("**" + content.markdown_ + "**");
}

Inline code(std::string_view text) {
  const auto plain = [](char c) {
    return is_alphanumeric(c) || std::string_view(" _./:=,+-()%").find(c) != std::string_view::npos;
  };
  const std::string clean = safe(text);
  if (clean.empty() || !std::ranges::all_of(clean, plain)) return {clean};
  return Inline::trusted("`" + clean + "`");
}

Inline link(const Inline& content, std::string_view target) {
  return Inline::trusted("[" + content.markdown_ + "](" + target_of(target) + ")");
}

Inline image(const Inline& description, std::string_view target) {
  return Inline::trusted("![" + description.markdown_ + "](" + target_of(target) + ")");
}

Inline joined(const std::vector<Inline>& parts, const Inline& separator) {
  Inline out;
  for (const Inline& part : parts) {
    if (!out.empty()) out += separator;
    out += part;
  }
  return out;
}

std::string anchor(std::string_view heading) {
  std::string out = "#";
  for (const char c : heading) {
    if (c == ' ') out += '-';
    if (is_alphanumeric(c) || c == '-' || c == '_') {
      out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
  }
  return out;
}

Markdown& Markdown::block(const std::string& lines) {
  if (!text_.empty()) text_ += "\n";
  text_ += lines;
  return *this;
}

Markdown& Markdown::heading(int level, const Inline& title) {
  return block(std::string(static_cast<std::size_t>(level), '#') + " " + title.markdown() + "\n");
}

Markdown& Markdown::paragraph(const Inline& content) { return block(content.markdown() + "\n"); }

Markdown& Markdown::quote(const Inline& content) { return block("> " + content.markdown() + "\n"); }

Markdown& Markdown::list(const std::vector<Inline>& items) {
  std::string lines;
  for (const Inline& item : items) lines += "- " + item.markdown() + "\n";
  return block(lines);
}

Markdown& Markdown::table(const Table& table) {
  std::vector<std::string> titles;
  std::vector<std::string> rules;
  for (const Column& column : table.columns) {
    titles.push_back(Inline(column.title).markdown());
    rules.emplace_back(column.align == Align::right ? "---:" : ":---");
  }
  std::string lines = line_of(titles) + line_of(rules);
  for (const auto& row : table.rows) {
    std::vector<std::string> cells;
    for (const Inline& cell : row) cells.push_back(cell.markdown());
    cells.resize(table.columns.size());
    lines += line_of(cells);
  }
  return block(lines);
}

Markdown& Markdown::commands(const std::vector<std::string>& lines) {
  std::string out = "```sh\n";
  for (const std::string& line : lines) {
    std::string clean = safe(line);
    std::ranges::replace(clean, '`', '\'');
    out += clean + "\n";
  }
  return block(out + "```\n");
}

Markdown& Markdown::append(const Markdown& other) {
  return other.text().empty() ? *this : block(other.text());
}

}  // namespace membound::page
