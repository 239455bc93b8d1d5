// SPDX-License-Identifier: Apache-2.0
// Lines, columns and words of a protocol's text, as findings point at them.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace membound::yaml {

/// The lines without their ends.
std::vector<std::string_view> lines_of(std::string_view text);

/// Byte offset of a column (from 1, in characters), at most the length of the line.
std::size_t offset_of(std::string_view line, int column);

/// How many characters a text has.
std::size_t columns(std::string_view text);

/// The word that starts at byte `at`: what a finding there is about.
std::string_view word_at(std::string_view line, std::size_t at);

}  // namespace membound::yaml
