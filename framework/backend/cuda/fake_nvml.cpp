// SPDX-License-Identifier: Apache-2.0
// A stand-in for the driver's management library; the environment says what it answers.
//
// FAKE_NVML_FAIL names the one function that fails. FAKE_NVML_REASONS, _PROCESSES, _MIG, _ECC,
// _APPLICATION_CLOCK, _CORRECTED and _UNCORRECTED set values; _MEMORY is that of each process.
// FAKE_NVML_CLOCKS lists the core clocks of one reading after the other, FAKE_NVML_XIDS the faults
// that are told one by one.
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace {

constexpr int success = 0;
constexpr int not_found = 6;
constexpr int unknown = 999;

/// Status of a function whose answer is scripted to fail or not.
int status(std::string_view function) {
  const char* failing = std::getenv("FAKE_NVML_FAIL");
  return failing != nullptr && function == failing ? unknown : success;
}

unsigned long long number(const char* variable, unsigned long long otherwise) {
  const char* text = std::getenv(variable);
  return text != nullptr ? std::strtoull(text, nullptr, 0) : otherwise;
}

int answer(const char* function, unsigned* to, unsigned value) {
  if (const int failed = status(function); failed != success) return failed;
  *to = value;
  return success;
}

/// Takes the first number off the list that an environment variable holds; nothing when it is
/// empty.
std::optional<unsigned long long> taken_from(const char* variable) {
  const char* text = std::getenv(variable);
  if (text == nullptr || *text == '\0') return std::nullopt;
  char* end = nullptr;
  const unsigned long long value = std::strtoull(text, &end, 0);
  const std::string rest = *end == ',' ? end + 1 : "";
  setenv(variable, rest.c_str(), 1);
  return value;
}

int reasons(unsigned long long* value) {
  *value = number("FAKE_NVML_REASONS", 0);
  return status("reasons");
}

/// nvmlProcessInfo_t and nvmlEventData_t.
struct Process {
  unsigned process = 0;
  unsigned long long memory = 0;
  unsigned instance = 0;
  unsigned compute_instance = 0;
};
struct Happened {
  void* device = nullptr;
  unsigned long long type = 0;
  unsigned long long data = 0;
  unsigned instance = 0;
  unsigned compute_instance = 0;
};

}  // namespace

