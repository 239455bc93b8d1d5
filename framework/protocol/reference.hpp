// SPDX-License-Identifier: Apache-2.0
// The reference page of the file format, from the table of fields.
#pragma once

#include <string>

namespace membound {

/// Markdown: every key with its values, whether it is needed, and an example.
std::string protocol_reference();

}  // namespace membound
