// SPDX-License-Identifier: Apache-2.0
// Rings in pairs: two blocks of each launch on a multiprocessor, so that twice as many warps
// decode.
//
// Hardware counted that the eight warps of one ring leave more than half of the issue slots empty.
// Each ring is about half as large as a single one, so that the blocks of the next launch still fit
// beside them where registers allow it.
#pragma once

#include "dequant/ring_formats.cuh"

namespace membound::dequant {

inline std::vector<ParameterRule> pair_parameters() {
  std::vector<ParameterRule> rules = ring::parameters();
  rules.front().initial = 48;
  return rules;
}

/// A wave of the ring is one block for each multiprocessor of the device that it is told of.
template <class Format>
Launch bind_ring_pair(const Binding& binding) {
  DeviceInfo paired = *binding.device;
  paired.units *= 2;
  Binding told = binding;
  told.device = &paired;
  return bind_ring<Format>(told);
}

}  // namespace membound::dequant
