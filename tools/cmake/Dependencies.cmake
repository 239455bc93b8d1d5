# SPDX-License-Identifier: Apache-2.0
# Libraries from the distribution: those that are linked, and those whose headers alone are used.
include(LinkedLibraries)  # membound::yaml, membound::sqlite, OpenSSL::Crypto, Threads::Threads, CUDA::cudart_static
find_package(CLI11 REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
