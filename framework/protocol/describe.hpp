// SPDX-License-Identifier: Apache-2.0
// The table of fields in words, for whoever writes a protocol.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "protocol/fields.hpp"

namespace membound::yaml {

/// A table that several mappings share ("<quantity>") as authors see it: "quantity".
std::string shown_path(std::string_view path);

/// Path under which the parts of a mapping, list or entries stand: its own, or what it shares.
std::string_view table_of(const Field& field);

/// The fields directly below `parent` ("" is the whole protocol), keys, items and entries alike.
std::vector<const Field*> parts_of(std::string_view parent);

/// Fields of the mapping of `field` that exclude each other, itself among them; empty without a
/// group.
std::vector<const Field*> rivals_of(const Field& field);

/// Every table that mappings share, in the order of their first use: "<quantity>", "<selection>".
std::vector<std::string_view> shared_tables();

/// Units that a value of the field may have: "ns, us, ms, s"; nothing when it has none.
std::string units_of(const Field& field);

/// "1 to 500 entries", "at least 4 KiB", "not empty"; nothing where all values are good.
std::string limits_of(const Field& field);

/// "required", "optional; default: 1 GiB", "exactly one of time, bandwidth".
std::string presence_of(const Field& field);

}  // namespace membound::yaml
