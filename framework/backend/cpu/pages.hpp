// SPDX-License-Identifier: Apache-2.0
// Pages: host memory for operands, on huge pages where the system gives them.
#pragma once

#include "membound/backend.hpp"

namespace membound::cpu {

inline constexpr std::int64_t huge_page = 2 * mebi;

/// Zeroed memory that starts on a 2 MiB boundary. Small pages would cost a page-table walk every 4
/// KiB, and nearly half the rate of a read (measured: 15 instead of 29 GB/s over 24 MB). No page
/// exists before it is first written: the writer's memory node gets it.
Memory map_pages(Bytes size);

/// Memory on pages of its own with nothing mapped before the first and behind the last of them. It
/// ends with the last one; where its size is a multiple of the page, it also begins with the first.
Memory map_guarded(Bytes size);

}  // namespace membound::cpu
