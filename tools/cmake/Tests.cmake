# SPDX-License-Identifier: Apache-2.0
# One test program for all pure stages; every folder adds its own files with membound_test().
find_package(GTest REQUIRED)
include(GoogleTest)
add_executable(membound_tests)
target_link_libraries(membound_tests PRIVATE membound membound_kernels membound_warnings GTest::gmock GTest::gtest_main)
target_compile_definitions(membound_tests PRIVATE
  MEMBOUND_SOURCE_DIR="${PROJECT_SOURCE_DIR}" MEMBOUND_BINARY_DIR="${PROJECT_BINARY_DIR}")

# membound_test(FILE...): adds test sources of the current folder.
function(membound_test)
  foreach(file IN LISTS ARGN)
    target_sources(membound_tests PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}/${file}")
  endforeach()
endfunction()
