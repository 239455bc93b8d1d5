// SPDX-License-Identifier: Apache-2.0
// Thread-block clusters: blocks that run at the same time near each other, meet at a barrier and
// write into each other's shared memory.
#pragma once

#include "bulk.cuh"

namespace membound::cluster {

/// Blocks of a cluster that every device with clusters can hold.
inline constexpr int portable = 8;

/// All threads of the cluster meet; what they wrote to shared memory before is seen after.
__device__ inline void meet() {
#if __CUDA_ARCH__ >= 900
  asm volatile(
      "barrier.cluster.arrive.release.aligned;\n"
      "barrier.cluster.wait.acquire.aligned;" ::
          : "memory");
#endif
}

/// Writes two floats to where `here` lies in the shared memory of block `rank` of the cluster.
__device__ inline void store(void* here, unsigned rank, float first, float second) {
#if __CUDA_ARCH__ >= 900
  std::uint32_t there;
  asm("mapa.shared::cluster.u32 %0, %1, %2;"
      : "=r"(there)
      : "r"(bulk::shared_address(here)), "r"(rank));
  asm volatile("st.shared::cluster.v2.f32 [%0], {%1, %2};" ::"r"(there), "f"(first), "f"(second)
               : "memory");
#endif
}

/// The same for a number.
__device__ inline void store(void* here, unsigned rank, int value) {
#if __CUDA_ARCH__ >= 900
  std::uint32_t there;
  asm("mapa.shared::cluster.u32 %0, %1, %2;"
      : "=r"(there)
      : "r"(bulk::shared_address(here)), "r"(rank));
  asm volatile("st.shared::cluster.s32 [%0], %1;" ::"r"(there), "r"(value) : "memory");
#endif
}

/// Reads of shared memory before are done when a bulk copy that is started after overwrites it.
__device__ inline void order_before_copies() {
#if __CUDA_ARCH__ >= 900
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
}

/// Shape of a launch in clusters.
struct Shape {
  unsigned blocks = 1;  ///< a multiple of `cluster`
  unsigned threads = 256;
  unsigned cluster = 1;    ///< blocks of one
  std::size_t shared = 0;  ///< bytes of dynamic shared memory per block
};

/// Launch configuration of a shape, with room for its attribute.
struct Configuration {
  explicit Configuration(const Shape& shape, cudaStream_t stream = nullptr) {
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = shape.cluster;
    attribute.val.clusterDim.y = 1;
    attribute.val.clusterDim.z = 1;
    config.gridDim = dim3(shape.blocks);
    config.blockDim = dim3(shape.threads);
    config.dynamicSmemBytes = shape.shared;
    config.stream = stream;
    config.attrs = &attribute;
    config.numAttrs = 1;
  }
  Configuration(const Configuration&) = delete;
  Configuration& operator=(const Configuration&) = delete;

  cudaLaunchAttribute attribute{};
  cudaLaunchConfig_t config{};
};

inline void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  static_cast<void>(cudaGetLastError());
  throw Error(std::string("a launch in clusters was refused: ") + cudaGetErrorString(status) +
              " (" + cudaGetErrorName(status) + "); change the arm's parameters or the extents");
}

/// Queues `kernel`; throws Error when the launch is refused.
template <class... Parameters, class... Arguments>
void launch(Stream stream, const Shape& shape, void (*kernel)(Parameters...),
            Arguments... arguments) {
  const Configuration with(shape, cuda_stream(stream));
  check(cudaLaunchKernelEx(&with.config, kernel, arguments...));
}

/// Clusters of this shape that the device holds at the same time.
template <class... Parameters>
int resident(const Shape& shape, void (*kernel)(Parameters...)) {
  const Configuration with(shape);
  int clusters = 0;
  check(cudaOccupancyMaxActiveClusters(&clusters, kernel, &with.config));
  if (clusters > 0) return clusters;
  throw Error("the device holds no cluster of " + std::to_string(shape.cluster) + " blocks with " +
              std::to_string(shape.shared) + " bytes of shared memory each");
}

}  // namespace membound::cluster
