// SPDX-License-Identifier: Apache-2.0
// Matrix-vector products over a ring of bulk copies: one wave of blocks, weights prefetched before
// the wait.
//
// A unit is a few whole rows. The first units of a block are fixed; what follows goes to whichever
// block has room for it, because multiprocessors do not get the same share of memory. One producer
// thread claims units and keeps the ring full; it needs nothing that an earlier launch wrote, so in
// a chain it begins while the predecessor still runs. The consumer threads share every row: thread
// t multiplies its 16-byte vectors t, t + size, ... and holds the elements of x under them in
// registers for the whole kernel. Rows too short for all threads are shared by half of them, and
// the halves take pairs of rows in turn. Sums of a row over the warps meet in shared memory and are
// stored at the end. The successor is admitted when few enough units are left, so that its first
// copies fill the gap in which this kernel drains.
//
// The tensor cores multiply and add, which leaves the instructions for decoding. In mma.m16n8k16,
// lane 4 g + t holds columns {2t, 2t + 1, 2t + 8, 2t + 9} of row g of A, and the same rows of
// column g of B. With a lane's own weights in A and its own x in B, element (g, g) of the product
// is therefore the sum of what lanes 4 g to 4 g + 3 want to multiply, and element (g + 8, g) the
// same for a second row of weights. The other elements are waste, and there is enough to waste.
// Products of halves are exact in the single-precision accumulators.
#pragma once

#include <algorithm>
#include <memory>

#include "bulk.cuh"
#include "linked.cuh"

namespace membound::ring {

inline constexpr int consumer_warps = 8;
inline constexpr int consumers = consumer_warps * warp_size;
inline constexpr int block = consumers + warp_size;  ///< the last warp is the producer
inline constexpr int resident_blocks = 2;            ///< this launch's and the successor's
inline constexpr int most_stages = 32;
inline constexpr int batch_rows = 128;        ///< rows whose sums wait in shared memory
inline constexpr int unit_bytes = 32 * 1024;  ///< of weights, when several rows fit

/// How a matrix is cut up and when things happen; the same for all blocks.
struct Schedule {
  int rows = 0;
  int row_bytes = 0;    ///< of weights
  int scale_bytes = 0;  ///< of scales that travel with a row through the ring
  int units = 0;        ///< of `Rows` rows, the last may have fewer
  int stages = 0;       ///< of the ring, one unit each
  int lead = 0;         ///< units per block left to be claimed when the successor is admitted
  unsigned* claimed = nullptr;  ///< units claimed beyond the first of each block; ends as it began
};

/// y = weights x, with what `Format` needs beside the weights.
template <class Format>
struct Matrix {
  const std::byte* weights;
  const uint4* x;
  typename Format::Scales scales;
};

/// The barriers of the ring, and which unit is in a stage; -1 says that there are no more.
struct Stages {
  bulk::Ring<most_stages> ring;
  int unit[most_stages];
};

/// For threads that need not be converged: the plain form of the barrier would have to be.
__device__ inline void consumers_meet() {
  asm volatile("barrier.sync 1, %0;" ::"n"(consumers) : "memory");
}

/// Claims that a block has under way: their latency is longer than the time of a unit.
inline constexpr int claims_ahead = 4;

/// Next unit of this block, its `turn`-th; past the last when there is none. Every block claims
/// `claims_ahead` units that are not there before it ends, so that the counter wraps to zero with
/// the last claim of the launch.
__device__ inline int claim(const Schedule& schedule, int turn) {
  const int blocks = static_cast<int>(gridDim.x);
  if (turn < schedule.stages) return static_cast<int>(blockIdx.x) + turn * blocks;
  const int fixed = min(schedule.units, schedule.stages * blocks);
  const auto claims = static_cast<unsigned>(schedule.units - fixed + claims_ahead * blocks);
  return fixed + static_cast<int>(atomicInc(schedule.claimed, claims - 1));
}

/// Starts the copies of a unit into a stage.
template <class Format, int Rows>
__device__ void copy_unit(const Matrix<Format>& matrix, const Schedule& schedule, int unit,
                          std::byte* stage, bulk::Barrier* full) {
  const int row = unit * Rows;
  const int rows = min(Rows, schedule.rows - row);
  const auto weights = static_cast<unsigned>(rows * schedule.row_bytes);
  const auto scales = static_cast<unsigned>(rows * schedule.scale_bytes);
  bulk::arrive_expecting(full, weights + scales);
  bulk::copy(
      stage,
      matrix.weights + static_cast<std::size_t>(row) * static_cast<std::size_t>(schedule.row_bytes),
      weights, full);
  if (scales == 0) return;
  bulk::copy(stage + Rows * schedule.row_bytes,
             Format::scales_of(matrix.scales, row, schedule.scale_bytes), scales, full);
}

/// Body of the one producer thread.
template <class Format, int Rows>
__device__ void produce(const Matrix<Format>& matrix, const Schedule& schedule, std::byte* memory,
                        Stages& stages) {
  const int stage_bytes = Rows * (schedule.row_bytes + schedule.scale_bytes);
  const int last = schedule.units - schedule.lead * static_cast<int>(gridDim.x);
  bool admitted = false;
  bulk::Turn turn;
  int next[claims_ahead];
#pragma unroll
  for (int i = 0; i < claims_ahead; ++i) next[i] = claim(schedule, i);
  for (int i = 0; true; ++i, turn.advance(schedule.stages)) {
    const int unit = next[0];
#pragma unroll
    for (int k = 1; k < claims_ahead; ++k) next[k - 1] = next[k];
    if (i >= schedule.stages) bulk::wait(&stages.ring.empty[turn.stage], turn.parity ^ 1U);
    const bool more = unit < schedule.units;
    stages.unit[turn.stage] = more ? unit : -1;
    if (!admitted && unit >= last) {
      admit_successor();
      admitted = true;
    }
    if (!more) return bulk::arrive(&stages.ring.full[turn.stage]);
    copy_unit<Format, Rows>(matrix, schedule, unit, memory + turn.stage * stage_bytes,
                            &stages.ring.full[turn.stage]);
    next[claims_ahead - 1] = claim(schedule, i + claims_ahead);
  }
}

/// Independent sums of a thread: a product waits for the last one that went to the same sum.
inline constexpr int chains = 2;

/// Accumulators of two rows; one element of each is wanted.
struct Products {
  float values[4] = {};

