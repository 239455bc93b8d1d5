// SPDX-License-Identifier: Apache-2.0
// What the quantised CPU arms share: x prepared once per thread and launch, and rows in groups of
// four.
//
// A quantised weight is a quarter or an eighth of the bytes of the f32 that x is kept as, so x
// would be loaded more than weights are. Four rows at a time use each load of x four times.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cpu_launch.hpp"
#include "cpu_scratch.hpp"

namespace membound {

inline constexpr std::int64_t rows_together = 4;

/// Bound of an array with an element per row. (A signed template parameter as the bound makes g++
/// 12 warn.)
template <int rows>
inline constexpr std::size_t per_row = static_cast<std::size_t>(rows);

/// One way to compute rows of a task, which has members `rows`, `cols` and what else its functions
/// need.
template <class Task>
struct RowKernels {
  std::int64_t prepared;                   ///< floats that `prepare` writes
  void (*prepare)(const Task&, float* x);  ///< writes x as `four` and `one` want it
  void (*four)(const Task&, std::int64_t first_row,
               const float* x);  ///< computes rows_together elements of y
  void (*one)(const Task&, std::int64_t row, const float* x);
};

/// Every thread prepares x for itself and computes a contiguous stripe of rows; all of it is timed.
template <class Task>
Launch on_rows(const Task& task, const RowKernels<Task>& kernels) {
  return on_stripes(task.rows, [=](std::int64_t begin, std::int64_t end) {
    float* const x = scratch(kernels.prepared);
    kernels.prepare(task, x);
    std::int64_t row = begin;
    for (; row + rows_together <= end; row += rows_together) kernels.four(task, row, x);
    for (; row < end; ++row) kernels.one(task, row, x);
  });
}

}  // namespace membound
