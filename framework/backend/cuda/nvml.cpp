// SPDX-License-Identifier: Apache-2.0
// NVML: the state of a GPU, read through the driver's management library when there is one.
//
// The library belongs to the driver, so it is loaded at run time, and the few prototypes are
// declared here after the NVML API reference: the header is not part of every toolkit installation.
#include "backend/cuda/nvml.hpp"

#include <dlfcn.h>

#include <array>
#include <cstddef>
#include <utility>

namespace membound::cuda {
namespace {

using Status = int;
using Device = struct NvmlDevice*;

constexpr Status success = 0;
constexpr Status insufficient_size = 7;
constexpr int sm_clock = 1;
constexpr int memory_clock = 2;
constexpr int gpu_temperature = 0;
constexpr int corrected = 0;
constexpr int uncorrected = 1;
constexpr int since_driver_load = 0;
constexpr unsigned long long xid_events = 8;
constexpr unsigned long long not_available = ~0ULL;
constexpr std::size_t most_processes = 64;  // more are counted, without their memory
constexpr std::size_t most_xids = 16;       // at one look

/// nvmlProcessInfo_t and nvmlEventData_t.
struct ProcessInfo {
  unsigned process;
  unsigned long long memory;
  unsigned instance;
  unsigned compute_instance;
};
struct EventData {
  Device device;
  unsigned long long type;
  unsigned long long data;
  unsigned instance;
  unsigned compute_instance;
};

struct Close {
  void operator()(void* library) const { static_cast<void>(dlclose(library)); }
};

}  // namespace

struct Nvml::Library {
  std::unique_ptr<void, Close> file;
  bool initialised = false;
  Device device = nullptr;
  void* events = nullptr;  ///< set of events that holds the Xids of the device, when they are told

  Status (*init)() = nullptr;
  Status (*shutdown)() = nullptr;
  Status (*by_uuid)(const char*, Device*) = nullptr;
  Status (*driver)(char*, unsigned) = nullptr;
  Status (*clock)(Device, int, unsigned*) = nullptr;
  Status (*power)(Device, unsigned*) = nullptr;
  Status (*power_limit)(Device, unsigned*) = nullptr;
  Status (*temperature)(Device, int, unsigned*) = nullptr;
  Status (*reasons)(Device, unsigned long long*) = nullptr;
  Status (*ecc)(Device, unsigned*, unsigned*) = nullptr;
  Status (*mig)(Device, unsigned*, unsigned*) = nullptr;
  Status (*persistence)(Device, unsigned*) = nullptr;
  Status (*processes)(Device, unsigned*, ProcessInfo*) = nullptr;
  Status (*application_clock)(Device, int, unsigned*) = nullptr;
  Status (*highest_clock)(Device, int, unsigned*) = nullptr;
  Status (*memory_errors)(Device, int, int, unsigned long long*) = nullptr;
  Status (*create_events)(void**) = nullptr;
  Status (*register_events)(Device, unsigned long long, void*) = nullptr;
  Status (*next_event)(void*, EventData*, unsigned) = nullptr;
  Status (*free_events)(void*) = nullptr;

  explicit Library(const std::string& path) : file(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    if (!file) return;
    load(init, "nvmlInit_v2");
    load(shutdown, "nvmlShutdown");
    load(by_uuid, "nvmlDeviceGetHandleByUUID");
    load(driver, "nvmlSystemGetDriverVersion");
    load(clock, "nvmlDeviceGetClockInfo");
    load(power, "nvmlDeviceGetPowerUsage");
    load(power_limit, "nvmlDeviceGetEnforcedPowerLimit");
    load(temperature, "nvmlDeviceGetTemperature");
    load(reasons, "nvmlDeviceGetCurrentClocksEventReasons");
    if (reasons == nullptr)
      load(reasons, "nvmlDeviceGetCurrentClocksThrottleReasons");  // before driver 535
    load(ecc, "nvmlDeviceGetEccMode");
    load(mig, "nvmlDeviceGetMigMode");
    load(persistence, "nvmlDeviceGetPersistenceMode");
    load(processes, "nvmlDeviceGetComputeRunningProcesses_v3");
    load(application_clock, "nvmlDeviceGetApplicationsClock");
    load(highest_clock, "nvmlDeviceGetMaxClockInfo");
    load(memory_errors, "nvmlDeviceGetTotalEccErrors");
    load(create_events, "nvmlEventSetCreate");
    load(register_events, "nvmlDeviceRegisterEvents");
    load(next_event, "nvmlEventSetWait_v2");
    load(free_events, "nvmlEventSetFree");
  }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
  ~Library() {
    if (events != nullptr) static_cast<void>(free_events(events));
    if (initialised && shutdown != nullptr) static_cast<void>(shutdown());
  }

  /// True when the device of `uuid` can be asked.
  bool find(const std::string& uuid) {
    initialised = init != nullptr && init() == success;
    return initialised && by_uuid != nullptr && by_uuid(uuid.c_str(), &device) == success;
  }

