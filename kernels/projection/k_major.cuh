// SPDX-License-Identifier: Apache-2.0
// Partial sums over K-major weights: neighbouring threads read neighbouring outputs.
#pragma once

#include "projection/projection.cuh"

namespace membound::projection {

inline constexpr int in_flight = 8;  ///< vectors of weights per thread, of as many columns of W

/// A block owns 256 * Outputs outputs, a slice of the columns and BatchRows rows of activations; a
/// thread owns Outputs neighbouring outputs and keeps BatchRows * Outputs sums.
template <class Weight, int BatchRows, int Outputs>
__global__ void __launch_bounds__(threads) multiply_slice(Task<Weight> task, int tiles) {
  using Loaded = Vector<typename Weight::Stored, Outputs>;
  using Floats = Vector<float, Outputs>;
  __shared__ Activations<BatchRows> x;
  const Part part = part_of_block(tiles);
  const auto rows = static_cast<std::size_t>(task.rows);
  const int output = (part.tile * threads + static_cast<int>(threadIdx.x)) * Outputs;
  const int width = task.cols / device_slices;
  const int end = (part.slice + 1) * width;
  float sums[BatchRows][Outputs] = {};
  for (int first = part.slice * width; first < end; first += staged) {
    const int count = min(staged, end - first);
    x.bring(task, part.group * BatchRows, first, count);
    if (output >= task.rows) continue;
    for (int block_begin = 0; block_begin < count; block_begin += device_block) {
      Floats scales{};
      if constexpr (Weight::scaled) {
        const auto at = static_cast<std::size_t>((first + block_begin) / device_block);
        scales = *reinterpret_cast<const Floats*>(task.scales + at * rows + output);
      }
#pragma unroll 1  // or the compiler would put more loads in flight than it is told
      for (int k = block_begin; k < block_begin + device_block; k += in_flight) {
        Loaded loaded[in_flight];
#pragma unroll
        for (int i = 0; i < in_flight; ++i) {
          const auto column = static_cast<std::size_t>(first + k + i);
          loaded[i] = *reinterpret_cast<const Loaded*>(task.weights + column * rows + output);
        }
#pragma unroll
        for (int i = 0; i < in_flight; ++i) {
#pragma unroll
          for (int n = 0; n < Outputs; ++n) {
            float weight = Weight::value(loaded[i].values[n]);
            if constexpr (Weight::scaled) weight *= scales.values[n];
#pragma unroll
            for (int b = 0; b < BatchRows; ++b)
              sums[b][n] = fmaf(weight, x.values[k + i][b], sums[b][n]);
          }
        }
      }
    }
  }
  if (output >= task.rows) return;
#pragma unroll
  for (int b = 0; b < BatchRows; ++b) {
    const int row = part.group * BatchRows + b;
    if (row >= task.written) return;
    Floats stored;
#pragma unroll
    for (int n = 0; n < Outputs; ++n) stored.values[n] = sums[b][n];
    const auto place = static_cast<std::size_t>(part.slice * task.written + row) * rows;
    *reinterpret_cast<Floats*>(task.partials + place + output) = stored;
  }
}

/// The launch of it with the parameters of a binding.
inline Launch launch_slices(const Binding& binding) {
  const Parameters& parameters = binding.parameters;
  return for_weights(binding, [&]<class Weight>(const Task<Weight>& task) {
    return choose<1, 8>(parameters.at("batch_rows"), [&](auto batch_rows) {
      return choose<1, 2, 4, 8>(parameters.at("columns_per_thread"), [&](auto outputs) -> Launch {
        const unsigned tiles = blocks_for(task.rows, threads * outputs.value);
        const unsigned groups = blocks_for(task.written, batch_rows.value);
        const Shape shape{tiles * device_slices * groups, threads};
        return [=](Stream queue) {
          launch(queue, shape, multiply_slice<Weight, batch_rows.value, outputs.value>, task,
                 static_cast<int>(tiles));
        };
      });
    });
  });
}

inline std::vector<ParameterRule> slice_parameters() {
  return {
      {.name = "batch_rows",
       .initial = 8,
       .choices = {1, 8},
       .help = "rows of activations that a thread keeps sums for; more of them read the weights "
               "again"},
      {.name = "columns_per_thread",
       .initial = 8,
       .choices = {1, 2, 4, 8},
       .help = "neighbouring columns of K-major weights, which are outputs, per thread"}};
}

inline std::vector<ExtentRule> slice_extents() {
  return {{.name = "rows",
           .multiple_of = 8,
           .help = "weights are loaded up to eight outputs at a time: choose a multiple of 8"},
          {.name = "batch", .help = "leave the arm out of larger batches", .most = 8}};
}

}  // namespace membound::projection
