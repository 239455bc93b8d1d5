// SPDX-License-Identifier: Apache-2.0
// Opening a backend by name.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "membound/backend.hpp"

namespace membound {

/// One kind of device that a program can measure on.
struct BackendKind {
  std::string name;
  std::function<std::string()> why_unavailable;  ///< empty text when it can be used here; cheap
  std::function<std::unique_ptr<Backend>(std::string_view selector)> open;
};

/// Adds a kind that this library does not bring, before anything is opened (tests add a scripted
/// one).
void add_backend(BackendKind kind);

/// Names of the backends that this program knows.
std::vector<std::string> backends();

/// Why `name` cannot be used here ("no NVIDIA driver", "built without CUDA"); empty when it can.
/// Cheap: creates no CUDA context.
std::string why_unavailable(std::string_view name);

/// Opens a device: by UUID, by index, or the default when `selector` is empty.
std::unique_ptr<Backend> open(std::string_view name, std::string_view selector);

}  // namespace membound
