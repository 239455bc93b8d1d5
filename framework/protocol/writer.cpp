// SPDX-License-Identifier: Apache-2.0
// Writer: YAML in block style, one spelling for each value.
#include "protocol/writer.hpp"

#include <fmt/format.h>

namespace membound::yaml {

void Writer::comment(std::string_view text) { line(fmt::format("# {}", text)); }

void Writer::word(std::string_view key, std::string_view value) {
  line(fmt::format("{}: {}", key, value));
}

void Writer::text(std::string_view key, std::string_view value) { word(key, yaml::quoted(value)); }

void Writer::text_if(std::string_view key, std::string_view value) {
  if (!value.empty()) text(key, value);
}

void Writer::texts(std::string_view key, const std::vector<std::string>& values) {
  std::vector<std::string> items;
  for (const std::string& value : values) items.push_back(yaml::quoted(value));
  list(key, items);
}

void Writer::words(std::string_view key, const std::vector<std::string>& values) {
  list(key, values);
}

void Writer::lines(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    line(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

void Writer::item(std::string_view value) { line(fmt::format("- {}", value)); }

void Writer::line_of_key(std::string_view key) { line(fmt::format("{}:", key)); }

std::size_t Writer::begin(std::string_view key) {
  line_of_key(key);
  ++depth_;
  return text_.size();
}

void Writer::end(std::size_t before) {
  --depth_;
  if (text_.size() == before) text_.insert(before - 1, " {}");
}

void Writer::line(std::string_view content) {
  text_.append(2 * depth_, ' ');
  text_.append(content);
  text_.push_back('\n');
}

void Writer::list(std::string_view key, const std::vector<std::string>& values) {
  if (values.empty()) return word(key, "[]");
  sequence(key, [&] {
    for (const std::string& value : values) item(value);
  });
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    switch (c) {
      case '"': out += "\\\""; break;
      case '\\': out += "\\\\"; break;
      case '\n': out += "\\n"; break;
      case '\t': out += "\\t"; break;
      default: out += c;
    }
  }
  return out + '"';
}

}  // namespace membound::yaml
