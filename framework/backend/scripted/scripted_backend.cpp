// SPDX-License-Identifier: Apache-2.0
// Scripted backend: runs launches in host memory and reports prescribed times; for tests of the
// pipeline.
#include "backend/scripted/scripted_backend.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <new>
#include <nlohmann/json.hpp>
#include <utility>

#include "backend/cpu/pages.hpp"
#include "base/checksum.hpp"

namespace membound {
namespace {

constexpr std::align_val_t alignment{4096};

class ScriptedBatch : public Batch {
 public:
  ScriptedBatch(std::vector<Launch> launches, std::vector<double> times, DeviceState& state,
                int throttled, bool flushed)
      : launches_(std::move(launches)),
        times_(std::move(times)),
        state_(state),
        throttled_(throttled),
        flushed_(flushed) {}

  Nanoseconds time() override {
    for (const Launch& launch : launches_) launch({});
    state_.throttle_reasons = count_ < static_cast<std::size_t>(throttled_) ? 4 : 0;
    const double one = times_[count_++ % times_.size()];
    return {static_cast<std::int64_t>(std::llround(one * static_cast<double>(launches_.size())))};
  }

  [[nodiscard]] std::vector<Receipt> receipts() const override {
    return {{"launches", static_cast<double>(launches_.size()), "batch"},
            {"flushed", flushed_ ? 1.0 : 0.0, "batch"}};
  }

 private:
  std::vector<Launch> launches_;
  std::vector<double> times_;  ///< cycle of times of one launch
  DeviceState& state_;
  int throttled_;
  bool flushed_;  ///< caches, before each launch
  std::size_t count_ = 0;
};

class ScriptedBackend : public Backend {
 public:
  explicit ScriptedBackend(Script script) : script_(std::move(script)) {
    device_ = {.backend = "scripted",
               .name = script_.device_name,
               .identity = "scripted-0",
               .architecture = "none",
               .driver = "0",
               .runtime = "0",
               .units = 1,
               .memory = {gibi},
               .free_memory = {gibi},
               .cache = {64 * kibi},
               .notes = {"prescribed times: no measurement"}};
  }

  const DeviceInfo& device() const override { return device_; }
  Bytes cold_working_set() const override { return {64 * kibi}; }

  Memory allocate(Bytes size) override {
    const auto count = static_cast<std::size_t>(size.value);
    auto* bytes = static_cast<std::byte*>(::operator new(count, alignment));
    return {{bytes, count}, [](std::byte* p) { ::operator delete(p, alignment); }};
  }
  Memory allocate_guarded(Bytes size) override {
    return script_.guarded ? cpu::map_guarded(size) : Memory{};
  }
  void upload(std::span<std::byte> device, std::span<const std::byte> host) override {
    std::ranges::copy(host, device.begin());
  }
  void copy(std::span<std::byte> device, std::span<const std::byte> source) override {
    std::ranges::copy(source, device.begin());
  }
  void download(std::span<std::byte> host, std::span<const std::byte> device) override {
    std::ranges::copy(device, host.begin());
  }
  void fill(std::span<std::byte> device, std::byte value) override {
    std::ranges::fill(device, value);
  }
  std::vector<std::uint64_t> checksums(
      std::span<const std::span<const std::byte>> regions) override {
    return membound::checksums(regions);
  }
  void settle() override {}
  DeviceState state() override { return state_; }
  [[nodiscard]] std::vector<Incident> incidents() override {
    return std::exchange(script_.incidents, {});
  }

  std::unique_ptr<Batch> prepare(std::vector<Launch> launches, const BatchLabel& label) override {
    const double one = time_of(label);
    const auto throttled = script_.throttled.find(label.arm);
    return std::make_unique<ScriptedBatch>(
        std::move(launches),
        std::vector<double>{one, one * (1 + script_.jitter), one * (1 - script_.jitter)}, state_,
        throttled == script_.throttled.end() ? 0 : throttled->second,
        label.mode == LaunchMode::isolated && label.flush != Flush::none);
  }

 private:
  [[nodiscard]] double time_of(const BatchLabel& label) const {
    auto found = script_.times.find(label.arm + "@" + label.cell);
    if (found == script_.times.end()) found = script_.times.find(label.arm);
    if (found == script_.times.end()) return 1000;
    const std::vector<double>& values = found->second;
    return values[std::min(static_cast<std::size_t>(label.invocation), values.size() - 1)];
  }

  Script script_;
  DeviceInfo device_;
  DeviceState state_;
};

}  // namespace

Script read_script(const std::string& json) {
  const nlohmann::json j = nlohmann::json::parse(json);
  Script script;
  script.times = j.value("times", script.times);
  script.jitter = j.value("jitter", script.jitter);
  script.device_name = j.value("device", script.device_name);
  script.throttled = j.value("throttled", script.throttled);
  for (const auto& [what, fatal] : j.value("incidents", std::map<std::string, bool>{}))
    script.incidents.push_back({what, fatal});
  script.guarded = j.value("guarded", script.guarded);
  return script;
}

std::unique_ptr<Backend> open_scripted(Script script) {
  return std::make_unique<ScriptedBackend>(std::move(script));
}

}  // namespace membound