  __device__ void add(const std::uint32_t (&a)[4], const std::uint32_t (&b)[2]) {
    asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
        "{%8, %9}, {%0, %1, %2, %3};"
        : "+f"(values[0]), "+f"(values[1]), "+f"(values[2]), "+f"(values[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  }
  /// In lane 9 m + 4 odd (m and odd from 0): the diagonal element of the first or second row, the
  /// sum over four lanes. The other lanes hold waste.
  [[nodiscard]] __device__ float wanted(int second) const {
    return threadIdx.x % 8 < 4 ? values[2 * second] : values[2 * second + 1];
  }
};

/// Sum over the lanes that hold diagonal elements, in lane 0. Those of columns 2 m and 2 m + 1 are
/// four lanes apart, those of m and m + 1 nine.
__device__ inline float diagonal_sum(float value) {
#pragma unroll
  for (const int distance : {4, 9, 18}) value += __shfl_xor_sync(0xffffffffU, value, distance);
  return value;
}

/// Adds the products of one 16-byte vector of each of two rows.
template <class Format>
__device__ void multiply_vectors(Products (&products)[chains], uint4 first, uint4 second,
                                 const typename Format::Inputs& x) {
  std::uint32_t a[Format::pairs];
  std::uint32_t b[Format::pairs];
  Format::decode(first, a);
  Format::decode(second, b);
#pragma unroll
  for (int i = 0; i < Format::pairs; i += 2) {
    products[i / 2 % chains].add({a[i], b[i], a[i + 1], b[i + 1]}, {x.pairs[i], x.pairs[i + 1]});
  }
}

/// Share of a thread in the sums of two rows of a unit.
template <class Format, int Vectors, int Rows, int Slices>
__device__ float2 pair_share(const Schedule& schedule, const std::byte* stage, int row,
                             const typename Format::Inputs (&x)[Vectors]) {
  constexpr int width = consumers / Slices;
  const int thread = static_cast<int>(threadIdx.x) % width;
  const int vectors = schedule.row_bytes / 16;
  const int second = min(row + 1, Rows - 1);  // of a single row: the row again, not stored
  const auto* weights = reinterpret_cast<const uint4*>(stage);
  uint4 loaded[Vectors][2];
#pragma unroll
  for (int v = 0; v < Vectors; ++v) {
    const int at = v * width + thread;
    const bool inside = at < vectors;  // past the end x is zero as well
    loaded[v][0] = inside ? weights[row * vectors + at] : uint4{0, 0, 0, 0};
    loaded[v][1] = inside ? weights[second * vectors + at] : uint4{0, 0, 0, 0};
  }
  float2 share{0, 0};
  Products products[chains];
  const auto wanted = [&](int which) {
    return products[0].wanted(which) + products[1].wanted(which);
  };
#pragma unroll
  for (int v = 0; v < Vectors; ++v) {
    multiply_vectors<Format>(products, loaded[v][0], loaded[v][1], x[v]);
    if constexpr (Format::group_scales) {
      const int at = min(v * width + thread, vectors - 1);
      const std::byte* const scales = stage + Rows * schedule.row_bytes;
      share.x = fmaf(Format::scale(scales + row * schedule.scale_bytes, at), wanted(0), share.x);
      share.y = fmaf(Format::scale(scales + second * schedule.scale_bytes, at), wanted(1), share.y);
      for (Products& sum : products) sum = {};
    }
  }
  if constexpr (!Format::group_scales) share = {wanted(0), wanted(1)};
  return share;
}

/// Rows whose sums wait to be stored, with the factor that each is stored with.
struct Batch {
  float sums[batch_rows][consumer_warps];
  float scale[batch_rows];
  int row[batch_rows];
};

/// Takes units until the batch is full or there are no more; returns the units taken.
template <class Format, int Vectors, int Rows, int Slices>
__device__ int consume(const Matrix<Format>& matrix, const Schedule& schedule,
                       const typename Format::Inputs (&x)[Vectors], const std::byte* memory,
                       Stages& stages, bulk::Turn& turn, Batch& batch) {
  constexpr int slice_warps = consumer_warps / Slices;
  constexpr int pairs = (Rows + 1) / 2 / Slices;  // of rows, for each slice
  const int warp = static_cast<int>(threadIdx.x) / warp_size;
  const int slice = Slices == 1 ? 0 : warp / slice_warps;  // a constant where it can be one
  const bool leads = threadIdx.x % warp_size == 0;
  const int stage_bytes = Rows * (schedule.row_bytes + schedule.scale_bytes);
  for (int i = 0; i < batch_rows / Rows; ++i) {
    bulk::wait(&stages.ring.full[turn.stage], turn.parity);
    __syncwarp();  // lanes leave the wait one by one, and the tensor cores need them together
    const int unit = stages.unit[turn.stage];
    if (unit < 0) return i;
    float2 shares[pairs];
#pragma unroll
    for (int p = 0; p < pairs; ++p) {
      shares[p] = pair_share<Format, Vectors, Rows, Slices>(
          schedule, memory + turn.stage * stage_bytes, 2 * (p * Slices + slice), x);
    }
    // By every thread, without a __syncwarp that would have the warp wait for its slowest lane.
    bulk::arrive(&stages.ring.empty[turn.stage]);
    turn.advance(schedule.stages);
    const int row = unit * Rows + static_cast<int>(threadIdx.x);
    if (threadIdx.x < Rows) {
      batch.row[i * Rows + threadIdx.x] = row;
      if (row < schedule.rows)
        Format::fetch_scale(matrix.scales, row, &batch.scale[i * Rows + threadIdx.x]);
    }
#pragma unroll
    for (int p = 0; p < pairs; ++p) {
      const float first = diagonal_sum(shares[p].x);
      const float second = diagonal_sum(shares[p].y);
      const int slot = i * Rows + 2 * (p * Slices + slice);
      if (leads) batch.sums[slot][warp % slice_warps] = first;
      if (leads && Rows > 1) batch.sums[slot + 1][warp % slice_warps] = second;
    }
  }
  return batch_rows / Rows;
}

template <class Format, int Vectors, int Rows, int Slices, class Stored>
__global__ void __launch_bounds__(block, resident_blocks)
    multiply(Matrix<Format> matrix, Schedule schedule, LinkedOutput<Stored> output) {
  extern __shared__ __align__(128) std::byte memory[];
  __shared__ Stages stages;
  __shared__ Batch batch;
  static_assert(batch_rows <= consumers);
  const int thread = static_cast<int>(threadIdx.x);
  if (thread == 0) stages.ring.initialise(schedule.stages, consumers);
  __syncthreads();
  if (thread >= consumers) {
    if (thread == consumers) produce<Format, Rows>(matrix, schedule, memory, stages);
    return;
  }
  constexpr int width = consumers / Slices;
  typename Format::Inputs x[Vectors];
  wait_for_predecessor();
#pragma unroll
  for (int v = 0; v < Vectors; ++v)
    x[v] = Format::load(matrix.x, v * width + thread % width, schedule.row_bytes / 16);
  bulk::Turn turn;
  for (int units = batch_rows / Rows; units == batch_rows / Rows;) {
    units =
        consume<Format, Vectors, Rows, Slices>(matrix, schedule, x, memory, stages, turn, batch);
    Format::wait_for_scales();
    consumers_meet();
    if (thread < units * Rows && batch.row[thread] < schedule.rows) {
      float sum = 0;
#pragma unroll
      for (int warp = 0; warp < consumer_warps / Slices; ++warp) sum += batch.sums[thread][warp];
      output.store(batch.row[thread], Format::scaled(sum, batch.scale[thread]));
    }
    consumers_meet();  // before the next batch takes the place of this one
  }
}

/// Parameters that every ring arm has.
inline std::vector<ParameterRule> parameters() {
  return {{.name = "ring",
           .initial = 104,
           .choices = {32, 48, 64, 80, 96, 104, 192},
           .help = "KiB of the ring; up to 104 a block of the next launch fits beside it"},
          {.name = "lead",
           .initial = 3,
           .choices = {0, 1, 2, 3, 4, 6, 8, 12, 16, 1000},
           .help = "units of a block before its last copy at which the next launch is admitted"}};
}

/// A counter on the device, zero between launches.
inline std::shared_ptr<unsigned> counter() {
  unsigned* address = nullptr;
  cudaError_t status = cudaMalloc(&address, sizeof(unsigned));
  if (status == cudaSuccess) status = cudaMemset(address, 0, sizeof(unsigned));
  if (status == cudaSuccess) return {address, [](unsigned* owned) { cudaFree(owned); }};
  throw Error(std::string("no memory for a counter: ") + cudaGetErrorString(status));
}

template <class Format, int Vectors, int Rows, int Slices>
Launch bind_rows(const Binding& binding, const Matrix<Format>& matrix, Schedule schedule) {
  schedule.units = (schedule.rows + Rows - 1) / Rows;
  const int stage = Rows * (schedule.row_bytes + schedule.scale_bytes);
  const int ring = static_cast<int>(binding.parameters.at("ring")) * 1024;
  schedule.stages = std::clamp(ring / stage, 1, most_stages);
  const std::shared_ptr<unsigned> claimed = counter();
  schedule.claimed = claimed.get();
  const OverlapShape shape{
      static_cast<unsigned>(std::min(schedule.units, std::max(1, binding.device->units))), block,
      static_cast<std::size_t>(schedule.stages) * static_cast<std::size_t>(stage),
      binding.may_overlap};
  return for_output(binding, [&]<class Stored>(const LinkedOutput<Stored>& output) -> Launch {
    const auto kernel = multiply<Format, Vectors, Rows, Slices, Stored>;
    allow_shared(kernel, shape.shared);
    return [=](Stream queue) {
      static_cast<void>(claimed);  // lives as long as the launch
      launch_overlapping(queue, shape, kernel, matrix, schedule, output);
    };
  });
}

/// The launch of a ring arm: how rows are shared, vectors of a row per thread and rows per unit as
/// constants.
template <class Format>
Launch bind(const Binding& binding, const Matrix<Format>& matrix) {
  const int cols = extent(binding, "cols");
  const Schedule schedule{.rows = extent(binding, "rows"),
                          .row_bytes = cols / Format::columns * 16,
                          .scale_bytes = Format::scale_bytes(cols),
                          .lead = static_cast<int>(binding.parameters.at("lead"))};
  const int vectors = cols / Format::columns;
  if (vectors > Format::most_vectors * consumers)
    throw Error("extent 'cols' must be at most " +
                std::to_string(Format::most_vectors * consumers * Format::columns) +
                ": x is held in registers");
  if (vectors <= consumers / 2) return bind_rows<Format, 1, 16, 2>(binding, matrix, schedule);
  return choose<1, 2, 3, 4, 5, 6, 7, 8>(
      (vectors + consumers - 1) / consumers, [&](auto constant) -> Launch {
        constexpr int count = std::min<int>(constant, Format::most_vectors);
        constexpr int fitting = unit_bytes / (count * consumers * 16);
        constexpr int rows = fitting > 1 ? fitting / 2 * 2 : 1;
        return bind_rows<Format, count, rows, 1>(binding, matrix, schedule);
      });
}

}  // namespace membound::ring
