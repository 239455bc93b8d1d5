# SPDX-License-Identifier: Apache-2.0
# Writes a source file that holds the text of a schema: cmake -D NAME=... -D INPUT=... -D OUTPUT=... -P embed.cmake
cmake_minimum_required(VERSION 3.25)
file(READ "${INPUT}" text)
file(WRITE "${OUTPUT}" "// Generated from ${NAME}.sql.
#include \"record/schema.hpp\"

namespace membound {

std::string_view ${NAME}_sql() {
  return R\"schema(${text})schema\";
}

}  // namespace membound
")
