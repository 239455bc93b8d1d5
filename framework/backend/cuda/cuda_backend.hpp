// SPDX-License-Identifier: Apache-2.0
// CUDA backend: an NVIDIA GPU as a device for measuring.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "membound/backend.hpp"

namespace membound {

/// Why no NVIDIA GPU can be used ("no NVIDIA driver", "no CUDA device", ...); empty when one can.
/// Creates no CUDA context.
std::string why_cuda_unavailable();

/// Opens a GPU by UUID ("GPU-...", or a unique beginning of one), by index, or the first when
/// `selector` is empty.
std::unique_ptr<Backend> open_cuda(std::string_view selector);

}  // namespace membound
