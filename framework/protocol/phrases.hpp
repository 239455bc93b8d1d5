// SPDX-License-Identifier: Apache-2.0
// Wording that findings share.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace membound {

/// The author's own text in quotes, safe to print and cut to a readable length: 'rounds'.
std::string shown(std::string_view text);

/// The one candidate that is near enough to be what was meant, or nothing.
std::string guess(std::string_view word, const std::vector<std::string>& candidates);

/// "did you mean 'rounds'?" when one candidate is near, then "<what>: a, b, c", on lines of their
/// own.
std::string suggest(std::string_view word, const std::vector<std::string>& candidates,
                    std::string_view what);

/// "1 case", "3 cases".
std::string counted(std::size_t count, std::string_view singular);

}  // namespace membound
