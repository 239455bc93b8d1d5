// SPDX-License-Identifier: Apache-2.0
// A read of a region through a ring of bulk copies in shared memory, one block per multiprocessor.
//
// Blocks take 16 KiB tiles in turn: tile b, b + gridDim.x, ... One thread issues the copies, 256
// others sum the words up. A source is written by no launch of a repetition, so its copies may
// begin before the launch before has ended; the sums are written after that.
#pragma once

#include <algorithm>

#include "bulk.cuh"
#include "stream/stream.cuh"

namespace membound::stream {

inline constexpr int tile_vectors = 1024;  ///< 16 KiB
inline constexpr int ring_stages = 6;      ///< 96 KiB: a block of the next launch fits beside it
inline constexpr int bulk_block = block + warp_size;

struct TileRange {
  std::int64_t first;
  unsigned vectors;
};

__device__ inline TileRange tile_of(const Source& source, std::int64_t turn) {
  const std::int64_t first = (blockIdx.x + turn * gridDim.x) * tile_vectors;
  return {first, static_cast<unsigned>(min(std::int64_t{tile_vectors}, source.count - first))};
}

__device__ inline void fill_ring(const Source& source, std::int64_t own, uint4* stages,
                                 bulk::Ring<ring_stages>& ring) {
  admit_successor();
  bulk::Turn turn;
  for (std::int64_t i = 0; i < own; ++i) {
    if (i >= ring_stages) bulk::wait(&ring.empty[turn.stage], turn.parity ^ 1U);
    const TileRange tile = tile_of(source, i);
    bulk::arrive_expecting(&ring.full[turn.stage], tile.vectors * 16);
    bulk::copy(stages + turn.stage * tile_vectors, source.vectors + tile.first, tile.vectors * 16,
               &ring.full[turn.stage]);
    turn.advance(ring_stages);
  }
}

__device__ inline std::uint32_t sum_ring(const Source& source, std::int64_t own,
                                         const uint4* stages, bulk::Ring<ring_stages>& ring) {
  std::uint32_t sum = 0;
  bulk::Turn turn;
  for (std::int64_t i = 0; i < own; ++i) {
    bulk::wait(&ring.full[turn.stage], turn.parity);
    const auto count = static_cast<std::int64_t>(tile_of(source, i).vectors);
    const auto load = [](const uint4* address) { return *address; };
    sum += sum_tile<tile_vectors / block>(stages + turn.stage * tile_vectors, count, threadIdx.x,
                                          load);
    __syncwarp();  // racecheck does not follow the arrival through it to the other lanes
    if (threadIdx.x % warp_size == 0) bulk::arrive(&ring.empty[turn.stage]);
    turn.advance(ring_stages);
  }
  return sum;
}

static __global__ void __launch_bounds__(bulk_block, 2) read_through_ring(Source source) {
  extern __shared__ __align__(128) uint4 ring_memory[];
  __shared__ bulk::Ring<ring_stages> ring;
  __shared__ std::uint32_t warps[block / warp_size];
  if (threadIdx.x == 0) ring.initialise(ring_stages, block / warp_size);
  __syncthreads();
  const std::int64_t tiles = (source.count + tile_vectors - 1) / tile_vectors;
  const std::int64_t own = (tiles - blockIdx.x + gridDim.x - 1) / gridDim.x;
  std::uint32_t sum = 0;
  if (threadIdx.x == block) fill_ring(source, own, ring_memory, ring);
  if (threadIdx.x < block) {
    sum = __reduce_add_sync(0xffffffffU, sum_ring(source, own, ring_memory, ring));
    if (threadIdx.x % warp_size == 0) warps[threadIdx.x / warp_size] = sum;
  }
  __syncthreads();
  if (threadIdx.x != 0) return;
  sum = 0;
  for (const std::uint32_t warp : warps) sum += warp;
  wait_for_predecessor();
  source.sums[blockIdx.x] = sum;
}

/// `Overlaps`: each launch begins while the one before it drains, where the binding allows it.
template <bool Overlaps>
Launch bind_ring(const Binding& binding) {
  const Source region = source(binding);
  constexpr std::size_t shared = std::size_t{ring_stages} * tile_vectors * sizeof(uint4);
  const auto wave = static_cast<unsigned>(std::max(1, binding.device->units));
  const OverlapShape shape{std::min(wave, blocks_for(region.count, tile_vectors)), bulk_block,
                           shared, Overlaps && binding.may_overlap};
  allow_shared(read_through_ring<Overlaps>, shared);
  return
      [=](Stream queue) { launch_overlapping(queue, shape, read_through_ring<Overlaps>, region); };
}

}  // namespace membound::stream
