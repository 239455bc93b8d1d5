// SPDX-License-Identifier: Apache-2.0
// Weights of a projection in host memory: rows of numbers, stored and read back in every format.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "bf16.hpp"
#include "dequant/quantise.hpp"
#include "half.hpp"
#include "membound/workload.hpp"
#include "projection/format.hpp"

namespace membound::projection {

class Weights {
 public:
  /// Of the operands `weights` and, when quantised, `scales` of a problem in this format.
  Weights(const Extents& extents, const Format& format, const Operands& operands)
      : weights_(operands.get<std::byte>("weights")),
        scales_(is_quantised(format) ? operands.get<std::byte>("scales") : nullptr),
        format_(format),
        rows_(extents.at("rows")),
        cols_(extents.at("cols")) {}

  /// Stores row number `row`, of cols values. Blocks are quantised as dequant quantises its rows
  /// and groups: each to its own largest magnitude.
  void store(std::int64_t row, std::span<const double> values) const {
    switch (format_.storage) {
      case Storage::f16: return store_each(row, values, half_from);
      case Storage::bf16: return store_each(row, values, bf16_from);
      case Storage::q8:
      case Storage::q8_0: return store_bytes(row, values);
      case Storage::q4_0: return store_nibbles(row, values);
    }
  }

  /// Reads row number `row` back: as doubles exactly, as floats rounded once.
  template <class T>
  void load(std::int64_t row, std::span<T> values) const {
    const auto* const words = reinterpret_cast<const std::uint16_t*>(weights_);
    const auto* const bytes = reinterpret_cast<const std::int8_t*>(weights_);
    const auto from = [&](auto value_at) {
      std::int64_t c = 0;
      for (T& value : values) value = static_cast<T>(value_at(c++));
    };
    switch (format_.storage) {
      case Storage::f16:
        return from([&](std::int64_t c) { return float_from_half(words[place(row, c)]); });
      case Storage::bf16:
        return from([&](std::int64_t c) { return float_from_bf16(words[place(row, c)]); });
      case Storage::q8:
      case Storage::q8_0:
        return from([&](std::int64_t c) { return bytes[place(row, c)] * scale<T>(row, c); });
      case Storage::q4_0:
        return from(
            [&](std::int64_t c) { return static_cast<T>(nibble(row, c)) * scale<T>(row, c); });
    }
  }

 private:
  static bool is_quantised(const Format& format) {
    return format.storage != Storage::f16 && format.storage != Storage::bf16;
  }

  /// Where the weight in column c of a row lies.
  [[nodiscard]] std::int64_t place(std::int64_t row, std::int64_t c) const {
    return format_.k_major ? c * rows_ + row : row * cols_ + c;
  }

  /// The same for the scale of its block.
  [[nodiscard]] std::int64_t scale_place(std::int64_t row, std::int64_t c) const {
    return format_.k_major ? c / block * rows_ + row : (row * cols_ + c) / block;
  }

  template <class T>
  [[nodiscard]] T scale(std::int64_t row, std::int64_t c) const {
    const std::int64_t at = scale_place(row, c);
    return T{format_.storage == Storage::q8
                 ? reinterpret_cast<const float*>(scales_)[at]
                 : float_from_half(reinterpret_cast<const std::uint16_t*>(scales_)[at])};
  }

  [[nodiscard]] int nibble(std::int64_t row, std::int64_t c) const {
    const int both = std::to_integer<int>(weights_[(row * cols_ + c) / 2]);
    return (c % 2 == 0 ? both & 15 : both >> 4) - 8;
  }

  void store_each(std::int64_t row, std::span<const double> values,
                  std::uint16_t (*narrow)(double)) const {
    auto* const stored = reinterpret_cast<std::uint16_t*>(weights_);
    std::int64_t c = 0;
    for (const double value : values) stored[place(row, c++)] = narrow(value);
  }

  void store_bytes(std::int64_t row, std::span<const double> values) const {
    auto* const stored = reinterpret_cast<std::int8_t*>(weights_);
    std::array<std::int8_t, block> bytes{};
    for (std::int64_t c = 0; c < cols_; c += block) {
      const float scale = quantise_q8(values.subspan(static_cast<std::size_t>(c), block), bytes);
      std::int64_t column = c;
      for (const std::int8_t byte : bytes) stored[place(row, column++)] = byte;
      if (format_.storage == Storage::q8) {
        reinterpret_cast<float*>(scales_)[scale_place(row, c)] = scale;
      } else {
        half_scale(row, c) = half_from(static_cast<double>(scale));
      }
    }
  }

  /// Row by row alone, because two columns share a byte.
  void store_nibbles(std::int64_t row, std::span<const double> values) const {
    auto* const stored = reinterpret_cast<std::uint8_t*>(weights_);
    for (std::int64_t c = 0; c < cols_; c += block) {
      half_scale(row, c) = quantise_q4(values.subspan(static_cast<std::size_t>(c), block),
                                       {stored + (row * cols_ + c) / 2, block / 2});
    }
  }

  [[nodiscard]] std::uint16_t& half_scale(std::int64_t row, std::int64_t c) const {
    return reinterpret_cast<std::uint16_t*>(scales_)[scale_place(row, c)];
  }

  std::byte* weights_;
  std::byte* scales_;
  Format format_;
  std::int64_t rows_;
  std::int64_t cols_;
};

}  // namespace membound::projection
