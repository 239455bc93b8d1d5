// SPDX-License-Identifier: Apache-2.0
// projection/cublaslt: the vendor's matrix product, by the fastest algorithm that cublasLtMatmul
// has to offer.
//
// Up to 32 algorithms that the library's heuristic proposes for this batch are timed when the arm
// is bound, on arrays of their own, and the fastest is kept for the process; which it was, how
// often it splits the columns and what workspace it needs are read back. Algorithms whose launches
// overlap are left out. Weights are 16 bits, row by row, sums in single precision and finished. The
// vendor of mojo-baro's cold-cache rounds, which chose its algorithm anew in every repetition and
// did not say which.
#include "cublaslt_choice.cuh"
#include "projection/format.hpp"

namespace membound {
namespace {

cublaslt::Arrays arrays(const Binding& binding) {
  const Operands& operands = binding.operands;
  return {operands.get<const std::byte>("weights"), operands.get<const std::byte>("x"),
          operands.get<float>("y")};
}

cublaslt::Wanted wanted(const Binding& binding) {
  const bool halves = projection::format_of(binding.format).storage == projection::Storage::f16;
  return {.product = {halves ? CUDA_R_16F : CUDA_R_16BF, CUDA_R_32F, extent(binding, "rows"),
                      extent(binding, "cols"), extent(binding, "batch")},
          .alignment = cublaslt::alignment_of(arrays(binding)),
          .may_overlap = binding.may_overlap,
          .heuristic_only = cublaslt::heuristic_only(binding)};
}

Launch bind(const Binding& binding) { return cublaslt::bind(wanted(binding), arrays(binding), 1); }

std::vector<Receipt> receipts(const Binding& binding) {
  return cublaslt::receipts(wanted(binding));
}

const Registration registration{Arm{
    .name = "projection/cublaslt",
    .backend = "cuda",
    .workload = "projection",
    .formats = {"f16", "bf16"},
    .summary = "cublasLtMatmul, the fastest of up to 32 algorithms",
    .parameters = {cublaslt::heuristic_parameter()},
    .extents = {{.name = "batch", .help = "leave the arm out of larger batches", .most = 8}},
    .unavailable = cublaslt::unavailable,
    .bind = bind,
    .receipts = receipts,
}};

}  // namespace
}  // namespace membound
