// SPDX-License-Identifier: Apache-2.0
// Simulation: portable noise of known shape, for the tests that calibrate the judge.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include "base/random.hpp"

namespace membound::simulation {

/// A stream of random numbers; the same on every machine for the same seed.
class Source {
 public:
  explicit Source(std::uint64_t seed) : seed_(seed) {}

  std::uint64_t bits() { return splitmix64(seed_, index_++); }
  double uniform() { return unit_double(bits()); }
  /// Standard normal by Box & Muller (1958).
  double normal() {
    const double radius = std::sqrt(-2 * std::log(1 - uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
  }

 private:
  std::uint64_t seed_;
  std::uint64_t index_ = 0;
};

enum class Shape { normal, skewed, bimodal, drifting, autocorrelated };

/// Noise of `count` successive samples. skewed: log-normal (sigma 1) less its median; bimodal: 15 %
/// of the samples 8 sd up; drifting: a ramp of 3 sd under normal noise; autocorrelated: AR(1) with
/// coefficient 0.8.
inline std::vector<double> noise(Shape shape, int count, Source& source) {
  std::vector<double> out;
  double state = source.normal();  // of the AR(1) process, stationary from its start
  for (int i = 0; i < count; ++i) {
    const double z = source.normal();
    switch (shape) {
      case Shape::normal: out.push_back(z); break;
      case Shape::skewed: out.push_back(std::exp(z) - 1); break;
      case Shape::bimodal: out.push_back(z + (source.uniform() < 0.15 ? 8 : 0)); break;
      case Shape::drifting: out.push_back(z + 3.0 * i / count); break;
      case Shape::autocorrelated: out.push_back(state = 0.8 * state + 0.6 * z); break;
    }
  }
  return out;
}

}  // namespace membound::simulation
