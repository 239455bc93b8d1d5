// SPDX-License-Identifier: Apache-2.0
// gemv/cublaslt: the vendor's matrix product with one column, by the fastest algorithm that
// cublasLtMatmul has to offer.
//
// Up to 32 algorithms that the library's heuristic proposes are timed when the arm is bound, on
// arrays of their own, and the fastest is kept; which it was is read back. Sums are in single
// precision. Unlike cublasGemmEx the choice is ours, so that algorithms whose launches overlap are
// left out where launches must not: release 13 makes some overlap unasked. In a chain they may.
#include "cublaslt_choice.cuh"
#include "gemv/gemv.cuh"
#include "linked.cuh"

namespace membound {
namespace {

template <class T>
constexpr cudaDataType_t type_of = sizeof(T) == 2 ? CUDA_R_16F : CUDA_R_32F;

/// What `use` returns for what is wanted and the arrays that it is for.
template <class Use>
auto with_product(const Binding& binding, Use use) {
  using cublaslt::Arrays;
  using cublaslt::Wanted;
  std::optional<decltype(use(Wanted{}, Arrays{}, 1.0F))> result;
  gemv::for_format(binding, [&]<class T>(const gemv::Matrix<T>& matrix) {
    return for_output(binding, [&]<class Stored>(const LinkedOutput<Stored>& output) -> Launch {
      const Arrays arrays{matrix.weights, matrix.x, output.y};
      const Wanted wanted{.product = {type_of<T>, type_of<Stored>, matrix.rows, matrix.cols, 1},
                          .alignment = cublaslt::alignment_of(arrays),
                          .may_overlap = binding.may_overlap,
                          .heuristic_only = cublaslt::heuristic_only(binding)};
      result = use(wanted, arrays, output.scale);
      return {};
    });
  });
  return *result;
}

Launch bind(const Binding& binding) { return with_product(binding, cublaslt::bind); }

std::vector<Receipt> receipts(const Binding& binding) {
  return with_product(binding, [](const cublaslt::Wanted& wanted, const cublaslt::Arrays&, float) {
    return cublaslt::receipts(wanted);
  });
}

const Registration registration{Arm{
    .name = "gemv/cublaslt",
    .backend = "cuda",
    .workload = "gemv",
    .formats = {"f32", "f16"},
    .summary = "cublasLtMatmul with one column, the fastest of up to 32 algorithms",
    .parameters = {cublaslt::heuristic_parameter()},
    .chains = true,
    .overlaps = true,
    .unavailable = cublaslt::unavailable,
    .bind = bind,
    .receipts = receipts,
}};

}  // namespace
}  // namespace membound
