// SPDX-License-Identifier: Apache-2.0
// Rows of halves that are too long for a stage of the ring: each is brought in two pieces.
//
// The kernel of ring.cuh with a row as its unit and two stages to a row. A thread holds the inputs
// under its vectors of both pieces in registers, and the sums of the two go into one batch.
#pragma once

#include "gemv/halves.cuh"

namespace membound::layer {

using gemv::Halves;

inline constexpr int pieces = 2;           ///< of a row
inline constexpr int most_of_a_piece = 7;  ///< vectors per thread: 56 registers of x in all
inline constexpr std::int64_t halved_columns =
    std::int64_t{pieces} * most_of_a_piece * ring::consumers * Halves::columns;

/// Body of the producer thread; `schedule` is about pieces where it says bytes and stages, and
/// about rows where it says units.
__device__ inline void produce_pieces(const ring::Matrix<Halves>& matrix,
                                      const ring::Schedule& schedule, std::byte* memory,
                                      ring::Stages& stages) {
  ring::Schedule rows = schedule;
  rows.stages = 1;  // the first row of a block is fixed
  const int last = schedule.units - schedule.lead * static_cast<int>(gridDim.x) / pieces;
  bool admitted = false;
  bulk::Turn turn;
  int next[ring::claims_ahead];
#pragma unroll
  for (int i = 0; i < ring::claims_ahead; ++i) next[i] = ring::claim(rows, i);
  for (int i = 0; true; ++i) {
    const int row = next[0];
    const bool more = row < schedule.units;
#pragma unroll
    for (int k = 1; k < ring::claims_ahead; ++k) next[k - 1] = next[k];
    if (!admitted && row >= last) {
      admit_successor();
      admitted = true;
    }
    for (int piece = 0; piece < pieces; ++piece, turn.advance(schedule.stages)) {
      if (i * pieces + piece >= schedule.stages)
        bulk::wait(&stages.ring.empty[turn.stage], turn.parity ^ 1U);
      stages.unit[turn.stage] = more ? row : -1;
      if (!more) return bulk::arrive(&stages.ring.full[turn.stage]);
      ring::copy_unit<Halves, 1>(matrix, schedule, row * pieces + piece,
                                 memory + turn.stage * schedule.row_bytes,
                                 &stages.ring.full[turn.stage]);
    }
    next[ring::claims_ahead - 1] = ring::claim(rows, i + ring::claims_ahead);
  }
}

/// Share of a thread in the dot product of one piece, with few vectors in flight: registers are for
/// x.
template <int Vectors>
__device__ float piece_share(const ring::Schedule& schedule, const std::byte* stage,
                             const Halves::Inputs (&x)[Vectors]) {
  const int vectors = schedule.row_bytes / 16;
  const auto* weights = reinterpret_cast<const uint4*>(stage);
  ring::Products products[ring::chains];
#pragma unroll
  for (int v = 0; v < Vectors; ++v) {
    const int at = v * ring::consumers + static_cast<int>(threadIdx.x);
    const uint4 loaded = at < vectors ? weights[at] : uint4{0, 0, 0, 0};
    ring::multiply_vectors<Halves>(products, loaded, loaded, x[v]);
    if (v % 2 == 1) asm volatile("" ::: "memory");  // no later vector is loaded before this point
  }
  return products[0].wanted(0) + products[1].wanted(0);
}

/// Takes rows until the batch is full or there are no more; returns the rows taken.
template <int Vectors>
__device__ int consume_pieces(const ring::Schedule& schedule,
                              const Halves::Inputs (&x)[pieces][Vectors], const std::byte* memory,
                              ring::Stages& stages, bulk::Turn& turn, ring::Batch& batch) {
  const int warp = static_cast<int>(threadIdx.x) / warp_size;
  for (int i = 0; i < ring::batch_rows; ++i) {
    float share = 0;
#pragma unroll
    for (int piece = 0; piece < pieces; ++piece) {
      bulk::wait(&stages.ring.full[turn.stage], turn.parity);
      __syncwarp();  // lanes leave the wait one by one, and the tensor cores need them together
      const int row = stages.unit[turn.stage];
      if (row < 0) return i;
      share += piece_share(schedule, memory + turn.stage * schedule.row_bytes, x[piece]);
      bulk::arrive(&stages.ring.empty[turn.stage]);
      turn.advance(schedule.stages);
      if (threadIdx.x == 0) batch.row[i] = row;
    }
    const float sum = ring::diagonal_sum(share);
    if (threadIdx.x % warp_size == 0) batch.sums[i][warp] = sum;
  }
  return ring::batch_rows;
}

template <int Vectors>
__global__ void __launch_bounds__(ring::block, ring::resident_blocks)
    multiply_halved(ring::Matrix<Halves> matrix, ring::Schedule schedule,
                    LinkedOutput<__half> output) {
  extern __shared__ __align__(128) std::byte memory[];
  __shared__ ring::Stages stages;
  __shared__ ring::Batch batch;
  const int thread = static_cast<int>(threadIdx.x);
  if (thread == 0) stages.ring.initialise(schedule.stages, ring::consumers);
  __syncthreads();
  if (thread >= ring::consumers) {
    if (thread == ring::consumers) produce_pieces(matrix, schedule, memory, stages);
    return;
  }
  const int vectors = schedule.row_bytes / 16;
  Halves::Inputs x[pieces][Vectors];
  wait_for_predecessor();
#pragma unroll
  for (int piece = 0; piece < pieces; ++piece) {
#pragma unroll
    for (int v = 0; v < Vectors; ++v)
      x[piece][v] = Halves::load(matrix.x + piece * vectors, v * ring::consumers + thread, vectors);
  }
  bulk::Turn turn;
  for (int rows = ring::batch_rows; rows == ring::batch_rows;) {
    rows = consume_pieces<Vectors>(schedule, x, memory, stages, turn, batch);
    ring::consumers_meet();
    if (thread < rows) {
      float sum = 0;
#pragma unroll
      for (int warp = 0; warp < ring::consumer_warps; ++warp) sum += batch.sums[thread][warp];
      output.store(batch.row[thread], sum);
    }
    ring::consumers_meet();  // before the next batch takes the place of this one
  }
}

/// The launch of a product whose columns are a multiple of 16 and more than gemv::ring_columns
/// allows, up to halved_columns; it stores halves.
inline Launch bind_halved(const Binding& product) {
  const Operands& operands = product.operands;
  const int rows = extent(product, "rows");
  const int piece_bytes = extent(product, "cols") / pieces / Halves::columns * 16;
  const int stages = static_cast<int>(product.parameters.at("ring")) * 1024 / piece_bytes;
  const std::shared_ptr<unsigned> claimed = ring::counter();
  const ring::Matrix<Halves> matrix{
      aligned<const std::byte>(operands, "weights"),
      reinterpret_cast<const uint4*>(aligned<const std::byte>(operands, "x")),
      {}};
  const ring::Schedule schedule{.rows = rows * pieces,
                                .row_bytes = piece_bytes,
                                .units = rows,
                                .stages = std::clamp(stages, 1, ring::most_stages),
                                .lead = static_cast<int>(product.parameters.at("lead")),
                                .claimed = claimed.get()};
  const OverlapShape shape{
      static_cast<unsigned>(std::min(rows, std::max(1, product.device->units))), ring::block,
      static_cast<std::size_t>(schedule.stages) * static_cast<std::size_t>(piece_bytes),
      product.may_overlap};
  const LinkedOutput<__half> output{operands.get<__half>("y"), product.link->scale};
  const int vectors = (piece_bytes / 16 + ring::consumers - 1) / ring::consumers;
  return choose<5, 6, 7>(vectors, [&](auto constant) -> Launch {
    const auto kernel = multiply_halved<constant>;
    allow_shared(kernel, shape.shared);
    return [=](Stream queue) {
      static_cast<void>(claimed);  // lives as long as the launch
      launch_overlapping(queue, shape, kernel, matrix, schedule, output);
    };
  });
}

}  // namespace membound::layer
