// SPDX-License-Identifier: Apache-2.0
// Programmatic dependent launch: a kernel that begins while the one before it still runs.
//
// Such a kernel may load weights, which no launch writes, at once. Before it reads what an earlier
// launch of the chain wrote, or writes anything itself, it has to call wait_for_predecessor():
// without that it races, and the check of the links finds poison. Where a launch does not overlap
// all of this does nothing.
#pragma once

#include "cuda.cuh"

namespace membound {

/// For Arm::unavailable: kernels that overlap or copy in bulk need compute capability 9.0.
inline std::string needs_sm90(const DeviceInfo& device) {
  const std::string_view name = device.architecture;  // "sm_90", "sm_100"
  const bool older = name.size() < 5 || (name.size() == 5 && name[3] < '9');
  return older ? "needs compute capability 9.0 or newer, the device is " + device.architecture : "";
}

/// Returns when the launch before has ended and its writes can be seen.
__device__ inline void wait_for_predecessor() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

/// The launch after this one may begin as soon as every block has called this or ended.
__device__ inline void admit_successor() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}

/// Shape of a launch that may overlap with the one before it.
struct OverlapShape {
  unsigned blocks = 1;
  unsigned threads = 256;
  std::size_t shared = 0;  ///< bytes of dynamic shared memory per block
  bool overlap = false;    ///< Binding::may_overlap
};

/// Queues `kernel`; throws Error when the launch is refused.
template <class... Parameters, class... Arguments>
void launch_overlapping(Stream stream, const OverlapShape& shape, void (*kernel)(Parameters...),
                        Arguments... arguments) {
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(shape.blocks);
  config.blockDim = dim3(shape.threads);
  config.dynamicSmemBytes = shape.shared;
  config.stream = cuda_stream(stream);
  config.attrs = &attribute;
  config.numAttrs = shape.overlap ? 1 : 0;
  const cudaError_t status = cudaLaunchKernelEx(&config, kernel, arguments...);
  if (status == cudaSuccess) return;
  static_cast<void>(cudaGetLastError());
  throw Error(std::string("a kernel launch was refused: ") + cudaGetErrorString(status) + " (" +
              cudaGetErrorName(status) + "); change the arm's parameters or the extents");
}

/// Lets `kernel` use `bytes` of dynamic shared memory per block; untimed.
template <class... Parameters>
void allow_shared(void (*kernel)(Parameters...), std::size_t bytes) {
  const cudaError_t status = cudaFuncSetAttribute(
      kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes));
  if (status == cudaSuccess) return;
  static_cast<void>(cudaGetLastError());
  throw Error("a block cannot have " + std::to_string(bytes) +
              " bytes of shared memory on this device: choose a smaller ring");
}

}  // namespace membound
