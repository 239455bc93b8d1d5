# SPDX-License-Identifier: Apache-2.0
# Writes a source file that holds the text of schema.sql: cmake -D INPUT=... -D OUTPUT=... -P embed.cmake
cmake_minimum_required(VERSION 3.25)
file(READ "${INPUT}" text)
file(WRITE "${OUTPUT}" "// Generated from schema.sql.
#include \"record/schema.hpp\"

namespace membound {

std::string_view schema_sql() {
  return R\"schema(${text})schema\";
}

}  // namespace membound
")
