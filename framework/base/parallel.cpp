// SPDX-License-Identifier: Apache-2.0
// Work split over all cores of the host, for everything that is not timed.
#include "base/parallel.hpp"

#include <algorithm>
#include <thread>
#include <vector>

namespace membound {

void in_parallel(std::int64_t count, std::int64_t grain,
                 const std::function<void(std::int64_t, std::int64_t)>& work) {
  const std::int64_t cores = std::max(1U, std::thread::hardware_concurrency());
  const std::int64_t threads = std::clamp<std::int64_t>(count / grain, 1, cores);
  std::vector<std::jthread> helpers;
  for (std::int64_t t = 1; t < threads; ++t) {
    helpers.emplace_back([&, t] { work(count * t / threads, count * (t + 1) / threads); });
  }
  work(0, count / threads);
}

}  // namespace membound
