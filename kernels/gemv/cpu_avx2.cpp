// SPDX-License-Identifier: Apache-2.0
// Every thread takes a contiguous stripe of rows and reads it with 32-byte vectors of f32, four
// sums at a time.
//
// Halves are widened by one instruction on the way from memory. x stays in the first-level cache;
// the weights form one forward stream per thread, and lines are asked for 4 KiB ahead, into the
// next row where a row ends. What limits it: the lines that one core can have in flight, which is
// the read ceiling of the same team.
#include "cpu_dot.hpp"

namespace membound {
namespace {

#if MEMBOUND_X86

Launch bind(const Binding& binding) {
  return binding.format == "f32" ? dot_every_row<float>(binding, dot_avx2<float>)
                                 : dot_every_row<std::uint16_t>(binding, dot_avx2<std::uint16_t>);
}

#else
constexpr auto bind = bind_without_x86;
#endif

const Registration cpu_avx2{Arm{
    .name = "gemv/cpu_avx2",
    .backend = "cpu",
    .workload = "gemv",
    .formats = {"f16", "f32"},
    .summary = "stripes of rows, AVX2, prefetch 4 KiB ahead",
    .unavailable = without_avx2,
    .bind = bind,
}};

}  // namespace
}  // namespace membound
