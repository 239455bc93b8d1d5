// SPDX-License-Identifier: Apache-2.0
// Opening a backend by name.
#include "backend/open.hpp"

#include <algorithm>
#include <utility>

#include "backend/cpu/cpu.hpp"
#include "base/text.hpp"
#include "membound/error.hpp"
#ifdef MEMBOUND_HAS_CUDA
#include "backend/cuda/cuda_backend.hpp"
#endif

namespace membound {
namespace {

std::vector<BackendKind>& kinds() {
  static std::vector<BackendKind> known{
      {"cpu", [] { return std::string(); },
       [](std::string_view selector) { return open_cpu(selector); }},
#ifdef MEMBOUND_HAS_CUDA
      {"cuda", [] { return why_cuda_unavailable(); },
       [](std::string_view selector) { return open_cuda(selector); }},
#else
      {"cuda", [] { return std::string("this program was built without a CUDA compiler"); },
       nullptr},
#endif
  };
  return known;
}

const BackendKind* find(std::string_view name) {
  const auto it = std::ranges::find(kinds(), name, &BackendKind::name);
  return it == kinds().end() ? nullptr : &*it;
}

}  // namespace

void add_backend(BackendKind kind) { kinds().push_back(std::move(kind)); }

std::vector<std::string> backends() {
  std::vector<std::string> names;
  for (const BackendKind& kind : kinds()) names.push_back(kind.name);
  return names;
}

std::string why_unavailable(std::string_view name) {
  const BackendKind* kind = find(name);
  return kind != nullptr ? kind->why_unavailable() : "unknown backend; known: " + join(backends());
}

std::unique_ptr<Backend> open(std::string_view name, std::string_view selector) {
  if (const std::string why = why_unavailable(name); !why.empty()) {
    throw Error("cannot open backend '" + std::string(name) + "': " + why, ExitCode::usage);
  }
  return find(name)->open(selector);
}

}  // namespace membound
