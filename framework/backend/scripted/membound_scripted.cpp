// SPDX-License-Identifier: Apache-2.0
// The program `membound` with a scripted backend, for tests alone: its script is named by
// MEMBOUND_SCRIPT.
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "backend/open.hpp"
#include "backend/scripted/scripted_backend.hpp"
#include "membound/main.hpp"

int main(int argc, char** argv) {
  membound::add_backend({"scripted", [] { return std::string(); },
                         [](std::string_view) {
                           const char* file = std::getenv("MEMBOUND_SCRIPT");
                           std::ifstream in(file == nullptr ? "" : file);
                           const std::string text{std::istreambuf_iterator<char>(in), {}};
                           return membound::open_scripted(
                               membound::read_script(text.empty() ? "{}" : text));
                         }});
  return membound::main(argc, argv);
}
