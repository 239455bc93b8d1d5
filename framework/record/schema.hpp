// SPDX-License-Identifier: Apache-2.0
// Schema: creates it in a new file and recognises it in an old one.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "record/sqlite.hpp"

namespace membound {

inline constexpr std::int64_t application_id =
    0x6d656d62;  ///< "memb", stored in the header of the file
inline constexpr std::int64_t schema_version = 2;

/// Texts of schema.sql and schema_2.sql, embedded by the build: what makes schema 1, and what is
/// added to it.
std::string_view schema_sql();
std::string_view schema_2_sql();

/// Opens a database of ours for reading, or for writing; a new or empty file gets the schema.
Connection open_reading(const std::filesystem::path& file);
Connection open_writing(const std::filesystem::path& file);

/// Opens a file of a stranger for reading: also checked for damage and for any difference from our
/// schema.
Connection open_foreign(const std::filesystem::path& file);

/// A database in memory of one version of the schema, without rows.
Connection example_of(std::int64_t version);

/// Text of every object of the schema by its kind and name: "table run", "trigger run_keeps".
std::map<std::string, std::string> schema_objects(Connection& connection);

/// Leaves one compact file without a journal and makes the connection read-only; throws
/// Error(integrity) when the file is damaged. While another program has the file open, the journal
/// stays: the last one seals.
void seal(Connection& connection);

}  // namespace membound
