// SPDX-License-Identifier: Apache-2.0
// Which of cuBLASLt's algorithms an arm runs: the fastest of what its heuristic proposes, timed
// before anything is measured, once per process and product.
//
// A candidate whose launches would overlap where they must not is left out: the library may launch
// programmatically unasked, and whether it does shows in the edges of a captured graph.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
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

/// What an algorithm is wanted for.
struct Wanted {
  Product product;
  std::uint32_t alignment = 256;  ///< of the arrays
  bool may_overlap = false;       ///< Binding::may_overlap
  bool heuristic_only = false;    ///< the first that can be used, without timing the others
  auto operator<=>(const Wanted&) const = default;
};

struct Choice {
  Candidate candidate;
  int candidates = 0;  ///< from which it was chosen
};

inline Choice search(const Wanted& wanted) {
  const auto candidates = Description(wanted.product).candidates(wanted.alignment);
  const Trial trial(wanted.product);
  const Candidate* best = nullptr;
  float least = INFINITY;
  for (const Candidate& candidate : candidates) {
    const std::optional<float> time = trial.time(candidate.algorithm, wanted.may_overlap);
    if (!time || *time >= least) continue;
    least = *time;
    best = &candidate;
    if (wanted.heuristic_only) break;
  }
  if (best != nullptr) return {*best, static_cast<int>(candidates.size())};
  throw Error("cuBLASLt proposes " + std::to_string(candidates.size()) +
              " algorithms for this product, of which none runs" +
              (wanted.may_overlap ? "" : " without overlapping") + ": leave the arm out");
}

inline const Choice& chosen(const Wanted& wanted) {
  static std::map<Wanted, Choice> known;
  const auto it = known.find(wanted);
  return it != known.end() ? it->second : known.emplace(wanted, search(wanted)).first->second;
}

/// The largest power of two, at most 256, to which all arrays are aligned.
inline std::uint32_t alignment_of(const Arrays& arrays) {
  const auto bits = reinterpret_cast<std::uintptr_t>(arrays.weights) |
                    reinterpret_cast<std::uintptr_t>(arrays.x) |
                    reinterpret_cast<std::uintptr_t>(arrays.y) | 256U;
  return static_cast<std::uint32_t>(bits & (~bits + 1));
}

inline Launch bind(const Wanted& wanted, const Arrays& arrays, float scale) {
  return [description = Description(wanted.product), algorithm = chosen(wanted).candidate.algorithm,
          arrays, scale](Stream stream) {
    check(description.queue(algorithm, arrays, scale, cuda_stream(stream)), "cublasLtMatmul");
  };
}

/// Which algorithm was chosen, in the library's own numbers (cublasLt.h), what it needs, and where
/// it stood among the candidates.
inline std::vector<Receipt> receipts(const Wanted& wanted) {
  const Choice& choice = chosen(wanted);
  std::vector<Receipt> out;
  const auto add = [&out](const char* name, double value) {
    out.push_back({name, value, "cublasLtMatmul"});
  };
  const auto add_configured = [&](const char* name, cublasLtMatmulAlgoConfigAttributes_t what) {
    std::int32_t value = 0;
    std::size_t written = 0;
    check(
        library().configuration(&choice.candidate.algorithm, what, &value, sizeof value, &written),
        "cublasLtMatmulAlgoConfigGetAttribute");
    add(name, value);
  };
  add_configured("algorithm", CUBLASLT_ALGO_CONFIG_ID);
  add_configured("tile", CUBLASLT_ALGO_CONFIG_TILE_ID);
  add_configured("stages", CUBLASLT_ALGO_CONFIG_STAGES_ID);
  add_configured("split_k", CUBLASLT_ALGO_CONFIG_SPLITK_NUM);
  add_configured("reduction_scheme", CUBLASLT_ALGO_CONFIG_REDUCTION_SCHEME);
  add("workspace_bytes", static_cast<double>(choice.candidate.workspace_bytes));
  add("rank", choice.candidate.rank);
  add("candidates", choice.candidates);
  return out;
}

/// Whether a binding asks for the heuristic's first; the parameter is `heuristic_parameter`.
inline bool heuristic_only(const Binding& binding) {
  return binding.parameters.at("heuristic_only") == 1;
}

inline ParameterRule heuristic_parameter() {
  return {
      .name = "heuristic_only",
      .initial = 0,
      .choices = {0, 1},
      .help = "1: the heuristic's first algorithm; 0: the fastest of up to 32 that it proposes"};
}

}  // namespace membound::cublaslt
