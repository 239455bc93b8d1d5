// SPDX-License-Identifier: Apache-2.0
// Opening a backend by name.
#include "backend/open.hpp"

#include "membound/error.hpp"
#ifdef MEMBOUND_HAS_CUDA
#include "backend/cuda/cuda_backend.hpp"
#endif

namespace membound {

std::vector<std::string> backends() { return {"cpu", "cuda"}; }

std::string why_unavailable(std::string_view name) {
#ifdef MEMBOUND_HAS_CUDA
  if (name == "cuda") return why_cuda_unavailable();
#endif
  return "backend '" + std::string(name) + "' is not part of this build";
}

std::unique_ptr<Backend> open(std::string_view name, std::string_view selector) {
#ifdef MEMBOUND_HAS_CUDA
  if (name == "cuda") return open_cuda(selector);
#else
  static_cast<void>(selector);
#endif
  throw Error("cannot open backend '" + std::string(name) + "': " + why_unavailable(name));
}

}  // namespace membound
