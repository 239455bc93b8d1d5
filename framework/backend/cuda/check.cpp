// SPDX-License-Identifier: Apache-2.0
// Turning CUDA status codes into errors that name the call's place and a next step.
#include "backend/cuda/check.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "backend/fault.hpp"

namespace membound::cuda {
namespace {

std::string_view advice(cudaError_t status) {
  switch (status) {
    case cudaErrorMemoryAllocation: return "free device memory or measure smaller extents";
    case cudaErrorIllegalAddress:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorAssert:
    case cudaErrorLaunchFailure:
    case cudaErrorIllegalInstruction:
    case cudaErrorHardwareStackError:
      return "a kernel is faulty: run the arm that ran last under compute-sanitizer";
    case cudaErrorInvalidConfiguration:
    case cudaErrorLaunchOutOfResources:
      return "the launch asks for a grid or block that this device cannot give: change the arm's "
             "parameters";
    case cudaErrorNoKernelImageForDevice:
    case cudaErrorUnsupportedPtxVersion:
      return "build for this device: set CMAKE_CUDA_ARCHITECTURES to its compute capability";
    case cudaErrorInsufficientDriver:
    case cudaErrorSystemDriverMismatch:
      return "update the NVIDIA driver, or build with the CUDA version that it supports";
    case cudaErrorDevicesUnavailable:
      return "another process holds the device, or it needs a new process after a fault";
    case cudaErrorECCUncorrectable:
      return "the device's memory has a fault: stop measuring on it and look at nvidia-smi -q";
    default:
      return "see the CUDA run-time documentation of this error; start again in a new process";
  }
}

std::string_view file_of(std::string_view path) { return path.substr(path.rfind('/') + 1); }

}  // namespace

void check(cudaError_t status, std::source_location where) {
  if (status == cudaSuccess) return;
  static_cast<void>(cudaGetLastError());  // reported here; a later check must not report it again
  const std::string text = fmt::format("CUDA reports {} ({}) at {}:{}: {}",
                                       cudaGetErrorName(status), cudaGetErrorString(status),
                                       file_of(where.file_name()), where.line(), advice(status));
  if (status == cudaErrorIllegalAddress) throw AccessFault(text, ExitCode::machine, where);
  throw Error(text, ExitCode::machine, where);
}

}  // namespace membound::cuda
