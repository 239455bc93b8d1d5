// SPDX-License-Identifier: Apache-2.0
// Surroundings: what the host tells of itself beside a measurement.
#include "tools/cli/surroundings.hpp"

#include <chrono>
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

}  // namespace membound::cli
