// SPDX-License-Identifier: Apache-2.0
// Which characters a protocol may contain.
#include "protocol/characters.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>

namespace membound::yaml {
namespace {

struct Decoded {
  std::uint32_t code = 0;
  std::size_t length = 0;  ///< 0: not valid UTF-8
};

/// Strict UTF-8: no overlong form, no surrogate, nothing above U+10FFFF.
Decoded decode(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80) return {first, 1};
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return {};
  std::uint32_t code = first & (0xffU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if (!continues(text[i])) return {};
    code = code << 6 | (static_cast<unsigned char>(text[i]) & 0x3fU);
  }
  constexpr std::array<std::uint32_t, 5> least{0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xd800 && code <= 0xdfff;
  if (code < least[length] || code > 0x10ffff || surrogate) return {};
  return {code, length};
}

constexpr bool is_control(std::uint32_t code) {
  return code < 0x20 || (code >= 0x7f && code < 0xa0);
}

constexpr bool is_bidirectional(std::uint32_t code) {
  return code == 0x061c || code == 0x200e || code == 0x200f || (code >= 0x202a && code <= 0x202e) ||
         (code >= 0x2066 && code <= 0x2069);
}

}  // namespace

std::optional<BadCharacter> bad_character(std::string_view text, std::string_view allowed) {
  for (std::size_t at = 0; at < text.size();) {
    const auto [code, length] = decode(text.substr(at));
    if (length == 0) {
      return BadCharacter{at, "not valid UTF-8", "save the file as UTF-8"};
    }
    const bool ends_line = text.substr(at, 2) == "\r\n";
    const bool passes =
        ends_line || (code < 0x80 && allowed.find(text[at]) != std::string_view::npos);
    if (code == '\t' && !passes) {
      return BadCharacter{at, "tab character", "use spaces; inside double quotes a tab is \\t"};
    }
    if (code == 0xfeff) {
      return BadCharacter{at, "byte order mark",
                          "save the file as UTF-8 without a byte order mark"};
    }
    if (is_control(code) && !passes) {
      return BadCharacter{at, fmt::format("control character U+{:04X}", code), "remove it"};
    }
    if (is_bidirectional(code)) {
      return BadCharacter{at, fmt::format("bidirectional control character U+{:04X}", code),
                          "remove it: it makes a text read differently from what it says"};
    }
    at += length;
  }
  return std::nullopt;
}

}  // namespace membound::yaml
