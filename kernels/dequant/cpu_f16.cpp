// SPDX-License-Identifier: Apache-2.0
// The product with unquantised halves: what the quantised arms are compared with.
//
// The same inner loops as gemv: a contiguous stripe of rows per thread, halves widened on the way
// from memory, lines asked for 4 KiB ahead. What limits it: the read ceiling.
#include "cpu_dot.hpp"

namespace membound {
namespace {

Launch bind(const Binding& binding) {
  using Half = std::uint16_t;
#if MEMBOUND_X86
  const int bits = vector_bits(binding);
  if (bits == 512) return dot_every_row<Half>(binding, dot_avx512<Half>);
  if (bits == 256) return dot_every_row<Half>(binding, dot_avx2<Half>);
#endif
  return dot_every_row<Half>(binding, dot_portable<Half>);
}

const Registration cpu_f16{Arm{
    .name = "dequant/cpu_f16",
    .backend = "cpu",
    .workload = "dequant",
    .formats = {"f16"},
    .summary = "stripes of rows of halves",
    .parameters = {vector_bits_parameter()},
    .bind = bind,
}};

}  // namespace
}  // namespace membound
