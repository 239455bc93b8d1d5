// SPDX-License-Identifier: Apache-2.0
// Registration: a frozen protocol as the answers to the forms of two registries.
#pragma once

#include <string>

#include "protocol/freeze.hpp"

namespace membound {

enum class Form { osf, aspredicted };

/// Markdown: a heading per question of the form, the answer below it; the same bytes everywhere.
std::string registration(const FrozenProtocol& frozen, Form form);

}  // namespace membound
