// SPDX-License-Identifier: Apache-2.0
// Work split over all cores of the host, for everything that is not timed.
#pragma once

#include <cstdint>
#include <functional>

namespace membound {

/// Calls work(begin, end) for disjoint ranges that cover [0, count), at the same time, at least
/// `grain` items each; returns when all are done. `work` must not throw.
void in_parallel(std::int64_t count, std::int64_t grain,
                 const std::function<void(std::int64_t begin, std::int64_t end)>& work);

}  // namespace membound
