# SPDX-License-Identifier: Apache-2.0
# Warnings are errors on host and device.
add_library(membound_warnings INTERFACE)
target_compile_options(membound_warnings INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wpedantic;-Wshadow;-Wconversion;-Wsign-conversion;-Wno-missing-field-initializers;-Werror>
  $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra,-Wno-missing-field-initializers,-Werror;--Werror=all-warnings>)
