// SPDX-License-Identifier: Apache-2.0
// Small text services that several stages share.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace membound {

/// The one candidate that is nearest to `word` (Damerau-Levenshtein, transposition costs 1), when
/// it is near enough (1 edit up to 4 letters, 2 up to 8, else 3) and unique; otherwise empty.
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

/// "a, b, c".
std::string join(const std::vector<std::string>& words, std::string_view separator = ", ");

/// Replaces control characters, DEL and bidirectional overrides by U+FFFD; for everything that
/// leaves the program (terminal, Markdown, SVG).
std::string printable(std::string_view text);

/// The same for several lines: newlines stay.
std::string printable_lines(std::string_view text);

/// Shell-style match with `*` and `?`; case-insensitive.
bool matches(std::string_view pattern, std::string_view text);

/// Shortest decimal that reads back as the same double; "1e-3" style never, plain digits where
/// sensible.
std::string shortest(double value);

/// Now in UTC: "2026-11-30T17:22:00Z".
std::string utc_now();

/// The same with milliseconds, so that runs which follow each other keep their order.
std::string utc_now_exactly();

}  // namespace membound
