// SPDX-License-Identifier: Apache-2.0
// cuBLASLt: the library, loaded when it is first asked for so that a program runs without it, and
// products of a matrix with a few vectors as it wants them described.
#pragma once

#include <cublasLt.h>
#include <dlfcn.h>

#include <compare>
#include <memory>

#include "cuda.cuh"

namespace membound::cublaslt {

struct Library {
  decltype(&cublasLtCreate) create = nullptr;
  decltype(&cublasLtMatmul) multiply = nullptr;
  decltype(&cublasLtMatmulDescCreate) create_operation = nullptr;
  decltype(&cublasLtMatmulDescDestroy) destroy_operation = nullptr;
  decltype(&cublasLtMatmulDescSetAttribute) set_operation = nullptr;
  decltype(&cublasLtMatrixLayoutCreate) create_layout = nullptr;
  decltype(&cublasLtMatrixLayoutDestroy) destroy_layout = nullptr;
  decltype(&cublasLtMatmulPreferenceCreate) create_preference = nullptr;
  decltype(&cublasLtMatmulPreferenceDestroy) destroy_preference = nullptr;
  decltype(&cublasLtMatmulPreferenceSetAttribute) set_preference = nullptr;
  decltype(&cublasLtMatmulAlgoGetHeuristic) propose = nullptr;
  decltype(&cublasLtMatmulAlgoConfigGetAttribute) configuration = nullptr;

  std::string why_not;  ///< empty when the library is loaded

  Library() {
    for (const char* name : {"libcublasLt.so.13", "libcublasLt.so.12"}) {
      if (library_ == nullptr) library_ = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    }
    if (library_ == nullptr) {
      why_not =
          "neither libcublasLt.so.13 nor libcublasLt.so.12 can be loaded: install cuBLAS, or add "
          "its folder to LD_LIBRARY_PATH";
      return;
    }
    find("cublasLtCreate", create);
    find("cublasLtMatmul", multiply);
    find("cublasLtMatmulDescCreate", create_operation);
    find("cublasLtMatmulDescDestroy", destroy_operation);
    find("cublasLtMatmulDescSetAttribute", set_operation);
    find("cublasLtMatrixLayoutCreate", create_layout);
    find("cublasLtMatrixLayoutDestroy", destroy_layout);
    find("cublasLtMatmulPreferenceCreate", create_preference);
    find("cublasLtMatmulPreferenceDestroy", destroy_preference);
    find("cublasLtMatmulPreferenceSetAttribute", set_preference);
    find("cublasLtMatmulAlgoGetHeuristic", propose);
    find("cublasLtMatmulAlgoConfigGetAttribute", configuration);
  }

 private:
  template <class Function>
  void find(const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library_, name));
    if (function == nullptr)
      why_not = std::string("the installed cuBLASLt lacks ") + name + ": install release 12 or 13";
  }

  void* library_ = nullptr;
};

inline const Library& library() {
  static const Library loaded;
  return loaded;
}

/// For Arm::unavailable.
inline std::string unavailable(const DeviceInfo& device) {
  const std::string older = needs_sm80(device);
  return older.empty() ? library().why_not : older;
}

inline void check(cublasStatus_t status, const char* call) {
  if (status == CUBLAS_STATUS_SUCCESS) return;
  throw Error(std::string(call) + " of cuBLASLt returned status " + std::to_string(status));
}

/// One handle and one workspace for the life of the process: the driver frees both at its end.
struct Session {
  static constexpr std::size_t workspace_bytes = std::size_t{32} << 20;
  cublasLtHandle_t handle = nullptr;
  void* workspace = nullptr;

  Session() {
    check(library().create(&handle), "cublasLtCreate");
    if (cudaMalloc(&workspace, workspace_bytes) != cudaSuccess)
      throw Error("no device memory for the workspace of cuBLASLt");
  }
};

inline const Session& session() {
  static const Session one;
  return one;
}

/// y = scale * W x for `batch` vectors x, in single precision; W row by row, x and y one vector
/// after the other.
struct Product {
  cudaDataType_t input = CUDA_R_16F;
  cudaDataType_t output = CUDA_R_32F;
  int rows = 0;
  int cols = 0;
  int batch = 1;
  auto operator<=>(const Product&) const = default;
};

