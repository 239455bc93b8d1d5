// SPDX-License-Identifier: Apache-2.0
// What the system says about the processor, its memory and its disturbances.
#pragma once

#include "backend/cpu/topology.hpp"
#include "membound/backend.hpp"

namespace membound::cpu {

/// The device behind a team of `threads` on these processors.
DeviceInfo describe(const Topology& topology, int threads);

/// The widest vector instructions that both processor and operating system support: "avx512" (F,
/// BW, DQ, VL), "avx2" (with FMA and F16C), else the architecture, such as "x86-64" or "aarch64".
std::string instruction_set();

}  // namespace membound::cpu
