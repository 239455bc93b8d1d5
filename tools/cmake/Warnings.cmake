# SPDX-License-Identifier: Apache-2.0
# Warnings are errors on host and device. Left out: missing initialisers, because designated initialisers name
# what they set; -Wrestrict, which GCC 12 raises for ordinary string concatenation (GCC bug 105651).
add_library(membound_warnings INTERFACE)
target_compile_options(membound_warnings INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wpedantic;-Wshadow;-Wconversion;-Wsign-conversion;-Wno-missing-field-initializers;$<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>;-Werror>
  $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra,-Werror;--Werror=all-warnings>)
# GCC 12 sees an overlap in `"literal" + std::string` where there is none (GCC bug 105651, fixed in 13).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(membound_warnings INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wno-restrict>)
endif()