  /// Has the driver keep the Xids of the device from now on.
  void listen() {
    if (create_events == nullptr || register_events == nullptr || next_event == nullptr ||
        free_events == nullptr)
      return;
    void* set = nullptr;
    if (create_events(&set) != success) return;
    if (register_events(device, xid_events, set) == success) {
      events = set;
    } else {
      static_cast<void>(free_events(set));
    }
  }

 private:
  template <class Function>
  void load(Function& function, const char* name) {
    function = reinterpret_cast<Function>(dlsym(file.get(), name));
  }
};

namespace {

/// A value of the device, when the function exists and succeeds.
template <class To, class Value>
std::optional<To> ask(Status (*function)(Device, Value*), Device device) {
  Value value{};
  if (function == nullptr || function(device, &value) != success) return std::nullopt;
  return static_cast<To>(value);
}

/// One of several values of the device: a clock, or a temperature.
std::optional<int> ask(Status (*function)(Device, int, unsigned*), Device device, int which) {
  unsigned value = 0;
  if (function == nullptr || function(device, which, &value) != success) return std::nullopt;
  return static_cast<int>(value);
}

/// Modes come as a pair: the current one, and the one after the next reset.
std::optional<bool> current(Status (*function)(Device, unsigned*, unsigned*), Device device) {
  unsigned now = 0;
  unsigned pending = 0;
  if (function == nullptr || function(device, &now, &pending) != success) return std::nullopt;
  return now != 0;
}

}  // namespace

Nvml::Nvml(const std::string& uuid, const std::string& library)
    : library_(std::make_unique<Library>(library)) {
  if (library_->file && library_->find(uuid)) {
    library_->listen();
  } else {
    library_.reset();
  }
}
Nvml::~Nvml() = default;
Nvml::Nvml(Nvml&&) noexcept = default;
Nvml& Nvml::operator=(Nvml&&) noexcept = default;

DeviceState Nvml::state() const {
  if (!library_) return {};
  const Library& nvml = *library_;
  return {.core_clock_mhz = ask(nvml.clock, nvml.device, sm_clock),
          .memory_clock_mhz = ask(nvml.clock, nvml.device, memory_clock),
          .power_mw = ask<int>(nvml.power, nvml.device),
          .temperature_c = ask(nvml.temperature, nvml.device, gpu_temperature),
          .throttle_reasons = ask<std::int64_t>(nvml.reasons, nvml.device)};
}

std::optional<std::string> Nvml::driver_version() const {
  std::array<char, 96> text{};
  if (!library_ || library_->driver == nullptr) return std::nullopt;
  if (library_->driver(text.data(), static_cast<unsigned>(text.size() - 1)) != success)
    return std::nullopt;
  return text.data();
}

std::optional<bool> Nvml::ecc() const {
  return library_ ? current(library_->ecc, library_->device) : std::nullopt;
}

std::optional<bool> Nvml::mig() const {
  return library_ ? current(library_->mig, library_->device) : std::nullopt;
}

std::optional<bool> Nvml::persistence() const {
  if (!library_) return std::nullopt;
  return ask<bool>(library_->persistence, library_->device);
}

std::optional<int> Nvml::power_limit_mw() const {
  if (!library_) return std::nullopt;
  return ask<int>(library_->power_limit, library_->device);
}

std::optional<Processes> Nvml::compute_processes() const {
  if (!library_ || library_->processes == nullptr) return std::nullopt;
  std::vector<ProcessInfo> found(most_processes);
  auto count = static_cast<unsigned>(found.size());
  const Status status = library_->processes(library_->device, &count, found.data());
  Processes processes{static_cast<int>(count), {}};
  if (status == insufficient_size) return processes;
  if (status != success) return std::nullopt;
  found.resize(count);
  Bytes memory;
  for (const ProcessInfo& one : found) {
    if (one.memory == not_available) return processes;
    memory = memory + Bytes{static_cast<std::int64_t>(one.memory)};
  }
  processes.memory = memory;
  return processes;
}

std::optional<int> Nvml::application_clock_mhz() const {
  return library_ ? ask(library_->application_clock, library_->device, sm_clock) : std::nullopt;
}

std::optional<int> Nvml::highest_clock_mhz() const {
  return library_ ? ask(library_->highest_clock, library_->device, sm_clock) : std::nullopt;
}

std::optional<MemoryErrors> Nvml::memory_errors() const {
  if (!library_ || library_->memory_errors == nullptr) return std::nullopt;
  const auto count = [this](int kind, unsigned long long& errors) {
    return library_->memory_errors(library_->device, kind, since_driver_load, &errors) == success;
  };
  unsigned long long few = 0;
  unsigned long long bad = 0;
  if (!count(corrected, few) || !count(uncorrected, bad)) return std::nullopt;
  return MemoryErrors{static_cast<std::int64_t>(few), static_cast<std::int64_t>(bad)};
}

std::vector<int> Nvml::xids() const {
  std::vector<int> found;
  if (!library_ || library_->events == nullptr) return found;
  EventData event{};
  constexpr unsigned do_not_wait = 0;
  while (found.size() < most_xids &&
         library_->next_event(library_->events, &event, do_not_wait) == success)
    found.push_back(static_cast<int>(event.data));
  return found;
}

}  // namespace membound::cuda
