// SPDX-License-Identifier: Apache-2.0
// The CPU as a device: a team of pinned threads over memory on huge pages.
#include "backend/cpu/cpu.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <ctime>

#include "backend/cpu/affinity.hpp"
#include "backend/cpu/describe.hpp"
#include "backend/cpu/pages.hpp"
#include "backend/cpu/pinned_team.hpp"
#include "backend/cpu/text_file.hpp"
#include "backend/cpu/topology.hpp"
#include "base/checksum.hpp"
#include "membound/error.hpp"
#include "membound/team.hpp"

namespace membound {
namespace {

using cpu::PinnedTeam;

/// Time that no clock synchronisation stretches.
Nanoseconds now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC_RAW, &time);
  return {std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec};
}

void do_nothing(int) {}

/// Launches one at a time, each in a window of its own after what `flush` does.
class IsolatedCpuBatch : public Batch {
 public:
  IsolatedCpuBatch(PinnedTeam& team, std::vector<Launch> launches, std::function<void()> flush)
      : team_(team), launches_(std::move(launches)), flush_(std::move(flush)) {}

  Nanoseconds time() override {
    const cpu::Pinned here(team_.processor(0));
    const Stream stream{static_cast<Team*>(&team_)};
    Nanoseconds total;
    for (const Launch& launch : launches_) {
      flush_();
      team_.run(do_nothing);
      const Nanoseconds begin = now();
      launch(stream);
      total = total + Nanoseconds{now().value - begin.value};
    }
    return total;
  }

 private:
  PinnedTeam& team_;
  std::vector<Launch> launches_;
  std::function<void()> flush_;
};

class CpuBatch : public Batch {
 public:
  CpuBatch(PinnedTeam& team, std::vector<Launch> launches)
      : team_(team), launches_(std::move(launches)) {}

  Nanoseconds time() override {
    const cpu::Pinned here(team_.processor(0));
    team_.run(do_nothing);  // wakes the team: the first launch must not pay for it
    const Stream stream{static_cast<Team*>(&team_)};
    const Nanoseconds begin = now();
    for (const Launch& launch : launches_) launch(stream);
    return {now().value - begin.value};
  }

 private:
  PinnedTeam& team_;
  std::vector<Launch> launches_;
};

class CpuBackend : public Backend {
 public:
  CpuBackend(const cpu::Topology& topology, std::vector<int> processors)
      : team_(std::move(processors)),
        device_(cpu::describe(topology, team_.size())),
        caches_(topology.all_last_level_caches),
        sweep_bytes_(sweep_size()) {}

  [[nodiscard]] const DeviceInfo& device() const override { return device_; }

  /// The size of the cache is what the system says, and a virtual machine may see a cache that it
  /// shares with others or only a part of it. So the rule is no proof: the harness runs a hot probe
  /// beside the rotation in each invocation, and its gates `cold` and `ceiling` void what was not
  /// cold.
  [[nodiscard]] Bytes cold_working_set() const override {
    return cold_set(caches_, device_.free_memory);
  }

  /// Every thread writes the part that it will mostly use, so that the pages are on its own memory
  /// node.
  [[nodiscard]] Memory allocate(Bytes size) override {
    Memory memory = cpu::map_pages(size);
    fill(memory.bytes(), std::byte{0});
    return memory;
  }

  [[nodiscard]] Memory allocate_guarded(Bytes size) override { return cpu::map_guarded(size); }

  void upload(std::span<std::byte> device, std::span<const std::byte> host) override {
    copy(device, host);
  }

  void download(std::span<std::byte> host, std::span<const std::byte> device) override {
    copy(host, device);
  }

  void copy(std::span<std::byte> device, std::span<const std::byte> source) override {
    if (device.size() != source.size()) {
      throw Error("a copy of " + std::to_string(source.size()) + " bytes does not fit " +
                  std::to_string(device.size()));
    }
    in_parts(device.size(), [&](std::size_t begin, std::size_t size) {
      std::memcpy(device.data() + begin, source.data() + begin, size);
    });
  }

  void fill(std::span<std::byte> device, std::byte value) override {
    in_parts(device.size(), [&](std::size_t begin, std::size_t size) {
      std::memset(device.data() + begin, std::to_integer<int>(value), size);
    });
  }

  [[nodiscard]] std::vector<std::uint64_t> checksums(
      std::span<const std::span<const std::byte>> regions) override {
    return membound::checksums(regions);
  }

