// SPDX-License-Identifier: Apache-2.0
// What every CUDA arm needs: checked launches on the given stream, 16-byte loads, sums over a warp.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include "membound/arm.hpp"

namespace membound {

inline cudaStream_t cuda_stream(Stream stream) { return static_cast<cudaStream_t>(stream.native); }

/// For Arm::unavailable: the kernels of this repository need compute capability 8.0 (they reduce in
/// one instruction).
inline std::string needs_sm80(const DeviceInfo& device) {
  const std::string_view name = device.architecture;  // "sm_90"
  const bool older = name.size() < 5 || (name.size() == 5 && name[3] < '8');
  return older ? "needs compute capability 8.0 or newer, the device is " + device.architecture : "";
}

/// Blocks of a one-dimensional grid in which each takes `per_block` of `count` items.
inline unsigned blocks_for(std::int64_t count, std::int64_t per_block) {
  const std::int64_t blocks = (count + per_block - 1) / per_block;
  if (count <= 0 || blocks > INT32_MAX) {
    throw Error("a grid of " + std::to_string(blocks) +
                " blocks cannot be launched: choose other extents");
  }
  return static_cast<unsigned>(blocks);
}

/// Shape of a launch.
struct Shape {
  unsigned blocks = 1;
  dim3 threads = 256;
};

/// Queues `kernel`; throws Error when the launch is refused.
template <class... Parameters, class... Arguments>
void launch(Stream stream, const Shape& shape, void (*kernel)(Parameters...),
            Arguments... arguments) {
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(shape.blocks);
  config.blockDim = shape.threads;
  config.stream = cuda_stream(stream);
  const cudaError_t status = cudaLaunchKernelEx(&config, kernel, arguments...);
  if (status == cudaSuccess) return;
  static_cast<void>(cudaGetLastError());
  throw Error(std::string("a kernel launch was refused: ") + cudaGetErrorString(status) + " (" +
              cudaGetErrorName(status) + "); change the arm's parameters or the extents");
}

/// Pointer to operand `name` for 16-byte accesses.
template <class T>
T* aligned(const Operands& operands, std::string_view name) {
  T* pointer = operands.get<T>(name);
  if (reinterpret_cast<std::uintptr_t>(pointer) % 16 == 0) return pointer;
  throw Error("operand '" + std::string(name) +
              "' is not aligned to 16 bytes: allocate it with 256-byte alignment");
}

/// What `use` returns for the one of `Choices` that equals `value`, as a compile-time constant.
template <int... Choices, class Use>
Launch choose(std::int64_t value, Use use) {
  Launch chosen;
  ((value == Choices ? void(chosen = use(std::integral_constant<int, Choices>{})) : void()), ...);
  if (!chosen)
    throw Error("no kernel was compiled for the parameter value " + std::to_string(value));
  return chosen;
}

/// Extent `name` of a binding as a kernel argument.
inline int extent(const Binding& binding, std::string_view name) {
  const auto it = binding.extents.find(name);
  if (it == binding.extents.end()) throw Error("no extent named '" + std::string(name) + "'");
  if (it->second > 0 && it->second <= INT32_MAX) return static_cast<int>(it->second);
  throw Error("extent '" + std::string(name) + "' must be between 1 and 2147483647");
}

inline constexpr int warp_size = 32;

/// Data that is read once: through the read-only path, keeping nothing in L1.
__device__ inline uint4 load_once(const uint4* address) {
  uint4 v;
  asm("ld.global.nc.L1::no_allocate.v4.b32 {%0, %1, %2, %3}, [%4];"
      : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
      : "l"(address));
  return v;
}

/// Sum over the lanes of a warp, in lane 0; all 32 lanes must call it.
__device__ inline float warp_sum(float value) {
#pragma unroll
  for (int offset = warp_size / 2; offset > 0; offset /= 2)
    value += __shfl_down_sync(0xffffffffU, value, offset);
  return value;
}

/// Resident threads that kernels with loads in flight are compiled for (second launch bound: this /
/// block). It leaves 64 registers per thread. Without it the compiler aims at 32, and issues the
/// loads in turns to get there.
inline constexpr int resident_threads = 1024;

/// Sum over the `Threads` threads of a block, in thread 0; all must call it, once per kernel.
template <int Threads>
__device__ float block_sum(float value) {
  static_assert(Threads % warp_size == 0);
  __shared__ float sums[Threads / warp_size];
  value = warp_sum(value);
  if (threadIdx.x % warp_size == 0) sums[threadIdx.x / warp_size] = value;
  __syncthreads();
  if (threadIdx.x != 0) return 0;
  float total = 0;
#pragma unroll
  for (int warp = 0; warp < Threads / warp_size; ++warp) total += sums[warp];
  return total;
}

}  // namespace membound
