// SPDX-License-Identifier: Apache-2.0
// Templates: the protocols that `membound init` starts from, embedded from the files of this
// folder.
#pragma once

#include <span>
#include <string_view>

namespace membound::cli {

/// A commented, valid protocol whose id is `my-experiment`.
struct Template {
  std::string_view name;     ///< kernel, comparison, sweep
  std::string_view backend;  ///< whose kernels it names
  std::string_view text;
};

std::span<const Template> templates();

}  // namespace membound::cli
