// SPDX-License-Identifier: Apache-2.0
// Markdown builder: text is escaped unless a function of this file made it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace membound::page {

/// A fragment of one line. Made from text it is escaped; formatting comes only from the functions
/// below.
class Inline {
 public:
  Inline() = default;
  Inline(std::string_view text);
  Inline(const std::string& text) : Inline(std::string_view(text)) {}
  Inline(const char* text) : Inline(std::string_view(text)) {}

  [[nodiscard]] const std::string& markdown() const { return markdown_; }
  [[nodiscard]] bool empty() const { return markdown_.empty(); }
  Inline& operator+=(const Inline& other);

  friend Inline operator+(Inline left, const Inline& right) { return left += right; }
  friend Inline strong(const Inline& content);
  /// In backticks when nothing in it needs escaping, escaped text otherwise.
  friend Inline code(std::string_view text);
  /// `target` is ours: a relative path or an anchor; anything else in it becomes `-`.
  friend Inline link(const Inline& content, std::string_view target);
  friend Inline image(const Inline& description, std::string_view target);

 private:
  static Inline trusted(std::string markdown);
  std::string markdown_;
};

Inline strong(const Inline& content);
Inline code(std::string_view text);
Inline link(const Inline& content, std::string_view target);
Inline image(const Inline& description, std::string_view target);

/// Fragments with ", " or another separator between them.
Inline joined(const std::vector<Inline>& parts, const Inline& separator = Inline(", "));

/// Anchor that GitHub gives to a heading made of these words.
std::string anchor(std::string_view heading);

enum class Align { left, right };

struct Column {
  std::string title;
  Align align = Align::left;
};

struct Table {
  std::vector<Column> columns;
  std::vector<std::vector<Inline>> rows;  ///< each as long as `columns`
};

/// A document, block by block.
class Markdown {
 public:
  Markdown& heading(int level, const Inline& title);
  Markdown& paragraph(const Inline& content);
  Markdown& quote(const Inline& content);
  Markdown& list(const std::vector<Inline>& items);
  Markdown& table(const Table& table);
  Markdown& commands(const std::vector<std::string>& lines);
  Markdown& append(const Markdown& other);  ///< nothing when it is empty
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  Markdown& block(const std::string& lines);
  std::string text_;
};

}  // namespace membound::page
