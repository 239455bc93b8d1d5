// SPDX-License-Identifier: Apache-2.0
// Opening a backend by name.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "membound/backend.hpp"

namespace membound {

/// Names of the backends that this build knows.
std::vector<std::string> backends();

/// Why `name` cannot be used here ("no NVIDIA driver", "built without CUDA"); empty when it can.
/// Cheap: creates no CUDA context.
std::string why_unavailable(std::string_view name);

/// Opens a device: by UUID, by index, or the default when `selector` is empty.
std::unique_ptr<Backend> open(std::string_view name, std::string_view selector);

}  // namespace membound
