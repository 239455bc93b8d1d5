// SPDX-License-Identifier: Apache-2.0
// The protocols of testdata/, read for the tests of this folder.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "protocol/test_catalogue.hpp"

namespace membound::testing {

inline std::filesystem::path testdata() {
  return std::filesystem::path(MEMBOUND_SOURCE_DIR) / "framework/protocol/testdata";
}

inline std::string read_text(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

inline std::string good_text(const std::string& name) {
  return read_text(testdata() / "good" / name);
}

/// Files of a folder of testdata, sorted.
inline std::vector<std::filesystem::path> files_of(const std::string& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(testdata() / folder))
    files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

inline Protocol completed(std::string_view text) {
  return complete(parse(text).protocol, test_catalogue());
}

}  // namespace membound::testing
