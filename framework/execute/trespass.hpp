// SPDX-License-Identifier: Apache-2.0
// For tests: a kernel that reads or writes one element wherever it is told to, on a GPU.
#pragma once

#include <cstddef>

#include "membound/backend.hpp"

namespace membound::testing {

enum class Touch { read, write };

/// Touches the float `offset` elements from `base` and leaves nothing in any output.
Launch trespass(float* base, std::ptrdiff_t offset, Touch touch);

/// Copies the 16 bytes that begin `offset` floats from `base` in bulk to shared memory; devices of
/// compute capability 9.0 or later.
Launch bulk_trespass(const float* base, std::ptrdiff_t offset);

}  // namespace membound::testing
