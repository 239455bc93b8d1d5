// SPDX-License-Identifier: Apache-2.0
// layer/cublas: four of the vendor's matrix products with one column, by cublasGemmEx.
//
// As in gemv/cublas, sums are in single precision, the library chooses the kernels by its default
// heuristic, and whether its launches overlap is its choice as well.
#include "cublas.cuh"
#include "gemv/gemv.cuh"
#include "layer/layer.hpp"

namespace membound {
namespace {

std::string unavailable(const DeviceInfo& device) {
  const std::string older = needs_sm80(device);
  return older.empty() ? cublas::library().why_not : older;
}

/// Weights are row by row, which to the library is a transposed matrix column by column.
Launch bind_product(const Binding& product) {
  const auto matrix = gemv::matrix<__half>(product);
  auto* const y = product.operands.get<__half>("y");
  const cublas::Session& open = cublas::session();
  return [matrix, y, &open](Stream queue) {
    using Library = cublas::Library;
    const Library& library = cublas::library();
    const float one = 1;
    const float none = 0;
    cublas::check(library.set_stream(open.handle, cuda_stream(queue)), "cublasSetStream");
    cublas::check(
        library.set_workspace(open.handle, open.workspace, cublas::Session::workspace_bytes),
        "cublasSetWorkspace");
    cublas::check(library.multiply(open.handle, Library::transpose, Library::plain, matrix.rows, 1,
                                   matrix.cols, &one, matrix.weights, CUDA_R_16F, matrix.cols,
                                   matrix.x, CUDA_R_16F, matrix.cols, &none, y, CUDA_R_16F,
                                   matrix.rows, Library::single_precision, Library::by_heuristic),
                  "cublasGemmEx");
  };
}

const Registration registration{Arm{
    .name = "layer/cublas",
    .backend = "cuda",
    .workload = "layer",
    .formats = {"f16"},
    .summary = "four cublasGemmEx with one column, sums in single precision, kernels by its "
               "heuristic",
    .chains = true,
    .overlaps = true,
    .always_overlaps = true,
    .unavailable = unavailable,
    .bind = [](const Binding& binding) { return layer::in_turn(binding, bind_product); },
}};

}  // namespace
}  // namespace membound
