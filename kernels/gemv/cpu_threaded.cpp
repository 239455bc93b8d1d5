// SPDX-License-Identifier: Apache-2.0
// Every thread takes a contiguous stripe of rows; the compiler vectorises eight sums for the oldest
// x86-64 (or Arm).
//
// Shows what threads and independent sums give without special instructions. What limits it: for
// f16 the arithmetic that widens a half without an instruction for it, for f32 the narrow vectors.
#include "cpu_dot.hpp"

namespace membound {
namespace {

Launch bind(const Binding& binding) {
  return binding.format == "f32"
             ? dot_every_row<float>(binding, dot_portable<float>)
             : dot_every_row<std::uint16_t>(binding, dot_portable<std::uint16_t>);
}

const Registration cpu_threaded{Arm{
    .name = "gemv/cpu_threaded",
    .backend = "cpu",
    .workload = "gemv",
    .formats = {"f16", "f32"},
    .summary = "stripes of rows, plain C++",
    .bind = bind,
}};

}  // namespace
}  // namespace membound
