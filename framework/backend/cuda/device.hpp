// SPDX-License-Identifier: Apache-2.0
// Device: choosing a GPU and describing it.
#pragma once

#include <cuda_runtime_api.h>

#include <string>
#include <string_view>
#include <vector>

#include "backend/cuda/nvml.hpp"
#include "membound/backend.hpp"

namespace membound::cuda {

/// "GPU-1b2c3d4e-...", as nvidia-smi writes it.
std::string uuid_text(const cudaUUID_t& uuid);

/// Index into `uuids` of the device that `selector` names: a UUID, a unique beginning of one
/// ("GPU-1b2c"), an index, or nothing for the first. Throws Error that lists the devices.
int find_device(std::string_view selector, const std::vector<std::string>& uuids);

/// UUIDs of the devices that CUDA shows this process; creates no context.
std::vector<std::string> visible_devices();

/// What is known of device `index`. Reads the free memory, so the device must be the current one.
DeviceInfo describe(int index, const Nvml& nvml, const Processes& others);

/// What the management library says that a reader of a report should know.
std::vector<std::string> notes(const Nvml& nvml, const Processes& others);

}  // namespace membound::cuda
