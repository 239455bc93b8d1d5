# SPDX-License-Identifier: Apache-2.0
# Installs the programs, and a package with which an outsider's program gets the framework and the kernels.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)
set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/membound")

# Kernels register themselves, so they are installed as objects: linking with membound::kernels takes them all.
set_target_properties(membound_kernels PROPERTIES EXPORT_NAME kernels)
install(TARGETS membound_cli membound_run RUNTIME)
install(TARGETS membound membound_kernels EXPORT membound-targets
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
        OBJECTS DESTINATION "${CMAKE_INSTALL_LIBDIR}/membound")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/framework/include/" TYPE INCLUDE)

install(EXPORT membound-targets NAMESPACE membound:: DESTINATION "${package_dir}")
configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/membound-config.cmake.in"
  "${PROJECT_BINARY_DIR}/membound-config.cmake" INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/membound-config-version.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/membound-config.cmake" "${PROJECT_BINARY_DIR}/membound-config-version.cmake"
              "${CMAKE_CURRENT_LIST_DIR}/LinkedLibraries.cmake" DESTINATION "${package_dir}")
