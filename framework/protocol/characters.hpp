// SPDX-License-Identifier: Apache-2.0
// Which characters a protocol may contain.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace membound::yaml {

/// The first character that a protocol may not contain.
struct BadCharacter {
  std::size_t offset = 0;  ///< in bytes
  std::string message;
  std::string next;
};

/// Looks for invalid UTF-8, control characters, a byte order mark and bidirectional controls (which
/// make a text read differently from what it says). Control characters in `allowed` pass, and
/// "\r\n" always does.
std::optional<BadCharacter> bad_character(std::string_view text, std::string_view allowed);

/// True for a byte that continues a UTF-8 sequence: bytes that are no column of their own.
constexpr bool continues(char byte) { return (static_cast<unsigned char>(byte) & 0xc0U) == 0x80U; }

}  // namespace membound::yaml
