# SPDX-License-Identifier: Apache-2.0
# Writes a source file that holds the templates: cmake -D FOLDER=... -D FILES=... -D OUTPUT=... -P embed.cmake
cmake_minimum_required(VERSION 3.25)
set(entries "")
foreach(file IN LISTS FILES)
  if(NOT file MATCHES "^([a-z]+)\\.([a-z]+)\\.yaml$")
    message(FATAL_ERROR "${file}: a template is named NAME.BACKEND.yaml")
  endif()
  set(name "${CMAKE_MATCH_1}")
  set(backend "${CMAKE_MATCH_2}")
  file(READ "${FOLDER}/${file}" text)
  string(APPEND entries "    {\"${name}\", \"${backend}\", R\"template(${text})template\"},\n")
endforeach()
file(WRITE "${OUTPUT}" "// Generated from tools/cli/templates.
#include \"tools/cli/templates/templates.hpp\"

#include <array>

namespace membound::cli {

std::span<const Template> templates() {
  static constexpr auto all = std::to_array<Template>({
${entries}  });
  return all;
}

}  // namespace membound::cli
")
