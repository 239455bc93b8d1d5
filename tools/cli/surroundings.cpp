// SPDX-License-Identifier: Apache-2.0
// Surroundings: what the host tells of itself beside a measurement.
#include "tools/cli/surroundings.hpp"

#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>

namespace membound::cli {

std::optional<ProcessorTime> processor_time(const std::string& stat) {
  std::istringstream words(stat);
  std::string name;
  words >> name;  // "cpu user nice system idle iowait irq softirq steal ..."
  if (name != "cpu") return std::nullopt;
  ProcessorTime time;
  constexpr int up_to_steal = 8;
  for (int i = 0; i < up_to_steal; ++i) {
    if (!(words >> time.stolen)) return std::nullopt;
    time.total += time.stolen;
  }
  return time;
}

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

double clock_cost_ns() {
  constexpr int readings = 100'000;
  const auto start = std::chrono::steady_clock::now();
  auto last = start;
  for (int i = 0; i < readings; ++i) last = std::chrono::steady_clock::now();
  return std::chrono::duration<double, std::nano>(last - start).count() / readings;
}

std::string find_program(const std::string& name, const std::vector<std::string>& folders) {
  for (const std::string& folder : folders) {
    std::string path = folder + "/" + name;
    if (::access(path.c_str(), X_OK) == 0) return path;
  }
  return {};
}

std::vector<std::string> program_folders() {
  const char* const path = std::getenv("PATH");
  std::istringstream text(path == nullptr ? "" : path);
  std::vector<std::string> folders;
  for (std::string folder; std::getline(text, folder, ':');) folders.push_back(folder);
  folders.emplace_back("/usr/local/cuda/bin");
  return folders;
}

}  // namespace membound::cli
