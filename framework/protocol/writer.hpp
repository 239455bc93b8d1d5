// SPDX-License-Identifier: Apache-2.0
// Writer: YAML in block style, one spelling for each value.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace membound::yaml {

/// Appends lines to a text. Words and numbers are written as they are, texts in double quotes.
class Writer {
 public:
  void comment(std::string_view text);
  void word(std::string_view key, std::string_view value);
  void text(std::string_view key, std::string_view value);
  /// Nothing for an empty text.
  void text_if(std::string_view key, std::string_view value);
  void texts(std::string_view key, const std::vector<std::string>& values);
  void words(std::string_view key, const std::vector<std::string>& values);
  /// A mapping: what `body` writes stands below the key. A mapping without entries is written "{}".
  template <class Body>
  void mapping(std::string_view key, Body&& body) {
    const std::size_t before = begin(key);
    body();
    end(before);
  }
  /// A list: `body` writes its items.
  template <class Body>
  void sequence(std::string_view key, Body&& body) {
    line_of_key(key);
    ++depth_;
    body();
    --depth_;
  }
  /// An item of a list that is a word.
  void item(std::string_view value);
  /// An item of a list that is a mapping: what `body` writes, at least one line.
  template <class Body>
  void item_of(Body&& body) {
    const std::size_t before = text_.size();
    ++depth_;
    body();
    --depth_;
    text_[before + 2 * depth_] = '-';
  }
  /// Lines of another text, indented below what is open.
  void lines(std::string_view text);
  [[nodiscard]] const std::string& str() const { return text_; }

 private:
  void line_of_key(std::string_view key);
  std::size_t begin(std::string_view key);
  void end(std::size_t before);
  void line(std::string_view content);
  void list(std::string_view key, const std::vector<std::string>& values);
  std::string text_;
  std::size_t depth_ = 0;
};

/// In double quotes, with everything escaped that could end or change the text.
std::string quoted(std::string_view text);

}  // namespace membound::yaml
