// SPDX-License-Identifier: Apache-2.0
// Guard: device memory at whose ends an access faults.
#pragma once

#include "membound/backend.hpp"

namespace membound::cuda {

/// Memory of the current device with nothing mapped before and behind its granules (2 MiB each on
/// present devices). It ends with the last one; where its size is a multiple of the granule, it
/// also begins with the first. Empty when the driver cannot map memory; throws Error when there is
/// not enough of it.
Memory map_guarded(Bytes size);

}  // namespace membound::cuda
