// SPDX-License-Identifier: Apache-2.0
// CUDA batches: launches captured once and replayed between two events, or one at a time.
#include "backend/cuda/graph_batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "backend/cuda/handles.hpp"
#include "backend/cuda/receipt.hpp"
#include "backend/cuda/sweep.hpp"
#include "membound/error.hpp"

namespace membound::cuda {
namespace {

/// A capture in progress; one that is given up ends cleanly, so that the stream stays usable.
class Capture {
 public:
  explicit Capture(cudaStream_t stream) : stream_(stream) {
    check(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal));
  }
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;
  ~Capture() {
    if (!open_) return;
    cudaGraph_t graph = nullptr;
    static_cast<void>(cudaStreamEndCapture(stream_, &graph));
    if (graph != nullptr) static_cast<void>(cudaGraphDestroy(graph));
    static_cast<void>(cudaGetLastError());  // the reason was thrown already
  }

  /// Nodes captured so far.
  [[nodiscard]] std::size_t nodes() const {
    cudaStreamCaptureStatus status{};
    cudaGraph_t graph = nullptr;
    check(cudaStreamGetCaptureInfo(stream_, &status, nullptr, &graph));
    if (status != cudaStreamCaptureStatusActive) check(cudaErrorStreamCaptureInvalidated);
    std::size_t count = 0;
    check(cudaGraphGetNodes(graph, nullptr, &count));
    return count;
  }

  GraphHandle finish() {
    open_ = false;
    cudaGraph_t graph = nullptr;
    const cudaError_t status = cudaStreamEndCapture(stream_, &graph);
    GraphHandle handle(graph);
    check(status);
    return handle;
  }

 private:
  cudaStream_t stream_;
  bool open_ = true;
};

/// The limit is set to 0 when the device is opened; an arm that raised it could keep operands
/// through a sweep.
void check_persisting_l2() {
  std::size_t bytes = 0;
  if (cudaDeviceGetLimit(&bytes, cudaLimitPersistingL2CacheSize) != cudaSuccess) {
    static_cast<void>(
        cudaGetLastError());  // devices before compute capability 8.0 have no such limit
    return;
  }
  if (bytes == 0) return;
  throw Error(fmt::format(
      "persisting L2 cache is {} bytes after a repetition, not 0: an arm set it, so its times are "
      "not cold; remove that from the arm",
      bytes));
}

/// The time between two events of the device, both passed.
Nanoseconds between(const EventHandle& start, const EventHandle& stop) {
  float milliseconds = 0;
  check(cudaEventElapsedTime(&milliseconds, start.get(), stop.get()));
  return {std::llround(static_cast<double>(milliseconds) * 1e6)};
}

/// What both kinds of batch are: launches that were captured, and a window around one graph of
/// them.
class CapturedBatch : public Batch {
 public:
  CapturedBatch(cudaStream_t stream, std::vector<Launch> launches, std::vector<Receipt> receipts)
      : stream_(stream), launches_(std::move(launches)), receipts_(std::move(receipts)) {}

  [[nodiscard]] std::vector<Receipt> receipts() const override { return receipts_; }

 protected:
  [[nodiscard]] cudaStream_t stream() const { return stream_; }

  /// Start event, graph, stop event, wait for the whole device.
  Nanoseconds time_of(const GraphExecHandle& graph) {
    check(cudaEventRecord(start_.get(), stream_));
    check(cudaGraphLaunch(graph.get(), stream_));
    check(cudaEventRecord(stop_.get(), stream_));
    check(cudaDeviceSynchronize());
    check_persisting_l2();
    return between(start_, stop_);
  }

 private:
  cudaStream_t stream_;
  std::vector<Launch> launches_;  ///< not called again, but what they own is in the graphs
  std::vector<Receipt> receipts_;
  EventHandle start_ = make_event();
  EventHandle stop_ = make_event();
};

/// All launches in one window, after [a sweep that still runs, or a lead-in]. The device is busy
/// when the host queues the events and the graph, so the latency of the host's calls is outside the
/// window.
class GraphBatch : public CapturedBatch {
 public:
  GraphBatch(cudaStream_t stream, std::vector<Launch> launches, std::vector<Receipt> receipts,
             GraphExecHandle graph)
      : CapturedBatch(stream, std::move(launches), std::move(receipts)), graph_(std::move(graph)) {}

  Nanoseconds time() override {
    keep_busy();
    return time_of(graph_);
  }

 private:
  void keep_busy() {
    const cudaError_t status = cudaStreamQuery(stream());
    if (status == cudaErrorNotReady) {
      static_cast<void>(
          cudaGetLastError());  // an answer, not a fault, but it would be reported as one
      return;
    }
    check(status);
    queue_lead_in(stream());
  }

