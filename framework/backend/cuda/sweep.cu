// SPDX-License-Identifier: Apache-2.0
// Sweep: the two kernels that the backend itself queues before a timed window.
#include "backend/cuda/sweep.hpp"

#include <cstdint>

#include "backend/cuda/check.hpp"

namespace membound::cuda {
namespace {

constexpr int block = 256;
constexpr int blocks_per_multiprocessor = 8;
constexpr long long lead_in_cycles = 40'000;  // 20 us at 2 GHz: several graph launches of the host

/// A thread reads every gridDim.x * 256th 16-byte word; a warp reads 512 contiguous bytes at a
/// time. The buffer holds zeros, so nothing is ever written; the compiler cannot know that.
__global__ void __launch_bounds__(block)
    sweep(const uint4* buffer, std::size_t words, unsigned* sink) {
  unsigned bits = 0;
  const std::size_t stride = std::size_t{gridDim.x} * block;
#pragma unroll 4
  for (std::size_t i = std::size_t{blockIdx.x} * block + threadIdx.x; i < words; i += stride) {
    const uint4 word = buffer[i];
    bits |= word.x | word.y | word.z | word.w;
  }
  if (bits != 0) *sink = bits;
}

__global__ void lead_in() {
  const long long begin = clock64();
  while (clock64() - begin < lead_in_cycles) {
  }
}

}  // namespace

void queue_sweep(cudaStream_t stream, std::span<const std::byte> buffer, int multiprocessors) {
  const auto* words = reinterpret_cast<const uint4*>(buffer.data());
  auto* sink = const_cast<unsigned*>(reinterpret_cast<const unsigned*>(buffer.data()));
  const auto grid = static_cast<unsigned>(multiprocessors * blocks_per_multiprocessor);
  sweep<<<grid, block, 0, stream>>>(words, buffer.size() / sizeof(uint4), sink);
  check(cudaGetLastError());
}

void queue_lead_in(cudaStream_t stream) {
  lead_in<<<1, 1, 0, stream>>>();
  check(cudaGetLastError());
}

}  // namespace membound::cuda