struct Arrays {
  const void* weights = nullptr;
  const void* x = nullptr;
  void* y = nullptr;
};

/// An algorithm that the library's heuristic proposes.
struct Candidate {
  cublasLtMatmulAlgo_t algorithm{};
  std::size_t workspace_bytes = 0;
  int rank = 0;  ///< 0 for the one that it holds for the fastest
};

/// What the library is told of a product. To it all matrices are column by column: W is transposed,
/// x and y have a column for each vector.
class Description {
 public:
  explicit Description(const Product& product)
      : operation_(transposing_operation()),
        weights_(layout(product.input, product.cols, product.rows)),
        x_(layout(product.input, product.cols, product.batch)),
        y_(layout(product.output, product.rows, product.batch)) {}

  /// At most 32 candidates for arrays that are aligned to `alignment` bytes, the first by rank
  /// first.
  [[nodiscard]] std::vector<Candidate> candidates(std::uint32_t alignment) const {
    constexpr int most = 32;
    const std::size_t workspace = Session::workspace_bytes;
    cublasLtMatmulPreference_t made = nullptr;
    check(library().create_preference(&made), "cublasLtMatmulPreferenceCreate");
    const Owned<cublasLtMatmulPreference_t> preference(made, library().destroy_preference);
    const auto prefer = [&](cublasLtMatmulPreferenceAttributes_t what, const auto& value) {
      check(library().set_preference(made, what, &value, sizeof value),
            "cublasLtMatmulPreferenceSetAttribute");
    };
    prefer(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, workspace);
    for (const auto which :
         {CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES,
          CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES})
      prefer(which, alignment);
    cublasLtMatmulHeuristicResult_t results[most] = {};
    int found = 0;
    check(library().propose(session().handle, operation_.get(), weights_.get(), x_.get(), y_.get(),
                            y_.get(), made, most, results, &found),
          "cublasLtMatmulAlgoGetHeuristic");
    std::vector<Candidate> usable;
    for (int i = 0; i < found; ++i) {
      if (results[i].state == CUBLAS_STATUS_SUCCESS)
        usable.push_back({results[i].algo, results[i].workspaceSize, i});
    }
    return usable;
  }

  /// Queues the product; returns what the library says.
  [[nodiscard]] cublasStatus_t queue(const cublasLtMatmulAlgo_t& algorithm, const Arrays& arrays,
                                     float scale, cudaStream_t stream) const {
    const float none = 0;
    const Session& open = session();
    return library().multiply(open.handle, operation_.get(), &scale, arrays.weights, weights_.get(),
                              arrays.x, x_.get(), &none, arrays.y, y_.get(), arrays.y, y_.get(),
                              &algorithm, open.workspace, Session::workspace_bytes, stream);
  }

 private:
  template <class Handle>
  using Owned = std::shared_ptr<std::remove_pointer_t<Handle>>;
  using Operation = Owned<cublasLtMatmulDesc_t>;
  using Layout = Owned<cublasLtMatrixLayout_t>;

  static Operation transposing_operation() {
    cublasLtMatmulDesc_t made = nullptr;
    check(library().create_operation(&made, CUBLAS_COMPUTE_32F, CUDA_R_32F),
          "cublasLtMatmulDescCreate");
    Operation operation(made, library().destroy_operation);
    const std::int32_t transpose = CUBLAS_OP_T;
    check(library().set_operation(made, CUBLASLT_MATMUL_DESC_TRANSA, &transpose, sizeof transpose),
          "cublasLtMatmulDescSetAttribute");
    return operation;
  }

  static Layout layout(cudaDataType_t type, int rows, int cols) {
    cublasLtMatrixLayout_t made = nullptr;
    check(library().create_layout(&made, type, static_cast<std::uint64_t>(rows),
                                  static_cast<std::uint64_t>(cols), rows),
          "cublasLtMatrixLayoutCreate");
    return {made, library().destroy_layout};
  }

  Operation operation_;
  Layout weights_;
  Layout x_;
  Layout y_;
};

}  // namespace membound::cublaslt
