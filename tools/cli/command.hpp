// SPDX-License-Identifier: Apache-2.0
// Command: runs a program of the system without a shell and hands back what it said.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace membound::cli {

struct Answer {
  int code = -1;       ///< exit code; 127 when there is no such program
  std::string output;  ///< standard output and error together
};

/// Runs `arguments[0]` of the PATH with `input` as its standard input.
Answer command(std::vector<std::string> arguments,
               const std::filesystem::path& input = "/dev/null");

}  // namespace membound::cli
