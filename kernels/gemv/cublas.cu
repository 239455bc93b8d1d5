// SPDX-License-Identifier: Apache-2.0
// gemv/cublas: the vendor's matrix product with one column, by cublasGemmEx.
//
// The library is loaded when it is first asked for, so that a program runs without it. Weights are
// row by row, which to the library is a transposed matrix column by column; sums are in single
// precision. Which kernel runs is the library's choice (its default heuristic), and so is that its
// launches overlap: release 13 captures programmatic edges on an H200, unasked.
#include <dlfcn.h>

#include "gemv/gemv.cuh"
#include "linked.cuh"

namespace membound {
namespace {

/// The part of the library's interface that is used, declared here so that its headers are not
/// needed.
struct Cublas {
  using Handle = void*;
  using Status = int;
  static constexpr int transpose = 1;
  static constexpr int plain = 0;
  static constexpr int single_precision = 68;  // CUBLAS_COMPUTE_32F
  static constexpr int by_heuristic = -1;      // CUBLAS_GEMM_DEFAULT

  Status (*create)(Handle*) = nullptr;
  Status (*set_stream)(Handle, cudaStream_t) = nullptr;
  Status (*set_workspace)(Handle, void*, std::size_t) = nullptr;
  Status (*multiply)(Handle, int, int, int, int, int, const void*, const void*, cudaDataType, int,
                     const void*, cudaDataType, int, const void*, void*, cudaDataType, int, int,
                     int) = nullptr;

  std::string why_not;  ///< empty when the library is loaded

  Cublas() {
    void* library = nullptr;
    for (const char* name : {"libcublas.so.13", "libcublas.so.12"}) {
      if (library == nullptr) library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    }
    if (library == nullptr) {
      why_not =
          "neither libcublas.so.13 nor libcublas.so.12 can be loaded: install cuBLAS, or add "
          "its folder to LD_LIBRARY_PATH";
      return;
    }
    const bool complete = find(library, "cublasCreate_v2", create) &&
                          find(library, "cublasSetStream_v2", set_stream) &&
                          find(library, "cublasSetWorkspace_v2", set_workspace) &&
                          find(library, "cublasGemmEx", multiply);
    if (!complete) why_not = "the installed cuBLAS lacks a function: install release 12 or 13";
  }

 private:
  template <class Function>
  static bool find(void* library, const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    return function != nullptr;
  }
};

const Cublas& cublas() {
  static const Cublas library;
  return library;
}

void check(Cublas::Status status, const char* call) {
  if (status != 0)
    throw Error(std::string(call) + " of cuBLAS returned status " + std::to_string(status));
}

/// One handle and one workspace for the life of the process: the driver frees both at its end.
struct Session {
  static constexpr std::size_t workspace_bytes = std::size_t{32} << 20;
  Cublas::Handle handle = nullptr;
  void* workspace = nullptr;

  Session() {
    check(cublas().create(&handle), "cublasCreate");
    if (cudaMalloc(&workspace, workspace_bytes) != cudaSuccess)
      throw Error("no device memory for the workspace of cuBLAS");
  }
};

Session& session() {
  static Session one;
  return one;
}

std::string unavailable(const DeviceInfo& device) {
  const std::string older = needs_sm80(device);
  return older.empty() ? cublas().why_not : older;
}

template <class T>
constexpr cudaDataType type_of = sizeof(T) == 2 ? CUDA_R_16F : CUDA_R_32F;

Launch bind(const Binding& binding) {
  return gemv::for_format(binding, [&]<class T>(const gemv::Matrix<T>& matrix) {
    return for_output(binding, [&]<class Stored>(const LinkedOutput<Stored>& output) -> Launch {
      const Session& open = session();
      return [=](Stream queue) {
        const Cublas& library = cublas();
        const float none = 0;
        check(library.set_stream(open.handle, cuda_stream(queue)), "cublasSetStream");
        check(library.set_workspace(open.handle, open.workspace, Session::workspace_bytes),
              "cublasSetWorkspace");
        check(library.multiply(open.handle, Cublas::transpose, Cublas::plain, matrix.rows, 1,
                               matrix.cols, &output.scale, matrix.weights, type_of<T>, matrix.cols,
                               matrix.x, type_of<T>, matrix.cols, &none, output.y, type_of<Stored>,
                               matrix.rows, Cublas::single_precision, Cublas::by_heuristic),
              "cublasGemmEx");
      };
    });
  });
}

const Registration registration{Arm{
    .name = "gemv/cublas",
    .backend = "cuda",
    .workload = "gemv",
    .formats = {"f32", "f16"},
    .summary = "cublasGemmEx with one column, sums in single precision, kernel by its heuristic",
    .chains = true,
    .overlaps = true,
    .always_overlaps = true,
    .unavailable = unavailable,
    .bind = bind,
}};

}  // namespace
}  // namespace membound
