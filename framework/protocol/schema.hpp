// SPDX-License-Identifier: Apache-2.0
// JSON Schema of the file format, for editors.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "protocol/fields.hpp"

namespace membound {

/// A JSON Schema (draft 7) made from the table of fields. It says what a schema can say of a
/// protocol: keys, forms, units, bounds of plain numbers. The parser has the last word.
std::string protocol_schema();

}  // namespace membound

namespace membound::yaml {

/// What one value of a field may be, without the mappings below it: the scalar forms, or null when
/// it has none.
nlohmann::ordered_json scalar_schema(const Field& field);

/// A field's example or other text in YAML flow style, as JSON.
nlohmann::ordered_json value_from_yaml(std::string_view text);

}  // namespace membound::yaml