  [[nodiscard]] std::unique_ptr<Batch> prepare(std::vector<Launch> launches,
                                               const BatchLabel& label) override {
    if (launches.empty()) {
      throw Error("nothing to time: arm '" + label.arm + "' in case '" + label.cell +
                  "' has no launches");
    }
    if (label.mode != LaunchMode::isolated)
      return std::make_unique<CpuBatch>(team_, std::move(launches));
    return std::make_unique<IsolatedCpuBatch>(team_, std::move(launches),
                                              [this, kind = label.flush] { flush(kind); });
  }

  /// Rotation makes the operands cold; the sweep only makes what is left in the caches the same for
  /// every arm. It is cheap on purpose (a few milliseconds): 64 MiB, or less when twice the
  /// last-level caches are less, and at least 4 MiB per thread, which is more than the caches that
  /// a core has to itself.
  void settle() override {
    if (sweep_.bytes().empty()) sweep_ = allocate(sweep_bytes_);
    sweep(sweep_.bytes());
  }

  [[nodiscard]] DeviceState state() override {
    const std::string directory =
        "/sys/devices/system/cpu/cpu" + std::to_string(team_.processor(0)) + "/cpufreq/";
    DeviceState state;
    if (const auto khz = cpu::leading_number(cpu::first_line(directory + "scaling_cur_freq"))) {
      state.core_clock_mhz = static_cast<int>(*khz / 1000);
    }
    return state;
  }

 private:
  /// Between isolated launches rotation does not make operands cold; a sweep past the caches does.
  void flush(Flush kind) {
    if (kind == Flush::none) return;
    if (flushed_.bytes().empty())
      flushed_ = allocate(std::max(Bytes{std::min(caches_ * 2, cold_working_set())}, sweep_bytes_));
    if (kind == Flush::memset) return fill(flushed_.bytes(), std::byte{1});
    sweep(flushed_.bytes());
  }

  void sweep(std::span<const std::byte> buffer) {
    const cpu::Pinned here(team_.processor(0));
    in_parts(buffer.size(), [&](std::size_t begin, std::size_t size) {
      constexpr std::size_t line = 64;
      const volatile std::byte* const part = buffer.data() + begin;
      for (std::size_t at = 0; at < size; at += line) static_cast<void>(part[at]);
    });
  }

  [[nodiscard]] Bytes sweep_size() const {
    const Bytes most{64 * mebi};
    const Bytes twice = caches_.value > 0 ? std::min(caches_ * 2, most) : most;
    return std::max(twice, Bytes{4 * mebi} * team_.size());
  }

  /// Calls work(begin, size) on every thread for a part of [0, total), cut at page boundaries.
  template <class Work>
  void in_parts(std::size_t total, const Work& work) {
    constexpr std::size_t page = 4096;
    const std::size_t pages = (total + page - 1) / page;
    const auto size = static_cast<std::size_t>(team_.size());
    team_.run([&](int rank) {
      const auto part = static_cast<std::size_t>(rank);
      const std::size_t begin = std::min(pages * part / size * page, total);
      const std::size_t end = std::min(pages * (part + 1) / size * page, total);
      if (end > begin) work(begin, end - begin);
    });
  }

  PinnedTeam team_;
  DeviceInfo device_;
  Bytes caches_;
  Bytes sweep_bytes_;
  Memory sweep_;
  Memory flushed_;  ///< larger than the last-level caches; made when first needed
};

/// Number of threads that the selector asks for.
int threads_from(std::string_view selector, const cpu::Topology& topology) {
  if (selector.empty()) return topology.cores;
  constexpr std::string_view key = "threads=";
  const std::string_view number =
      selector.starts_with(key) ? selector.substr(key.size()) : selector;
  const auto threads = cpu::leading_number(number);
  const auto most = std::ssize(topology.processors);
  if (!threads || std::to_string(*threads) != number || *threads < 1 || *threads > most) {
    throw Error("no CPU device '" + std::string(selector) +
                    "': give a number of threads from 1 to " + std::to_string(most) +
                    ", as in 'threads=" + std::to_string(topology.cores) +
                    "', or nothing for one thread per physical core",
                ExitCode::usage);
  }
  return static_cast<int>(*threads);
}

}  // namespace

Bytes cold_set(Bytes last_level_caches, Bytes free_memory) {
  const Bytes wanted = std::max(Bytes{256 * mebi}, last_level_caches * 4);
  return std::min({wanted, Bytes{gibi}, Bytes{free_memory.value / 4}});
}

std::unique_ptr<Backend> open_cpu(std::string_view selector) {
  const cpu::Topology topology =
      cpu::read_topology("/sys/devices/system", cpu::allowed_processors());
  const int threads = threads_from(selector, topology);
  return std::make_unique<CpuBackend>(
      topology,
      std::vector<int>(topology.processors.begin(), topology.processors.begin() + threads));
}

}  // namespace membound
