// SPDX-License-Identifier: Apache-2.0
// CUDA handles that destroy themselves.
#pragma once

#include <cuda_runtime_api.h>

#include <memory>

#include "backend/cuda/check.hpp"

namespace membound::cuda {

/// Deleter that calls a CUDA function; its status is dropped because a destructor must not throw.
template <auto Destroy>
struct Destroyer {
  template <class T>
  void operator()(T* handle) const noexcept {
    static_cast<void>(Destroy(handle));
  }
};

using StreamHandle = std::unique_ptr<CUstream_st, Destroyer<cudaStreamDestroy>>;
using EventHandle = std::unique_ptr<CUevent_st, Destroyer<cudaEventDestroy>>;
using GraphHandle = std::unique_ptr<CUgraph_st, Destroyer<cudaGraphDestroy>>;
using GraphExecHandle = std::unique_ptr<CUgraphExec_st, Destroyer<cudaGraphExecDestroy>>;

/// A stream that does not wait for the legacy default stream.
inline StreamHandle make_stream() {
  cudaStream_t stream = nullptr;
  check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  return StreamHandle(stream);
}

/// An event that keeps a time stamp.
inline EventHandle make_event() {
  cudaEvent_t event = nullptr;
  check(cudaEventCreate(&event));
  return EventHandle(event);
}

}  // namespace membound::cuda
