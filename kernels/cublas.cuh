// SPDX-License-Identifier: Apache-2.0
// cuBLAS: the part of its interface for products of halves with one column, loaded when it is first
// asked for, so that a program runs without it.
#pragma once

#include <dlfcn.h>

#include <string>

#include "cuda.cuh"

namespace membound::cublas {

/// Its functions, declared here so that its headers are not needed.
struct Library {
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

  Library() {
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

inline const Library& library() {
  static const Library one;
  return one;
}

inline void check(Library::Status status, const char* call) {
  if (status != 0)
    throw Error(std::string(call) + " of cuBLAS returned status " + std::to_string(status));
}

/// One handle and one workspace for the life of the process: the driver frees both at its end.
struct Session {
  static constexpr std::size_t workspace_bytes = std::size_t{32} << 20;
  Library::Handle handle = nullptr;
  void* workspace = nullptr;

  Session() {
    check(library().create(&handle), "cublasCreate");
    if (cudaMalloc(&workspace, workspace_bytes) != cudaSuccess)
      throw Error("no device memory for the workspace of cuBLAS");
  }
};

inline const Session& session() {
  static const Session one;
  return one;
}

}  // namespace membound::cublas
