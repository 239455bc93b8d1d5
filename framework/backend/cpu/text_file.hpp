// SPDX-License-Identifier: Apache-2.0
// Reading the one-line files by which the kernel describes a machine.
#pragma once

#include <charconv>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

namespace membound::cpu {

/// First line of a file, or nothing when it cannot be read: which files exist differs between
/// machines.
inline std::string first_line(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

/// The number that text starts with ("32768K" gives 32768), if it starts with one.
inline std::optional<std::int64_t> leading_number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{}) return std::nullopt;
  return value;
}

}  // namespace membound::cpu
