// SPDX-License-Identifier: Apache-2.0
// Team: the pinned threads that a CPU arm runs on.
#pragma once

#include <functional>

#include "membound/backend.hpp"

namespace membound {

/// A fixed set of pinned threads that start and finish one function together.
class Team {
 public:
  virtual ~Team() = default;
  [[nodiscard]] virtual int size() const = 0;
  /// Calls work(rank) for every rank in [0, size()) at the same time; returns when all are done.
  virtual void run(const std::function<void(int rank)>& work) = 0;
};

/// The team behind a stream of the CPU backend.
inline Team& team(Stream stream) { return *static_cast<Team*>(stream.native); }

}  // namespace membound
