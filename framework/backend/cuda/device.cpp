// SPDX-License-Identifier: Apache-2.0
// Device: choosing a GPU and describing it.
#include "backend/cuda/device.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstddef>
#include <optional>
#include <utility>

#include "backend/cuda/check.hpp"
#include "base/text.hpp"
#include "membound/error.hpp"

namespace membound::cuda {
namespace {

cudaDeviceProp properties(int index) {
  cudaDeviceProp properties{};
  check(cudaGetDeviceProperties(&properties, index));
  return properties;
}

/// 13000 -> "13.0".
std::string version_text(int version) {
  return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

std::optional<int> index_of(std::string_view text) {
  int index = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return index;
}

[[noreturn]] void refuse(std::string_view selector, std::string_view why,
                         const std::vector<std::string>& uuids) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < uuids.size(); ++i)
    lines.push_back(fmt::format("{} = {}", i, uuids[i]));
  throw Error(fmt::format("device '{}' {}; choose one of: {}", selector, why, join(lines)),
              ExitCode::usage);
}

}  // namespace

std::string uuid_text(const cudaUUID_t& uuid) {
  std::string text = "GPU-";
  for (std::size_t i = 0; i < sizeof uuid.bytes; ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += fmt::format("{:02x}", static_cast<unsigned char>(uuid.bytes[i]));
  }
  return text;
}

int find_device(std::string_view selector, const std::vector<std::string>& uuids) {
  if (selector.empty()) selector = "0";
  if (const auto index = index_of(selector)) {
    const bool exists = *index >= 0 && static_cast<std::size_t>(*index) < uuids.size();
    if (!exists) refuse(selector, "does not exist", uuids);
    return *index;
  }
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < uuids.size(); ++i) {
    if (!uuids[i].starts_with(selector)) continue;
    if (found) refuse(selector, "names more than one device", uuids);
    found = i;
  }
  if (!found) refuse(selector, "does not exist", uuids);
  return static_cast<int>(*found);
}

std::vector<std::string> visible_devices() {
  int count = 0;
  check(cudaGetDeviceCount(&count));
  std::vector<std::string> uuids;
  for (int i = 0; i < count; ++i) uuids.push_back(uuid_text(properties(i).uuid));
  return uuids;
}

std::vector<std::string> notes(const Nvml& nvml, const Processes& others) {
  std::vector<std::string> notes;
  if (const auto mig = nvml.mig(); mig && *mig)
    notes.emplace_back("MIG on: the device is a slice of a GPU");
  if (const auto persistence = nvml.persistence()) {
    notes.emplace_back(*persistence ? "persistence mode on" : "persistence mode off");
  }
  if (const auto limit = nvml.power_limit_mw())
    notes.emplace_back(fmt::format("power limit {} W", *limit / 1000));
  const auto clock = nvml.application_clock_mhz();
  const auto highest = nvml.highest_clock_mhz();
  if (clock && highest && *clock < *highest) {
    notes.emplace_back(fmt::format("clock set to {} MHz of {} MHz for programs", *clock, *highest));
  }
  if (const auto errors = nvml.memory_errors(); errors && errors->uncorrected > 0) {
    notes.emplace_back(fmt::format(
        "ECC could not correct {} memory errors since the driver was loaded", errors->uncorrected));
  }
  if (others.count > 0) {
    std::string held;
    if (others.memory && others.memory->value > 0)
      held = fmt::format(", with {} MiB", others.memory->value / mebi);
    notes.emplace_back(fmt::format("{} other compute processes at opening{}", others.count, held));
  }
  if (!nvml.driver_version())
    notes.emplace_back("NVML not available: clocks, power and throttling are unknown");
  return notes;
}

DeviceInfo describe(int index, const Nvml& nvml, const Processes& others) {
  const cudaDeviceProp device = properties(index);
  int driver = 0;
  int runtime = 0;
  std::size_t free_bytes = 0;
  std::size_t total_bytes = 0;
  check(cudaDriverGetVersion(&driver));
  check(cudaRuntimeGetVersion(&runtime));
  check(cudaMemGetInfo(&free_bytes, &total_bytes));
  std::vector<std::string> all{device.ECCEnabled != 0 ? "ECC on" : "ECC off"};
  for (std::string& note : notes(nvml, others)) all.push_back(std::move(note));
  return {.backend = "cuda",
          .name = device.name,
          .identity = uuid_text(device.uuid),
          .architecture = fmt::format("sm_{}{}", device.major, device.minor),
          .driver = nvml.driver_version().value_or("CUDA " + version_text(driver)),
          .runtime = version_text(runtime),
          .units = device.multiProcessorCount,
          .memory = {static_cast<std::int64_t>(device.totalGlobalMem)},
          .free_memory = {static_cast<std::int64_t>(free_bytes)},
          .cache = {device.l2CacheSize},
          .notes = std::move(all)};
}

}  // namespace membound::cuda
