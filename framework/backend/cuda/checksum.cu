// SPDX-License-Identifier: Apache-2.0
// Checksums of regions of device memory, computed where they lie.
#include "backend/cuda/checksum.hpp"

#include <algorithm>

#include "backend/cuda/check.hpp"
#include "base/checksum.hpp"

namespace membound::cuda {
namespace {

constexpr unsigned block = 256;
constexpr std::size_t bytes_per_block = 64 * 1024;
constexpr std::size_t most_blocks = 512;  // per region

using Sum = unsigned long long;

struct Region {
  const std::byte* begin;
  std::size_t bytes;
};

/// Word `index` of the region, the bytes past its end taken as zero.
__device__ std::uint32_t word_of(const Region& region, std::size_t index) {
  const std::size_t left = region.bytes - 4 * index;
  if (left >= 4) return reinterpret_cast<const std::uint32_t*>(region.begin)[index];
  std::uint32_t word = 0;
  for (std::size_t i = 0; i < left; ++i)
    word |= static_cast<std::uint32_t>(region.begin[4 * index + i]) << (8 * i);
  return word;
}

/// Block x belongs to region x; its blocks y share the words, a thread every gridDim.y * 256th.
__global__ void __launch_bounds__(block) add_up(const Region* regions, Sum* sums) {
  const Region region = regions[blockIdx.x];
  const std::size_t words = (region.bytes + 3) / 4;
  const std::size_t stride = std::size_t{gridDim.y} * block;
  Sum sum = 0;
  for (std::size_t i = std::size_t{blockIdx.y} * block + threadIdx.x; i < words; i += stride)
    sum += checksum_term(word_of(region, i), i);
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(~0U, sum, offset);
  if (threadIdx.x % 32 == 0) atomicAdd(sums + blockIdx.x, sum);
}

}  // namespace

std::vector<std::uint64_t> Checksums::of(std::span<const std::span<const std::byte>> regions,
                                         cudaStream_t stream) {
  std::vector<Region> list;
  std::size_t largest = 0;
  for (const std::span<const std::byte> region : regions) {
    list.push_back({region.data(), region.size()});
    largest = std::max(largest, region.size());
  }
  std::vector<std::uint64_t> sums(list.size());
  if (list.empty()) return sums;
  const std::size_t list_bytes = list.size() * sizeof(Region);
  const std::size_t sums_bytes = sums.size() * sizeof(Sum);
  if (scratch_.bytes().size() < list_bytes + sums_bytes)
    scratch_ = allocate_({static_cast<std::int64_t>(list_bytes + sums_bytes)});
  auto* const on_device = reinterpret_cast<Region*>(scratch_.bytes().data());
  auto* const totals = reinterpret_cast<Sum*>(scratch_.bytes().data() + list_bytes);
  check(cudaMemcpyAsync(on_device, list.data(), list_bytes, cudaMemcpyHostToDevice, stream));
  check(cudaMemsetAsync(totals, 0, sums_bytes, stream));
  const std::size_t slices = std::clamp<std::size_t>(largest / bytes_per_block, 1, most_blocks);
  const dim3 grid(static_cast<unsigned>(list.size()), static_cast<unsigned>(slices));
  add_up<<<grid, block, 0, stream>>>(on_device, totals);
  check(cudaGetLastError());
  check(cudaMemcpyAsync(sums.data(), totals, sums_bytes, cudaMemcpyDeviceToHost, stream));
  check(cudaStreamSynchronize(stream));
  return sums;
}

}  // namespace membound::cuda
