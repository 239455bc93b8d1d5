// SPDX-License-Identifier: Apache-2.0
// What the system says about the processor, its memory and its disturbances.
#include "backend/cpu/describe.hpp"

#include <gnu/libc-version.h>
#include <sys/utsname.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "backend/cpu/affinity.hpp"
#include "backend/cpu/text_file.hpp"
#include "base/digest.hpp"

namespace membound::cpu {
namespace {

utsname system_name() {
  utsname name{};
  uname(&name);
  return name;
}

/// Value of the first line "key : value" of a file such as /proc/cpuinfo.
std::string value_of(const std::string& key, const std::filesystem::path& path) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(':');
    if (!line.starts_with(key) || colon == std::string::npos) continue;
    const std::size_t value = line.find_first_not_of(" \t", colon + 1);
    return value == std::string::npos ? std::string{} : line.substr(value);
  }
  return {};
}

std::string model() {
  if (std::string name = value_of("model name", "/proc/cpuinfo"); !name.empty()) return name;
  const std::string part = value_of("CPU part", "/proc/cpuinfo");  // all that Arm processors tell
  return std::string(system_name().machine) + " processor" + (part.empty() ? "" : ", part " + part);
}

/// A line of /proc/meminfo in bytes; 0 when there is none.
std::int64_t memory_line(const std::string& key) {
  return leading_number(value_of(key, "/proc/meminfo")).value_or(0) * kibi;
}

/// A limit of the control group, when it has one ("max" means none).
std::optional<std::int64_t> group_value(const char* file) {
  return leading_number(first_line(std::filesystem::path("/sys/fs/cgroup") / file));
}

std::int64_t total_memory() {
  return std::min(memory_line("MemTotal"), group_value("memory.max").value_or(INT64_MAX));
}

std::int64_t free_memory() {
  const std::int64_t available = memory_line("MemAvailable");
  const auto limit = group_value("memory.max");
  if (!limit) return available;
  return std::clamp<std::int64_t>(*limit - group_value("memory.current").value_or(0), 0, available);
}

/// The choice in brackets: "always [madvise] never" gives "madvise".
std::string chosen(const std::string& choices) {
  const std::size_t open = choices.find('[');
  const std::size_t close = choices.find(']');
  return open == std::string::npos || close == std::string::npos
             ? choices
             : choices.substr(open + 1, close - open - 1);
}

bool is_virtual() {
  return value_of("flags", "/proc/cpuinfo").find(" hypervisor") != std::string::npos;
}

std::vector<std::string> notes(const Topology& topology, int threads) {
  std::vector<std::string> all;
  const std::string pages = chosen(first_line("/sys/kernel/mm/transparent_hugepage/enabled"));
  all.push_back("transparent huge pages: " +
                (pages.empty() ? "not offered by this kernel" : pages));
  if (is_virtual())
    all.emplace_back("virtual machine: cores are shared and cache sizes may not be its own");
  if (threads > topology.cores) all.emplace_back("more threads than physical cores");
  if (topology.nodes > 1) {
    all.push_back("threads may span " + std::to_string(topology.nodes) +
                  " memory nodes; pages lie where first touched");
  }
  if (const std::string governor =
          first_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
      !governor.empty()) {
    all.push_back("frequency governor: " + governor);
  }
  if (const std::string quota = first_line("/sys/fs/cgroup/cpu.max");
      !quota.empty() && !quota.starts_with("max")) {
    all.push_back("control group limits processor time: " + quota + " us (quota, period)");
  }
  if (double load = 0; getloadavg(&load, 1) == 1 && load > 0.5) {
    all.push_back("load average " + std::to_string(load).substr(0, 4) +
                  " when opened: other work was running");
  }
  return all;
}

/// The same for one machine whatever the process is bound to, and nothing that names the machine.
std::string identity() {
  const std::filesystem::path system = "/sys/devices/system";
  const Topology whole = read_topology(system, parse_list(first_line(system / "cpu/online")));
  return sha256(model() + "\n" + whole.description + "\n" + first_line("/etc/machine-id"))
      .substr(0, 32);
}

#if defined(__x86_64__)
/// F16C, whose name not every compiler's own query knows.
bool converts_halves() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & bit_F16C) != 0;
}
#endif

}  // namespace

std::string instruction_set() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  const bool avx2 =
      __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && converts_halves();
  const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
  if (avx2 && avx512) return "avx512";
  return avx2 ? "avx2" : "x86-64";
#else
  return system_name().machine;
#endif
}

DeviceInfo describe(const Topology& topology, int threads) {
  return {.backend = "cpu",
          .name = model(),
          .identity = identity(),
          .architecture = instruction_set(),
          .driver = std::string(system_name().sysname) + " " + system_name().release,
          .runtime = std::string("glibc ") + gnu_get_libc_version(),
          .units = threads,
          .memory = {total_memory()},
          .free_memory = {free_memory()},
          .cache = topology.last_level_cache,
          .notes = notes(topology, threads)};
}

}  // namespace membound::cpu
