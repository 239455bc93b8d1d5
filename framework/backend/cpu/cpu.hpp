// SPDX-License-Identifier: Apache-2.0
// The CPU as a device: a team of pinned threads over memory on huge pages.
#pragma once

#include <memory>
#include <string_view>

#include "membound/backend.hpp"

namespace membound {

/// Opens the CPU with one thread per physical core that this process may use, or with as many
/// threads as the selector says ("2" or "threads=2"). Throws Error for any other selector.
std::unique_ptr<Backend> open_cpu(std::string_view selector);

/// At least this many bytes must lie between two uses of a line for the second to come from memory:
/// four times the last-level caches, at least 256 MiB; but never more than 1 GiB or a quarter of
/// free memory.
Bytes cold_set(Bytes last_level_caches, Bytes free_memory);

}  // namespace membound
