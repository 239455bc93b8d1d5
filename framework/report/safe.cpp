// SPDX-License-Identifier: Apache-2.0
// Text from outside, made harmless for files that a browser will show.
#include "report/safe.hpp"

#include <cstdint>

#include "base/text.hpp"

namespace membound::page {
namespace {

constexpr std::string_view replacement = "\xef\xbf\xbd";

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U; }

/// Length of the well-formed UTF-8 sequence that starts `text` (Unicode 15, table 3-7); 0 when
/// there is none, or when it is a noncharacter that XML forbids.
std::size_t sequence(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if (!continues(text[i])) return 0;
  }
  const bool overlong = (lead == 0xe0 && byte(1) < 0xa0) || (lead == 0xf0 && byte(1) < 0x90);
  const bool surrogate = lead == 0xed && byte(1) >= 0xa0;
  const bool beyond = lead == 0xf4 && byte(1) >= 0x90;
  const bool noncharacter = lead == 0xef && byte(1) == 0xbf && byte(2) >= 0xbe;
  return overlong || surrogate || beyond || noncharacter ? 0 : length;
}

std::string valid(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t length = sequence(text);
    out += length > 0 ? text.substr(0, length) : replacement;
    text.remove_prefix(length > 0 ? length : 1);
  }
  return out;
}

std::string on_one_line(std::string_view text) {
  std::string out;
  bool gap = false;
  for (const char c : text) {
    if (c == ' ' || c == '\n' || c == '\r' || c == '\t') {
      gap = !out.empty();
      continue;
    }
    if (gap) out += ' ';
    gap = false;
    out += c;
  }
  return out;
}

}  // namespace

std::string safe(std::string_view text) { return printable(valid(on_one_line(text))); }

std::string xml(std::string_view text) {
  std::string out;
  for (const char c : safe(text)) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default: out += c;
    }
  }
  return out;
}

std::string file_stem(std::string_view id) {
  std::string out;
  for (const char c : id) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool plain = letter || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '-';
    out += plain ? c : '-';
  }
  return out;
}

std::string shortened(std::string_view text, std::size_t most) {
  std::size_t characters = 0;
  std::size_t cut = 0;  // where to cut if the text turns out too long
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (continues(text[i])) continue;
    if (characters + 1 == most) cut = i;
    ++characters;
  }
  if (characters <= most) return std::string(text);
  return std::string(text.substr(0, cut)) + "\xe2\x80\xa6";
}

}  // namespace membound::page
