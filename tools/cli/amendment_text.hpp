// SPDX-License-Identifier: Apache-2.0
// Amendment text: the key `amends` in the text of a protocol that a person wrote.
#pragma once

#include <string>
#include <string_view>

#include "protocol/protocol.hpp"

namespace membound::cli {

/// The text with this amendment at its end, and without an earlier one; nothing else changes.
std::string with_amendment(std::string_view text, const Amendment& amendment);

}  // namespace membound::cli
