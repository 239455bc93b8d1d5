// SPDX-License-Identifier: Apache-2.0
// The kernels of the stream workload, which form the ceilings and controls of every protocol.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/catalogue.hpp"

namespace membound {

/// Names of the stream kernels of one backend, by what they do, sorted.
struct StreamKernels {
  std::vector<std::string> read;
  std::vector<std::string> probes;  ///< those that read and let caches keep what they read
  std::vector<std::string> copy;
  std::vector<std::string> null;  ///< neither: measures the cost of launching nothing
  [[nodiscard]] bool none() const { return read.empty() && copy.empty() && null.empty(); }
};

StreamKernels stream_kernels(const Catalogue& catalogue, std::string_view backend);

}  // namespace membound
