// SPDX-License-Identifier: Apache-2.0
// Affinity: which processors a thread may run on.
#pragma once

#include <sched.h>

#include <vector>

namespace membound::cpu {

/// Processors that this thread may run on, ascending.
std::vector<int> allowed_processors();

/// Binds the calling thread to one processor for good. Throws Error when that is not allowed.
void pin(int processor);

/// Binds the calling thread to one processor while in scope.
class Pinned {
 public:
  explicit Pinned(int processor);
  ~Pinned();
  Pinned(const Pinned&) = delete;
  Pinned& operator=(const Pinned&) = delete;

 private:
  cpu_set_t before_;
};

}  // namespace membound::cpu
