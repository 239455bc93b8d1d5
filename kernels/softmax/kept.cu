// SPDX-License-Identifier: Apache-2.0
// softmax/kept: every element is read once and stays in a register until its result is written.
//
// A row is cut into slices of at most 32 KiB, one per block; the blocks of a row form a cluster.
// One wave of blocks, two per multiprocessor, shares the rows: the first are fixed, the others go
// to whichever cluster has room, because multiprocessors do not get the same share of memory. A
// bulk copy brings the slice of the next row into a ring in shared memory while the present one is
// worked on. 512 threads take the slice into registers, thread t its 16-byte vectors t, t + 512,
// ..., and the stage is filled anew at once. A warp scales its exponentials to its own maximum, so
// that there is one exponential per element; every warp posts its maximum and its sum to all blocks
// of the cluster, which meet once per row (Milakov and Gimelshein 2018 for the merging). Traffic is
// one read and one write, at any length.
#include <cfloat>

#include <algorithm>

#include "claims.cuh"
#include "cluster.cuh"
#include "softmax/softmax.cuh"

namespace membound {
namespace {

constexpr int block = 512;
constexpr int warps = block / warp_size;
constexpr int most_vectors = 4;  // of 16 bytes, held by a thread
constexpr int most_stages = 8;
constexpr int ring_bytes = 104 * 1024;  // two blocks on a multiprocessor
constexpr int vector_bytes = 16;
constexpr unsigned all_lanes = 0xffffffffU;

/// How rows are cut up.
struct Cut {
  int slice = 0;                ///< vectors of a row that a block takes at most
  int stages = 0;               ///< of the ring, one slice each
  unsigned* claimed = nullptr;  ///< rows claimed beyond the first of each cluster
};

/// Largest value, and the sum of exp(value - maximum).
struct Pair {
  float maximum;
  float sum;
};

__device__ float maximum_of_warp(float value) {
#pragma unroll
  for (int offset = warp_size / 2; offset > 0; offset /= 2)
    value = fmaxf(value, __shfl_xor_sync(all_lanes, value, offset));
  return value;
}

__device__ float sum_of_warp(float value) {
#pragma unroll
  for (int offset = warp_size / 2; offset > 0; offset /= 2)
    value += __shfl_xor_sync(all_lanes, value, offset);
  return value;
}

/// Merges `Count` pairs; every lane of the warp gets the result.
template <int Count>
__device__ Pair merge(const Pair* pairs) {
  constexpr int each = (Count + warp_size - 1) / warp_size;
  const int lane = static_cast<int>(threadIdx.x % warp_size);
  Pair mine[each];
  float maximum = -FLT_MAX;
#pragma unroll
  for (int i = 0; i < each; ++i) {
    const int at = lane + i * warp_size;
    mine[i] = at < Count ? pairs[at] : Pair{-FLT_MAX, 0};
    maximum = fmaxf(maximum, mine[i].maximum);
  }
  maximum = maximum_of_warp(maximum);
  float sum = 0;
#pragma unroll
  for (int i = 0; i < each; ++i) sum += mine[i].sum * softmax::fast_exp(mine[i].maximum - maximum);
  return {maximum, sum_of_warp(sum)};
}

/// All blocks of a row meet.
template <int Blocks>
__device__ void meet() {
  if constexpr (Blocks > 1)
    cluster::meet();
  else
    __syncthreads();
}

/// Posts a warp's pair to all blocks of the row.
template <int Blocks>
__device__ void post(Pair* pairs, int rank, Pair pair) {
  const int lane = static_cast<int>(threadIdx.x % warp_size);
  Pair* const mine = pairs + rank * warps + static_cast<int>(threadIdx.x) / warp_size;
  if constexpr (Blocks > 1) {
    if (lane < Blocks) cluster::store(mine, static_cast<unsigned>(lane), pair.maximum, pair.sum);
  } else {
    if (lane == 0) *mine = pair;
  }
}

/// The slices of one block: where they lie, and their way through the ring.
struct Slices {
  const softmax::Rows& rows;
  std::byte* memory;
  bulk::Barrier* full;
  int first;   ///< vector of a row
  int count;   ///< of vectors
  int stride;  ///< bytes of a stage

