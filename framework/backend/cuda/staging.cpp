// SPDX-License-Identifier: Apache-2.0
// Staging: large copies between ordinary host memory and the device.
#include "backend/cuda/staging.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>

#include "base/parallel.hpp"

namespace membound::cuda {
namespace {

constexpr std::size_t piece = std::size_t{4} << 20;
constexpr std::size_t lane_count = 8;

}  // namespace

Staging::Staging(int device) : device_(device) {
  for (std::size_t i = 0; i < lane_count; ++i) {
    void* memory = nullptr;
    check(cudaMallocHost(&memory, piece));
    lanes_.push_back({Pinned(memory), make_stream()});
  }
}

void Staging::upload(std::span<std::byte> device, std::span<const std::byte> host) {
  in_pieces(host.size(), [&](const Lane& lane, std::size_t begin, std::size_t size) {
    std::memcpy(lane.memory.get(), host.data() + begin, size);
    const cudaError_t status = cudaMemcpyAsync(device.data() + begin, lane.memory.get(), size,
                                               cudaMemcpyHostToDevice, lane.stream.get());
    return status == cudaSuccess ? cudaStreamSynchronize(lane.stream.get()) : status;
  });
}

void Staging::download(std::span<std::byte> host, std::span<const std::byte> device) {
  in_pieces(host.size(), [&](const Lane& lane, std::size_t begin, std::size_t size) {
    cudaError_t status = cudaMemcpyAsync(lane.memory.get(), device.data() + begin, size,
                                         cudaMemcpyDeviceToHost, lane.stream.get());
    if (status == cudaSuccess) status = cudaStreamSynchronize(lane.stream.get());
    if (status == cudaSuccess) std::memcpy(host.data() + begin, lane.memory.get(), size);
    return status;
  });
}

/// Pieces are taken as lanes get free: where there are fewer cores than lanes, the first lanes copy
/// everything.
void Staging::in_pieces(
    std::size_t total,
    const std::function<cudaError_t(const Lane&, std::size_t, std::size_t)>& copy) {
  std::atomic<std::size_t> next{0};
  std::vector<cudaError_t> results(lanes_.size(), cudaSuccess);
  const auto run = [&](std::size_t index) {
    cudaError_t status = cudaSetDevice(device_);  // each thread has a device of its own
    for (std::size_t begin = next.fetch_add(piece); status == cudaSuccess && begin < total;
         begin = next.fetch_add(piece))
      status = copy(lanes_[index], begin, std::min(piece, total - begin));
    results[index] = status;
  };
  in_parallel(static_cast<std::int64_t>(lanes_.size()), 1,
              [&](std::int64_t begin, std::int64_t end) {
                for (std::int64_t i = begin; i < end; ++i) run(static_cast<std::size_t>(i));
              });
  for (const cudaError_t status : results) check(status);
}

}  // namespace membound::cuda
