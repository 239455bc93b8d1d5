// SPDX-License-Identifier: Apache-2.0
// Affinity: which processors a thread may run on.
#include "backend/cpu/affinity.hpp"

#include <cerrno>
#include <cstring>
#include <string>

#include "membound/error.hpp"

namespace membound::cpu {
namespace {

/// Sets of 1024 processors, the size of cpu_set_t: more than any machine this was written for.
cpu_set_t current() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) {
    throw Error(std::string("cannot read the processors of this thread: ") + std::strerror(errno));
  }
  return set;
}

}  // namespace

std::vector<int> allowed_processors() {
  const cpu_set_t set = current();
  std::vector<int> processors;
  for (int p = 0; p < CPU_SETSIZE; ++p) {
    if (CPU_ISSET(static_cast<unsigned>(p), &set)) processors.push_back(p);
  }
  return processors;
}

void pin(int processor) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(static_cast<unsigned>(processor), &set);
  if (sched_setaffinity(0, sizeof set, &set) != 0) {
    throw Error("cannot bind a thread to processor " + std::to_string(processor) + ": " +
                std::strerror(errno) + "; was the process moved to other processors while it ran?");
  }
}

Pinned::Pinned(int processor) : before_(current()) { pin(processor); }

// If the old set cannot be restored the thread stays bound: slower to prepare, but nothing is
// measured wrongly.
Pinned::~Pinned() { sched_setaffinity(0, sizeof before_, &before_); }

}  // namespace membound::cpu
