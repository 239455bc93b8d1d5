// SPDX-License-Identifier: Apache-2.0
// Topology: processors, the cores they belong to, and the caches above them.
#include "backend/cpu/topology.hpp"

#include <algorithm>
#include <map>
#include <sstream>

#include <fmt/format.h>

#include "backend/cpu/text_file.hpp"

namespace membound::cpu {
namespace {

namespace fs = std::filesystem;

struct Cache {
  std::int64_t level = 0;
  std::int64_t bytes = 0;
  std::string shared_by;  ///< processors, as a list: tells one cache from another
};

std::int64_t size_in_bytes(const std::string& text) {
  const std::int64_t number = leading_number(text).value_or(0);
  switch (text.empty() ? ' ' : text.back()) {
    case 'K': return number * kibi;
    case 'M': return number * mebi;
    case 'G': return number * gibi;
    default: return number;
  }
}

/// The data or unified cache of the highest level above one processor.
Cache last_level(const fs::path& processor) {
  Cache last;
  for (int index = 0;; ++index) {
    const fs::path entry = processor / "cache" / ("index" + std::to_string(index));
    const std::string level = first_line(entry / "level");
    if (level.empty()) return last;
    if (first_line(entry / "type") == "Instruction") continue;
    Cache cache{leading_number(level).value_or(0), size_in_bytes(first_line(entry / "size")),
                first_line(entry / "shared_cpu_list")};
    if (cache.level > last.level) last = std::move(cache);
  }
}

fs::path directory(const fs::path& system, int processor) {
  return system / "cpu" / ("cpu" + std::to_string(processor));
}

/// Name of the core: the list of its processors. A processor that tells nothing is a core of its
/// own.
std::string core_of(const fs::path& system, int processor) {
  const fs::path topology = directory(system, processor) / "topology";
  for (const char* const file : {"core_cpus_list", "thread_siblings_list"}) {
    if (std::string siblings = first_line(topology / file); !siblings.empty()) return siblings;
  }
  return std::to_string(processor);
}

/// The first processor of every core, then the second of every core, and so on.
std::vector<int> spread_over_cores(const std::map<std::string, std::vector<int>>& cores,
                                   std::size_t count) {
  std::vector<int> spread;
  for (std::size_t turn = 0; spread.size() < count; ++turn) {
    const auto first = static_cast<std::ptrdiff_t>(spread.size());
    for (const auto& [name, members] : cores) {
      if (turn < members.size()) spread.push_back(members[turn]);
    }
    std::sort(spread.begin() + first, spread.end());
  }
  return spread;
}

int count_nodes(const fs::path& system, const std::vector<int>& processors) {
  int count = 0;
  for (int node = 0;; ++node) {
    const std::string list =
        first_line(system / "node" / ("node" + std::to_string(node)) / "cpulist");
    if (list.empty()) return std::max(count, 1);
    const std::vector<int> members = parse_list(list);
    count +=
        std::ranges::any_of(processors, [&](int p) { return std::ranges::count(members, p) > 0; });
  }
}

}  // namespace

std::vector<int> parse_list(const std::string& list) {
  std::vector<int> numbers;
  std::istringstream ranges(list);
  for (std::string range; std::getline(ranges, range, ',');) {
    const auto first = leading_number(range);
    if (!first) continue;
    const std::size_t dash = range.find('-');
    const auto last = dash == std::string::npos ? first : leading_number(range.substr(dash + 1));
    for (std::int64_t n = *first; n <= last.value_or(*first); ++n)
      numbers.push_back(static_cast<int>(n));
  }
  return numbers;
}

Topology read_topology(const fs::path& system, const std::vector<int>& processors) {
  std::map<std::string, std::vector<int>> cores;
  std::map<std::string, std::int64_t> caches;
  for (const int processor : processors) {
    cores[core_of(system, processor)].push_back(processor);
    const Cache cache = last_level(directory(system, processor));
    if (cache.level > 0)
      caches[fmt::format("L{} of {}", cache.level, cache.shared_by)] = cache.bytes;
  }
  Topology found;
  found.processors = spread_over_cores(cores, processors.size());
  found.cores = static_cast<int>(cores.size());
  found.nodes = count_nodes(system, processors);
  for (const auto& [name, members] : cores) found.description += fmt::format("core {}; ", name);
  for (const auto& [name, bytes] : caches) {
    found.last_level_cache = std::max(found.last_level_cache, Bytes{bytes});
    found.all_last_level_caches = found.all_last_level_caches + Bytes{bytes};
    found.description += fmt::format("{} has {} bytes; ", name, bytes);
  }
  return found;
}

}  // namespace membound::cpu