  GraphExecHandle graph_;
};

/// A window for each launch, after a flush that still runs; the result is the sum over the
/// launches. Because what is launched was captured, work that an arm queues elsewhere is not done
/// at all, and its outputs stay poisoned.
class IsolatedBatch : public CapturedBatch {
 public:
  IsolatedBatch(cudaStream_t stream, std::vector<Launch> launches, std::vector<Receipt> receipts,
                std::vector<GraphExecHandle> graphs, std::function<void()> flush)
      : CapturedBatch(stream, std::move(launches), std::move(receipts)),
        graphs_(std::move(graphs)),
        flush_(std::move(flush)) {}

  Nanoseconds time() override {
    Nanoseconds total;
    for (const GraphExecHandle& graph : graphs_) {
      flush_();
      total = total + time_of(graph);
    }
    return total;
  }

 private:
  std::vector<GraphExecHandle> graphs_;
  std::function<void()> flush_;
};

/// Edges of a graph that let a kernel begin before the one before it has ended.
std::size_t programmatic_edges(cudaGraph_t graph) {
  std::size_t count = 0;
#if CUDART_VERSION >= 13000
  const auto get = cudaGraphGetEdges;
#else
  const auto get = cudaGraphGetEdges_v2;
#endif
  check(get(graph, nullptr, nullptr, nullptr, &count));
  std::vector<cudaGraphNode_t> from(count);
  std::vector<cudaGraphNode_t> to(count);
  std::vector<cudaGraphEdgeData> edges(count);
  check(get(graph, from.data(), to.data(), edges.data(), &count));
  return static_cast<std::size_t>(
      std::ranges::count(edges, std::uint8_t{cudaGraphDependencyTypeProgrammatic},
                         [](const cudaGraphEdgeData& edge) { return edge.type; }));
}

void refuse_overlap(cudaGraph_t graph, const BatchLabel& label) {
  if (label.may_overlap || programmatic_edges(graph) == 0) return;
  throw Error(fmt::format(
      "arm '{}' launches kernels that begin before their predecessor has ended, which it does not "
      "declare or which this launch mode forbids: launch programmatically only where the binding "
      "allows it, and set `overlaps` of the arm",
      label.arm));
}

[[noreturn]] void refuse_empty(std::size_t index, std::size_t count, const BatchLabel& label) {
  throw Error(fmt::format(
      "launch {} of {} of arm '{}' queued no work on its stream: launch on the stream that the arm "
      "is given",
      index + 1, count, label.arm));
}

GraphHandle record(cudaStream_t stream, const std::vector<Launch>& launches,
                   const BatchLabel& label) {
  Capture capture(stream);
  std::size_t nodes = 0;
  for (std::size_t i = 0; i < launches.size(); ++i) {
    launches[i](Stream{stream});
    check(cudaGetLastError());
    const std::size_t before = std::exchange(nodes, capture.nodes());
    if (nodes == before) refuse_empty(i, launches.size(), label);
  }
  return capture.finish();
}

GraphHandle recorded(cudaStream_t stream, const std::vector<Launch>& launches,
                     const BatchLabel& label) {
  if (launches.empty()) {
    throw Error(fmt::format("arm '{}' has no launches to prepare: give at least one", label.arm));
  }
  GraphHandle graph = record(stream, launches, label);
  refuse_overlap(graph.get(), label);
  return graph;
}

GraphExecHandle instantiated(cudaStream_t stream, const GraphHandle& graph) {
  cudaGraphExec_t executable = nullptr;
  check(cudaGraphInstantiate(&executable, graph.get(), 0));
  GraphExecHandle handle(executable);
  check(cudaGraphUpload(handle.get(), stream));
  check(cudaStreamSynchronize(stream));
  return handle;
}

}  // namespace

std::unique_ptr<Batch> capture(cudaStream_t stream, std::vector<Launch> launches,
                               const BatchLabel& label) {
  const GraphHandle graph = recorded(stream, launches, label);
  std::vector<Receipt> receipts = receipts_of(graph.get(), launches.size());
  GraphExecHandle executable = instantiated(stream, graph);
  return std::make_unique<GraphBatch>(stream, std::move(launches), std::move(receipts),
                                      std::move(executable));
}

std::unique_ptr<Batch> isolate(cudaStream_t stream, std::vector<Launch> launches,
                               const BatchLabel& label, std::function<void()> flush) {
  const GraphHandle all = recorded(stream, launches, label);
  std::vector<GraphExecHandle> graphs;
  graphs.reserve(launches.size());
  for (const Launch& launch : launches)
    graphs.push_back(instantiated(stream, record(stream, {launch}, label)));
  std::vector<Receipt> receipts = receipts_of(all.get(), launches.size());
  return std::make_unique<IsolatedBatch>(stream, std::move(launches), std::move(receipts),
                                         std::move(graphs), std::move(flush));
}

}  // namespace membound::cuda