  __device__ void fetch(int row, int stage) const {
    const auto bytes = static_cast<unsigned>(count * vector_bytes);
    bulk::arrive_expecting(&full[stage], bytes);
    if (count > 0) bulk::copy(memory + stage * stride, source(row), bytes, &full[stage]);
  }
  [[nodiscard]] __device__ const uint4* source(int row) const {
    return reinterpret_cast<const uint4*>(rows.x + softmax::offset_of(rows, row)) + first;
  }
  [[nodiscard]] __device__ uint4* target(int row) const {
    return reinterpret_cast<uint4*>(rows.y + softmax::offset_of(rows, row)) + first;
  }
};

/// Which row a cluster takes next, asked one row ahead by one thread of it. The first rows are
/// fixed. Each cluster asks once, and once more for every row that it works on, so that the counter
/// wraps to zero with the last claim of the launch.
struct Claims {
  __device__ Claims(const softmax::Rows& rows, const Cut& cut, int clusters)
      : counter(cut.claimed),
        fixed(min(rows.rows, cut.stages * clusters)),
        last(static_cast<unsigned>(rows.rows + clusters - 1)) {}

  __device__ void next() { row = fixed + static_cast<int>(atomicInc(counter, last)); }

  /// Tells all blocks of the cluster, and asks for another.
  template <int Blocks>
  __device__ void post(int* claimed) {
    if constexpr (Blocks > 1) {
      for (unsigned rank = 0; rank < Blocks; ++rank) cluster::store(claimed, rank, row);
    } else {
      *claimed = row;
    }
    next();
  }

  unsigned* counter;
  int fixed;
  unsigned last;
  int row = 0;
};

/// The part of a slice that a thread holds.
template <int Vectors>
struct Held {
  softmax::Eight eights[Vectors];

  __device__ void load(const uint4* stage, int count) {
#pragma unroll
    for (int i = 0; i < Vectors; ++i) {
      const int at = static_cast<int>(threadIdx.x) + i * block;
      if (at < count) {
        eights[i] = softmax::unpack(stage[at]);
      } else {
#pragma unroll
        for (float& value : eights[i].values) value = -FLT_MAX;
      }
    }
  }

  /// Replaces the values by exp(value - maximum of the warp).
  __device__ Pair exponentiate() {
    float maximum = -FLT_MAX;
#pragma unroll
    for (const softmax::Eight& eight : eights) {
#pragma unroll
      for (const float value : eight.values) maximum = fmaxf(maximum, value);
    }
    maximum = maximum_of_warp(maximum);
    float sum = 0;
#pragma unroll
    for (softmax::Eight& eight : eights) {
#pragma unroll
      for (float& value : eight.values) sum += value = softmax::fast_exp(value - maximum);
    }
    return {maximum, sum_of_warp(sum)};
  }

