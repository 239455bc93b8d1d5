// SPDX-License-Identifier: Apache-2.0
// Explanations of the keys of a protocol for the terminal, from the table of fields.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "protocol/fields.hpp"

namespace membound::yaml {

/// The fields that a word of the author may mean: a path ("predictions.*.between"), a path with
/// names of a protocol in it ("predictions.fast.between"), or the end of one ("between", which is
/// the name of several fields). Empty when there is none.
std::vector<const Field*> find_fields(std::string_view key);

/// Every path as authors write it, and every last part of one: what a misspelt key may have meant.
std::vector<std::string> known_keys();

/// What a field is, whether it is needed, what it may be, an example, and the keys below it.
std::string explain(const Field& of);

/// All keys of a protocol as a tree, one a line.
std::string tree_of_keys();

}  // namespace membound::yaml
