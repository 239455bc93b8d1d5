// SPDX-License-Identifier: Apache-2.0
// A trial of cuBLASLt's algorithms: how long each takes on arrays of its own, and whether its
// launches overlap.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include "cublaslt.cuh"

namespace membound::cublaslt {

inline void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  static_cast<void>(cudaGetLastError());
  throw Error(std::string("while algorithms of cuBLASLt were tried: ") +
              cudaGetErrorString(status) + " (" + cudaGetErrorName(status) + ")");
}

/// Something of CUDA's that is destroyed when it goes out of scope.
template <class Handle, cudaError_t (*destroy)(Handle)>
struct Destroy {
  void operator()(Handle handle) const { static_cast<void>(destroy(handle)); }
};
template <class Handle, cudaError_t (*destroy)(Handle)>
using Owned = std::unique_ptr<std::remove_pointer_t<Handle>, Destroy<Handle, destroy>>;
using OwnedStream = Owned<cudaStream_t, cudaStreamDestroy>;
using OwnedEvent = Owned<cudaEvent_t, cudaEventDestroy>;
using OwnedGraph = Owned<cudaGraph_t, cudaGraphDestroy>;
using OwnedExecutable = Owned<cudaGraphExec_t, cudaGraphExecDestroy>;
using OwnedBytes = Owned<void*, cudaFree>;

/// Arrays of its own to try a product on, of which as many copies rotate as no cache holds.
class Rotation {
 public:
  explicit Rotation(const Product& product) {
    const auto bytes = [](std::int64_t count, cudaDataType_t type) {
      const std::int64_t size = count * (type == CUDA_R_32F ? 4 : 2);
      return static_cast<std::size_t>((size + 255) / 256 * 256);
    };
    const std::int64_t cols = product.cols;
    x_ = bytes(product.rows * cols, product.input);
    y_ = x_ + bytes(product.batch * cols, product.input);
    stride_ = y_ + bytes(std::int64_t{product.rows} * product.batch, product.output);
    copies_ = static_cast<int>(std::clamp<std::size_t>(cold / stride_ + 1, 2, most));
    void* made = nullptr;
    check(cudaMalloc(&made, stride_ * static_cast<std::size_t>(copies_)));
    memory_.reset(made);
    check(cudaMemset(made, 0x3c, stride_ * static_cast<std::size_t>(copies_)));  // 1, nearly
  }

  [[nodiscard]] int copies() const { return copies_; }
  [[nodiscard]] Arrays copy(int index) const {
    char* const start =
        static_cast<char*>(memory_.get()) + stride_ * static_cast<std::size_t>(index);
    return {start, start + x_, start + y_};
  }

 private:
  static constexpr std::size_t cold = std::size_t{512} << 20;
  static constexpr std::size_t most = 32;  ///< small products stay in the cache wherever they lie
  std::size_t x_ = 0;                      ///< where they begin in a copy
  std::size_t y_ = 0;
  std::size_t stride_ = 0;
  int copies_ = 0;
  OwnedBytes memory_;
};

/// Whether kernels of a graph begin before the one before them has ended.
inline bool overlaps(cudaGraph_t graph) {
#if CUDART_VERSION >= 13000
  const auto get = cudaGraphGetEdges;
#else
  const auto get = cudaGraphGetEdges_v2;
#endif
  std::size_t count = 0;
  check(get(graph, nullptr, nullptr, nullptr, &count));
  std::vector<cudaGraphNode_t> from(count);
  std::vector<cudaGraphNode_t> to(count);
  std::vector<cudaGraphEdgeData> edges(count);
  check(get(graph, from.data(), to.data(), edges.data(), &count));
  return std::any_of(edges.begin(), edges.end(), [](const cudaGraphEdgeData& edge) {
    return edge.type == cudaGraphDependencyTypeProgrammatic;
  });
}

/// Runs candidates on a stream of its own.
class Trial {
 public:
  explicit Trial(const Product& product) : description_(product), rotation_(product) {
    cudaStream_t stream = nullptr;
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    stream_.reset(stream);
    for (OwnedEvent* event : {&start_, &stop_}) {
      cudaEvent_t made = nullptr;
      check(cudaEventCreate(&made));
      event->reset(made);
    }
    check(cudaDeviceSynchronize());
  }

  /// Milliseconds of a launch over each copy, the best of a few goes; nothing when the candidate
  /// fails, or overlaps although it must not.
  [[nodiscard]] std::optional<float> time(const cublasLtMatmulAlgo_t& algorithm,
                                          bool may_overlap) const {
    if (queue_all(algorithm) != CUBLAS_STATUS_SUCCESS ||
        cudaStreamSynchronize(stream_.get()) != cudaSuccess) {
      static_cast<void>(cudaGetLastError());
      return {};
    }
    const OwnedGraph graph = captured(algorithm);
    if (!graph || (!may_overlap && overlaps(graph.get()))) return {};
    cudaGraphExec_t made = nullptr;
    check(cudaGraphInstantiate(&made, graph.get(), 0));
    const OwnedExecutable executable(made);
    float best = INFINITY;
    for (int go = 0; go < goes; ++go) best = std::min(best, time_once(made));
    return best;
  }

 private:
  static constexpr int goes = 5;  ///< the first warms up

  [[nodiscard]] cublasStatus_t queue_all(const cublasLtMatmulAlgo_t& algorithm) const {
    cublasStatus_t status = CUBLAS_STATUS_SUCCESS;
    for (int i = 0; i < rotation_.copies() && status == CUBLAS_STATUS_SUCCESS; ++i)
      status = description_.queue(algorithm, rotation_.copy(i), 1, stream_.get());
    return status;
  }

  /// Nothing when the candidate cannot be captured.
  [[nodiscard]] OwnedGraph captured(const cublasLtMatmulAlgo_t& algorithm) const {
    check(cudaStreamBeginCapture(stream_.get(), cudaStreamCaptureModeThreadLocal));
    const cublasStatus_t status = queue_all(algorithm);
    cudaGraph_t graph = nullptr;
    const cudaError_t ended = cudaStreamEndCapture(stream_.get(), &graph);
    OwnedGraph owned(graph);
    if (status == CUBLAS_STATUS_SUCCESS && ended == cudaSuccess) return owned;
    static_cast<void>(cudaGetLastError());
    return nullptr;
  }

  [[nodiscard]] float time_once(cudaGraphExec_t executable) const {
    check(cudaEventRecord(start_.get(), stream_.get()));
    check(cudaGraphLaunch(executable, stream_.get()));
    check(cudaEventRecord(stop_.get(), stream_.get()));
    check(cudaEventSynchronize(stop_.get()));
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, start_.get(), stop_.get()));
    return milliseconds;
  }

  Description description_;
  Rotation rotation_;
  OwnedStream stream_;
  OwnedEvent start_;
  OwnedEvent stop_;
};

}  // namespace membound::cublaslt
