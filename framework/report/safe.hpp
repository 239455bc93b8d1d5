// SPDX-License-Identifier: Apache-2.0
// Text from outside, made harmless for files that a browser will show.
#pragma once

#include <string>
#include <string_view>

namespace membound::page {

/// Valid UTF-8 without control characters, bidirectional overrides or noncharacters, on one line:
/// white space is collapsed and trimmed; everything else that is refused becomes U+FFFD.
std::string safe(std::string_view text);

/// safe(), with the five special characters of XML as entities.
std::string xml(std::string_view text);

/// A file name made of a protocol's id: characters other than letters, digits, `_`, `.` and `-`
/// become `-`.
std::string file_stem(std::string_view id);

/// At most `most` characters; what is cut off is marked by an ellipsis. `text` must be valid UTF-8.
std::string shortened(std::string_view text, std::size_t most);

}  // namespace membound::page
