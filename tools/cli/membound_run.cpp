// SPDX-License-Identifier: Apache-2.0
// The program `membound-run`: `membound run`, and the worker that its runs start.
#include <array>
#include <string_view>
#include <vector>

#include "membound/main.hpp"

int main(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]) == "worker") return membound::main(argc, argv);
  std::array<char, 4> verb{"run"};
  std::vector<char*> arguments(argv, argv + argc);
  arguments.insert(arguments.begin() + 1, verb.data());
  arguments.push_back(nullptr);
  return membound::main(argc + 1, arguments.data());
}
