// SPDX-License-Identifier: Apache-2.0
// Staging: large copies between ordinary host memory and the device.
//
// The driver copies pageable memory through a buffer of its own on one core, at a few gigabytes per
// second. Here several cores bring pieces into pinned memory and out of it, each piece on a stream
// of its own, so that the bus is the limit.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "backend/cuda/handles.hpp"

namespace membound::cuda {

class Staging {
 public:
  /// For device number `device`, as the run-time library counts.
  explicit Staging(int device);

  /// Copies of equal size, complete on return; nothing else may use the device's part meanwhile.
  void upload(std::span<std::byte> device, std::span<const std::byte> host);
  void download(std::span<std::byte> host, std::span<const std::byte> device);

  /// Copies of fewer bytes are not worth it.
  static constexpr std::size_t least = std::size_t{8} << 20;

 private:
  using Pinned = std::unique_ptr<void, Destroyer<cudaFreeHost>>;

  /// A piece of pinned memory and the stream that fills or empties it.
  struct Lane {
    Pinned memory;
    StreamHandle stream;
  };

  /// Calls copy(lane, begin, size) for all pieces of `total` bytes, on as many threads as lanes.
  void in_pieces(std::size_t total,
                 const std::function<cudaError_t(const Lane&, std::size_t, std::size_t)>& copy);

  int device_;
  std::vector<Lane> lanes_;
};

}  // namespace membound::cuda
