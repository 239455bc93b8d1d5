# SPDX-License-Identifier: Apache-2.0
# Warnings are errors on host and device. Left out: missing initialisers, because designated initialisers name
# what they set; -Wrestrict before GCC 13, which raises it for ordinary string concatenation (GCC bug 105651).
add_library(membound_warnings INTERFACE)
target_compile_options(membound_warnings INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wpedantic;-Wshadow;-Wconversion;-Wsign-conversion;-Wno-missing-field-initializers;-Werror>
  $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra,-Wno-missing-field-initializers,-Werror;--Werror=all-warnings>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(membound_warnings INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wno-restrict>)
endif()
