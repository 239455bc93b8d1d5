// SPDX-License-Identifier: Apache-2.0
// A stand-in for the driver's management library; the environment says what it answers.
//
// FAKE_NVML_FAIL names the one function that fails; FAKE_NVML_REASONS and FAKE_NVML_PROCESSES set
// values.
#include <cstdlib>
#include <cstring>
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

int reasons(unsigned long long* value) {
  *value = number("FAKE_NVML_REASONS", 0);
  return status("reasons");
}

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
int nvmlDeviceGetComputeRunningProcesses_v3(void* device, unsigned* count, void* processes);

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
  return answer("clock", mhz, type == 1 ? 1980 : 3201);
}
int nvmlDeviceGetTemperature(void*, int, unsigned* degrees) {
  return answer("temperature", degrees, 41);
}

int nvmlDeviceGetEccMode(void*, unsigned* now, unsigned* pending) {
  *pending = 0;
  return answer("ecc", now, 1);
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
  return answer("mig", now, 0);
}

int nvmlDeviceGetComputeRunningProcesses_v3(void*, unsigned* count, void*) {
  const auto running = static_cast<unsigned>(number("FAKE_NVML_PROCESSES", 0));
  const bool fits = running <= *count;
  *count = running;
  if (const int failed = status("processes"); failed != success) return failed;
  constexpr int insufficient_size = 7;
  return fits ? success : insufficient_size;
}
#endif
}
// NOLINTEND(readability-identifier-naming)
