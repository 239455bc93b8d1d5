// SPDX-License-Identifier: Apache-2.0
// CUDA backend: an NVIDIA GPU as a device for measuring.
//
// A repetition, as the caller is expected to run it, queues everything on one stream and waits
// once:
//
//   fill      poison the outputs                                      asynchronous
//   settle    read sweep: writes the poison back, empties the caches  asynchronous
//   time      start event, graph, stop event, device-wide wait        the window is between the
//   events
//
// The sweep keeps the device busy for longer than the host needs to queue what follows it, so the
// window holds the graph and nothing of the host. When the device is idle at `time`, a lead-in
// kernel takes the sweep's place.
#include "backend/cuda/cuda_backend.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "backend/cuda/checksum.hpp"
#include "backend/cuda/device.hpp"
#include "backend/cuda/graph_batch.hpp"
#include "backend/cuda/guard.hpp"
#include "backend/cuda/handles.hpp"
#include "backend/cuda/marker.hpp"
#include "backend/cuda/staging.hpp"
#include "backend/cuda/sweep.hpp"
#include "backend/cuda/watch.hpp"
#include "membound/error.hpp"

namespace membound {
namespace {

using cuda::check;

/// Persisting L2 lines survive a sweep, so none are allowed; read back, because setting is only a
/// request.
void forbid_persisting_l2(const cudaDeviceProp& device) {
  if (device.persistingL2CacheMaxSize == 0) return;  // not offered, so it cannot be used
  check(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 0));
  std::size_t bytes = 0;
  check(cudaDeviceGetLimit(&bytes, cudaLimitPersistingL2CacheSize));
  if (bytes != 0) {
    throw Error(fmt::format(
        "persisting L2 cache stays at {} bytes instead of 0, so no launch would be cold; end the "
        "other users of this device, or choose another device",
        bytes));
  }
}

Memory allocate_on_device(Bytes size) {
  if (size.value < 0)
    throw Error(fmt::format("cannot allocate {} bytes on the device", size.value));
  if (size.value == 0) return {};
  void* address = nullptr;
  const cudaError_t status = cudaMalloc(&address, static_cast<std::size_t>(size.value));
  if (status == cudaErrorMemoryAllocation) {
    static_cast<void>(cudaGetLastError());  // not sticky: the device stays usable
    std::size_t free_bytes = 0;
    std::size_t total_bytes = 0;
    check(cudaMemGetInfo(&free_bytes, &total_bytes));
    throw Error(fmt::format(
        "out of device memory: {} bytes are needed, {} of {} are free; measure smaller extents or "
        "free the device",
        size.value, free_bytes, total_bytes));
  }
  check(status);
  return {{static_cast<std::byte*>(address), static_cast<std::size_t>(size.value)},
          [](std::byte* owned) { static_cast<void>(cudaFree(owned)); }};
}

class CudaBackend : public Backend {
 public:
  CudaBackend(int index, const std::string& uuid) : index_(index), nvml_(uuid) {
    // Before this process has a context of its own.
    const cuda::Processes others = nvml_.compute_processes().value_or(cuda::Processes{});
    check(cudaSetDevice(index));
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, index));
    forbid_persisting_l2(properties);
    stream_ = cuda::make_stream();
    sweep_ = allocate_on_device({std::max<std::int64_t>(2LL * properties.l2CacheSize, 128 * mebi)});
    fill(sweep_.bytes(), std::byte{0});
    wait();
    device_ = cuda::describe(index, nvml_, others);
  }

  [[nodiscard]] const DeviceInfo& device() const override { return device_; }

  [[nodiscard]] Bytes cold_working_set() const override {
    return std::max(Bytes{256 * mebi}, device_.cache * 8);
  }

  [[nodiscard]] Memory allocate(Bytes size) override { return allocate_on_device(size); }
  [[nodiscard]] Memory allocate_guarded(Bytes size) override { return cuda::map_guarded(size); }

  void upload(std::span<std::byte> device, std::span<const std::byte> host) override {
    if (host.size() < cuda::Staging::least) return transfer(device, host, cudaMemcpyHostToDevice);
    require_equal(device, host);
    wait();
    staging().upload(device, host);
  }
  void copy(std::span<std::byte> device, std::span<const std::byte> device_source) override {
    transfer(device, device_source, cudaMemcpyDeviceToDevice);
  }
  void download(std::span<std::byte> host, std::span<const std::byte> device) override {
    if (host.size() < cuda::Staging::least) return transfer(host, device, cudaMemcpyDeviceToHost);
    require_equal(host, device);
    wait();
    staging().download(host, device);
  }
  void fill(std::span<std::byte> device, std::byte value) override {
    if (device.empty()) return;
    check(
        cudaMemsetAsync(device.data(), std::to_integer<int>(value), device.size(), stream_.get()));
  }

  [[nodiscard]] std::vector<std::uint64_t> checksums(
      std::span<const std::span<const std::byte>> regions) override {
    return checksums_.of(regions, stream_.get());
  }

  [[nodiscard]] std::unique_ptr<Batch> prepare(std::vector<Launch> launches,
                                               const BatchLabel& label) override {
    if (label.mode != LaunchMode::isolated)
      return cuda::capture(stream_.get(), std::move(launches), label);
    return cuda::isolate(stream_.get(), std::move(launches), label,
                         [this, kind = label.flush] { flush(kind); });
  }

  void settle() override { cuda::queue_sweep(stream_.get(), sweep_.bytes(), device_.units); }

  [[nodiscard]] DeviceState state() override { return nvml_.state(); }
  [[nodiscard]] std::vector<Incident> incidents() override { return watch_.look(); }

  void mark(std::optional<int> cell) override {
    cell ? cuda::begin_profile(stream_.get(), *cell) : cuda::end_profile(stream_.get());
  }

 private:
  /// Also keeps the device busy while the host queues what is timed.
  void flush(Flush kind) {
    switch (kind) {
      case Flush::read: return settle();
      case Flush::memset: return fill(sweep_.bytes(), std::byte{0});
      case Flush::none: return cuda::queue_lead_in(stream_.get());
    }
  }

  void wait() { check(cudaStreamSynchronize(stream_.get())); }

  static void require_equal(std::span<const std::byte> to, std::span<const std::byte> from) {
    if (to.size() == from.size()) return;
    throw Error(
        fmt::format("cannot copy {} bytes into {}: sizes must be equal", from.size(), to.size()));
  }

  /// Made for the first large copy: describing a device needs none.
  cuda::Staging& staging() {
    if (!staging_) staging_.emplace(index_);
    return *staging_;
  }

  void transfer(std::span<std::byte> to, std::span<const std::byte> from, cudaMemcpyKind kind) {
    require_equal(to, from);
    if (to.empty()) return;
    check(cudaMemcpyAsync(to.data(), from.data(), from.size(), kind, stream_.get()));
    wait();
  }

  int index_;
  cuda::Nvml nvml_;
  cuda::Watch watch_{nvml_};
  cuda::StreamHandle stream_;
  std::optional<cuda::Staging> staging_;
  Memory sweep_;
  cuda::Checksums checksums_{allocate_on_device};
  DeviceInfo device_;
};

}  // namespace

std::string why_cuda_unavailable() {
  int driver = 0;
  if (cudaDriverGetVersion(&driver) != cudaSuccess || driver == 0)
    return "no NVIDIA driver is loaded";
  if (driver / 1000 < CUDART_VERSION / 1000) {
    return fmt::format(
        "the NVIDIA driver supports CUDA {}.{} and this build needs CUDA {}: update the driver",
        driver / 1000, driver % 1000 / 10, CUDART_VERSION / 1000);
  }
  int count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  if (status == cudaErrorNoDevice || (status == cudaSuccess && count == 0))
    return "no CUDA device is visible";
  return status == cudaSuccess
             ? ""
             : fmt::format("{} ({})", cudaGetErrorName(status), cudaGetErrorString(status));
}

std::unique_ptr<Backend> open_cuda(std::string_view selector) {
  if (const std::string why = why_cuda_unavailable(); !why.empty()) {
    throw Error("cannot open the CUDA backend: " + why +
                "; choose the cpu backend on this machine");
  }
  const std::vector<std::string> uuids = cuda::visible_devices();
  const int index = cuda::find_device(selector, uuids);
  return std::make_unique<CudaBackend>(index, uuids[static_cast<std::size_t>(index)]);
}

}  // namespace membound