// NOLINTBEGIN(readability-identifier-naming): the names are NVML's.
extern "C" {
int nvmlInit_v2();
int nvmlShutdown();
int nvmlDeviceGetHandleByUUID(const char* uuid, void** device);
int nvmlSystemGetDriverVersion(char* text, unsigned size);
int nvmlDeviceGetClockInfo(void* device, int type, unsigned* mhz);
int nvmlDeviceGetTemperature(void* device, int sensor, unsigned* degrees);
int nvmlDeviceGetEccMode(void* device, unsigned* now, unsigned* pending);
int nvmlDeviceGetCurrentClocksEventReasons(void* device, unsigned long long* value);
int nvmlDeviceGetCurrentClocksThrottleReasons(void* device, unsigned long long* value);
int nvmlDeviceGetPowerUsage(void* device, unsigned* milliwatts);
int nvmlDeviceGetEnforcedPowerLimit(void* device, unsigned* milliwatts);
int nvmlDeviceGetMigMode(void* device, unsigned* now, unsigned* pending);
int nvmlDeviceGetPersistenceMode(void* device, unsigned* mode);
int nvmlDeviceGetComputeRunningProcesses_v3(void* device, unsigned* count, Process* processes);
int nvmlDeviceGetApplicationsClock(void* device, int type, unsigned* mhz);
int nvmlDeviceGetMaxClockInfo(void* device, int type, unsigned* mhz);
int nvmlDeviceGetTotalEccErrors(void* device, int kind, int since, unsigned long long* count);
int nvmlEventSetCreate(void** set);
int nvmlDeviceRegisterEvents(void* device, unsigned long long types, void* set);
int nvmlEventSetWait_v2(void* set, Happened* event, unsigned milliseconds);
int nvmlEventSetFree(void* set);

int nvmlInit_v2() { return status("init"); }
int nvmlShutdown() { return success; }

int nvmlDeviceGetHandleByUUID(const char* uuid, void** device) {
  static int handle = 0;
  if (std::strcmp(uuid, "GPU-fake") != 0) return not_found;
  *device = &handle;
  return success;
}

int nvmlSystemGetDriverVersion(char* text, unsigned size) {
  std::strncpy(text, "580.1", size);
  return status("driver");
}

int nvmlDeviceGetClockInfo(void*, int type, unsigned* mhz) {
  constexpr int of_memory = 2;
  if (type == of_memory) return answer("clock", mhz, 3201);
  return answer("clock", mhz, static_cast<unsigned>(taken_from("FAKE_NVML_CLOCKS").value_or(1980)));
}
int nvmlDeviceGetTemperature(void*, int, unsigned* degrees) {
  return answer("temperature", degrees, 41);
}

int nvmlDeviceGetEccMode(void*, unsigned* now, unsigned* pending) {
  *pending = 0;
  return answer("ecc", now, static_cast<unsigned>(number("FAKE_NVML_ECC", 1)));
}

#ifdef MEMBOUND_FAKE_NVML_OLD
int nvmlDeviceGetCurrentClocksThrottleReasons(void*, unsigned long long* value) {
  return reasons(value);
}
#else
int nvmlDeviceGetCurrentClocksEventReasons(void*, unsigned long long* value) {
  return reasons(value);
}
int nvmlDeviceGetPowerUsage(void*, unsigned* milliwatts) {
  return answer("power", milliwatts, 412'345);
}
int nvmlDeviceGetEnforcedPowerLimit(void*, unsigned* milliwatts) {
  return answer("limit", milliwatts, 700'000);
}
int nvmlDeviceGetPersistenceMode(void*, unsigned* mode) { return answer("persistence", mode, 1); }

int nvmlDeviceGetMigMode(void*, unsigned* now, unsigned* pending) {
  *pending = 1;
  return answer("mig", now, static_cast<unsigned>(number("FAKE_NVML_MIG", 0)));
}

int nvmlDeviceGetComputeRunningProcesses_v3(void*, unsigned* count, Process* processes) {
  constexpr int insufficient_size = 7;
  const auto running = static_cast<unsigned>(number("FAKE_NVML_PROCESSES", 0));
  const bool fits = running <= *count;
  *count = running;
  if (const int failed = status("processes"); failed != success) return failed;
  if (!fits) return insufficient_size;
  for (unsigned i = 0; i < running; ++i)
    processes[i] = {.process = i, .memory = number("FAKE_NVML_MEMORY", 0)};
  return success;
}

int nvmlDeviceGetApplicationsClock(void*, int, unsigned* mhz) {
  return answer("application_clock", mhz,
                static_cast<unsigned>(number("FAKE_NVML_APPLICATION_CLOCK", 1980)));
}
int nvmlDeviceGetMaxClockInfo(void*, int, unsigned* mhz) {
  return answer("highest_clock", mhz, 1980);
}

int nvmlDeviceGetTotalEccErrors(void*, int kind, int, unsigned long long* count) {
  *count = number(kind == 0 ? "FAKE_NVML_CORRECTED" : "FAKE_NVML_UNCORRECTED", 0);
  return status("memory_errors");
}

int nvmlEventSetCreate(void** set) {
  static int handle = 0;
  *set = &handle;
  return status("events");
}
int nvmlDeviceRegisterEvents(void*, unsigned long long types, void*) {
  constexpr unsigned long long xid = 8;
  constexpr int invalid_argument = 2;
  return types == xid ? status("register") : invalid_argument;
}
int nvmlEventSetWait_v2(void*, Happened* event, unsigned) {
  constexpr int timeout = 10;
  const auto fault = taken_from("FAKE_NVML_XIDS");
  if (!fault) return timeout;
  *event = {.type = 8, .data = *fault};
  return success;
}
int nvmlEventSetFree(void*) { return success; }
#endif
}
// NOLINTEND(readability-identifier-naming)