  __device__ void store(uint4* target, int count, float factor) {
#pragma unroll
    for (int i = 0; i < Vectors; ++i) {
      const int at = static_cast<int>(threadIdx.x) + i * block;
#pragma unroll
      for (float& value : eights[i].values) value *= factor;
      if (at < count) target[at] = softmax::pack(eights[i]);
    }
  }
};

template <int Vectors, int Blocks>
__global__ void __launch_bounds__(block, 2) kept(softmax::Rows rows, Cut cut) {
  extern __shared__ __align__(128) std::byte memory[];
  __shared__ bulk::Barrier full[most_stages];
  __shared__ __align__(8) Pair pairs[2][Blocks * warps];
  __shared__ int row_in[most_stages];  // past the last when there are no more
  __shared__ int claimed[2];
  const int rank = static_cast<int>(blockIdx.x) % Blocks;
  const int begin = static_cast<int>(blockIdx.x) / Blocks;
  const int step = static_cast<int>(gridDim.x) / Blocks;
  const int first = rank * cut.slice;
  const int count = max(0, min(cut.slice, rows.cols / 8 - first));
  const Slices slices{rows, memory, full, first, count, cut.slice * vector_bytes};
  const bool leads = threadIdx.x == 0;
  Claims claims(rows, cut, step);
  if (leads) {
    for (int s = 0; s < cut.stages; ++s) bulk::initialise(&full[s], 1);
    bulk::publish_barriers();
    for (int s = 0; s < cut.stages; ++s) {
      row_in[s] = begin + s * step;
      if (row_in[s] < rows.rows) slices.fetch(row_in[s], s);
    }
    if (rank == 0) claims.next();
  }
  meet<Blocks>();

  bulk::Turn turn;
  int parity = 0;
  while (true) {
    const int row = row_in[turn.stage];
    if (row >= rows.rows) break;
    Held<Vectors> held;
    bulk::wait(&full[turn.stage], turn.parity);
    held.load(reinterpret_cast<const uint4*>(memory + turn.stage * slices.stride), count);
    const Pair mine = held.exponentiate();
    post<Blocks>(pairs[parity], rank, mine);
    if (leads && rank == 0) claims.post<Blocks>(&claimed[parity]);
    cluster::order_before_copies();
    meet<Blocks>();
    if (leads) {
      row_in[turn.stage] = claimed[parity];
      if (claimed[parity] < rows.rows) slices.fetch(claimed[parity], turn.stage);
    }
    const Pair all = merge<Blocks * warps>(pairs[parity]);
    held.store(slices.target(row), count,
               __fdividef(softmax::fast_exp(mine.maximum - all.maximum), all.sum));
    parity ^= 1;
    turn.advance(cut.stages);
  }
  if constexpr (Blocks > 1) cluster::meet();  // nobody leaves while others write to it
}

/// Blocks that share a row: the fewest whose threads can hold it.
int blocks_of_row(int vectors) {
  for (int blocks = 1; blocks <= cluster::portable; blocks *= 2) {
    if ((vectors + blocks - 1) / blocks <= most_vectors * block) return blocks;
  }
  throw Error("a row of " + std::to_string(vectors * 8) +
              " elements does not fit into the registers of eight blocks: use softmax/online");
}

template <int Vectors, int Blocks>
Launch prepare(const softmax::Rows& rows, Cut cut) {
  constexpr auto kernel = kept<Vectors, Blocks>;
  cluster::Shape shape{Blocks, block, Blocks,
                       static_cast<std::size_t>(cut.stages * cut.slice * vector_bytes)};
  allow_shared(kernel, shape.shared);
  shape.blocks =
      static_cast<unsigned>(std::min(rows.rows, cluster::resident(shape, kernel)) * Blocks);
  const std::shared_ptr<unsigned> counter = claim_counter();
  cut.claimed = counter.get();
  return [=](Stream queue) {
    static_cast<void>(counter);  // lives as long as the launch
    cluster::launch(queue, shape, kernel, rows, cut);
  };
}

Launch bind(const Binding& binding) {
  const softmax::Rows rows = softmax::rows(binding);
  const int vectors = rows.cols / 8;
  const int blocks = blocks_of_row(vectors);
  const int slice = (vectors + blocks - 1) / blocks;
  const int fit = std::max(2, ring_bytes / (slice * vector_bytes));
  const int stages = static_cast<int>(binding.parameters.at("stages"));
  const Cut cut{slice, std::min(fit, stages)};
  const int held = (slice + block - 1) / block;
  return choose<1, 2, 4, 8>(blocks, [&](auto of_row) {
    return choose<1, 2, 4>(held == 3 ? 4 : held, [&](auto of_thread) {
      return prepare<of_thread(), of_row()>(rows, cut);
    });
  });
}

const Registration registration{Arm{
    .name = "softmax/kept",
    .backend = "cuda",
    .workload = "softmax",
    .formats = {"f16"},
    .summary = "rows kept in registers, long ones by a cluster of blocks; bulk copies ahead",
    .parameters = {{.name = "stages",
                    .initial = 2,
                    .least = 2,
                    .most = most_stages,
                    .help = "slices in a block's ring, at most as many as fit; more spread the "
                            "rows in flight over more of memory"}},
    .extents = {{.name = "cols", .multiple_of = 8, .most = 131'072}},
    .unavailable = needs_sm90,
    .bind = bind,
}};

}  // namespace
}  // namespace membound
