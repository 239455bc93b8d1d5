// SPDX-License-Identifier: Apache-2.0
// SHA-256 of text, and 64-bit seeds derived from it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace membound {

/// Lower-case hexadecimal SHA-256 (64 characters).
std::string sha256(std::string_view bytes);

/// SHA-256 of the file that this process executes.
std::string program_digest();

/// True for what sha256() returns: 64 digits of 0-9 and a-f.
bool is_digest(std::string_view text);

/// First eight bytes of SHA-256(text), big-endian: a seed that nobody picked.
std::uint64_t seed_from(std::string_view text);

}  // namespace membound
