// SPDX-License-Identifier: Apache-2.0
// Backend: a device that holds buffers, runs launches and tells how long they took.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "membound/units.hpp"

namespace membound {

/// Where launches are queued. CUDA: `native` is the cudaStream_t. CPU: a `Team*` (see team.hpp).
struct Stream {
  void* native = nullptr;
};

/// One untimed-bound, timed call of an arm on one rotating copy of the operands.
using Launch = std::function<void(Stream)>;

/// What is known about a device before anything runs on it. Empty text or zero means unknown.
struct DeviceInfo {
  std::string backend;       ///< "cuda", "cpu", "scripted"
  std::string name;          ///< marketing name, for example "NVIDIA H200"
  std::string identity;      ///< UUID of a GPU; digest of model, topology and machine id of a CPU
  std::string architecture;  ///< "sm_90", "avx512", ...
  std::string driver;        ///< driver version (GPU) or kernel release (CPU)
  std::string runtime;       ///< CUDA run-time version, or the C library's
  int units = 0;             ///< multiprocessors, or threads in the team
  Bytes memory;              ///< total
  Bytes free_memory;         ///< free when the backend was opened
  Bytes cache;               ///< last-level cache: L2 of a GPU, L3 of a CPU
  std::vector<std::string>
      notes;  ///< facts the reader of a report should know (ECC, MIG, huge pages, ...)
};

/// Device state beside one repetition; absent where it cannot be read.
struct DeviceState {
  std::optional<int> core_clock_mhz;
  std::optional<int> memory_clock_mhz;
  std::optional<int> power_mw;
  std::optional<int> temperature_c;
  std::optional<std::int64_t> throttle_reasons;  ///< NVML clock-event reason bits
  bool operator==(const DeviceState&) const = default;
};

/// Something that a device reported of itself, for example a memory error.
struct Incident {
  std::string what;
  bool fatal = false;  ///< what the device holds can no longer be trusted
  bool operator==(const Incident&) const = default;
};

/// Device memory, freed when it goes out of scope.
class Memory {
 public:
  using Deleter = std::function<void(std::byte*)>;
  Memory() = default;
  Memory(std::span<std::byte> bytes, Deleter deleter)
      : bytes_(bytes), owner_(bytes.data(), std::move(deleter)) {}
  [[nodiscard]] std::span<std::byte> bytes() const { return bytes_; }

 private:
  std::span<std::byte> bytes_;
  std::unique_ptr<std::byte, Deleter> owner_{nullptr, [](std::byte*) {}};
};

/// A number read back of what really is launched, for example the registers of a kernel.
struct Receipt {
  std::string name;  ///< "registers"; "registers#2": of the second kernel that a launch consists of
  double value = 0;
  std::string scope;  ///< what it covers: the name of the kernel
  bool operator==(const Receipt&) const = default;
};

/// A prepared repetition: a fixed sequence of launches that can be timed again and again.
class Batch {
 public:
  virtual ~Batch() = default;
  /// Runs the sequence once and returns the time from before its first to after its last launch.
  virtual Nanoseconds time() = 0;
  /// What one launch consists of, as the driver tells it; empty where nothing can be read back.
  [[nodiscard]] virtual std::vector<Receipt> receipts() const { return {}; }
};

/// How the launches of a repetition are run: each an instrument of its own, whose times are not
/// compared with those of another.
enum class LaunchMode {
  isolated,  ///< one at a time between two clock readings, caches flushed before each of them
  stream,    ///< independent launches back to back over rotating operands
  chain,     ///< each launch reads what the one before it wrote; weights rotate
};

/// What an isolated launch finds in the caches.
enum class Flush {
  read,    ///< lines of a buffer that was read: they are dropped without further traffic
  memset,  ///< lines of a buffer that was written: they go back to memory during the launch
  none,    ///< what the launch before it left (the hot probe)
};

/// Identity of a batch, for backends that look their times up instead of measuring them, and how it
/// is run.
struct BatchLabel {
  std::string arm;   ///< name of the arm in the protocol
  std::string cell;  ///< name of the case; "hot" for the hot probe
  int invocation = 0;
  LaunchMode mode = LaunchMode::stream;
  Flush flush = Flush::read;  ///< in mode isolated
  bool may_overlap = false;   ///< a launch may begin before the one before it has ended
};

/// A device opened for measuring. Not thread-safe; one per worker process.
class Backend {
 public:
  virtual ~Backend() = default;
  [[nodiscard]] virtual const DeviceInfo& device() const = 0;

  /// Working set over which all operands must rotate so that every launch finds cold caches.
  [[nodiscard]] virtual Bytes cold_working_set() const = 0;

  [[nodiscard]] virtual Memory allocate(Bytes size) = 0;
  /// Memory that ends where an access faults, for operands that nothing may read or write past;
  /// empty where the backend has none.
  [[nodiscard]] virtual Memory allocate_guarded(Bytes size) {
    static_cast<void>(size);
    return {};
  }
  virtual void upload(std::span<std::byte> device, std::span<const std::byte> host) = 0;
  virtual void copy(std::span<std::byte> device, std::span<const std::byte> device_source) = 0;
  virtual void download(std::span<std::byte> host, std::span<const std::byte> device) = 0;
  virtual void fill(std::span<std::byte> device, std::byte value) = 0;
  /// A number for each region that tells apart what it holds, computed where it lies.
  [[nodiscard]] virtual std::vector<std::uint64_t> checksums(
      std::span<const std::span<const std::byte>> regions) = 0;

  /// Prepares `launches` to be timed as one repetition, in the given order.
  [[nodiscard]] virtual std::unique_ptr<Batch> prepare(std::vector<Launch> launches,
                                                       const BatchLabel& label) = 0;

  /// Brings every cache into the same state before a repetition (a read sweep past the last level).
  virtual void settle() = 0;

  [[nodiscard]] virtual DeviceState state() = 0;

  /// What the device reported of itself since the last call; costs some microseconds.
  [[nodiscard]] virtual std::vector<Incident> incidents() { return {}; }

  /// Tells a profiler that watches this process that the launches of `cell` follow, or, when there
  /// is none, that what follows is not to be counted.
  virtual void mark(std::optional<int> cell) { static_cast<void>(cell); }
};

}  // namespace membound
