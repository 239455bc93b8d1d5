// SPDX-License-Identifier: Apache-2.0
// Format of a projection: what its name says about how weights are stored and what is written.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "membound/error.hpp"

namespace membound::projection {

/// How weights are stored: halves, bfloat16, or whole numbers with a scale for each `block`
/// columns.
enum class Storage {
  f16,
  bf16,
  q8,    ///< 8 bits, f32 scales
  q8_0,  ///< 8 bits, f16 scales
  q4_0,  ///< 4 bits, f16 scales
};

/// What a launch leaves behind.
enum class Result {
  sums,      ///< y, finished
  partials,  ///< a sum for each slice of the columns
  padded,    ///< the same for `padded_batch` rows of activations, those beyond the batch zero
};

inline constexpr std::int64_t block = 32;   ///< columns that share a scale
inline constexpr std::int64_t slices = 32;  ///< parts into which partial sums split the columns
inline constexpr std::int64_t padded_batch = 8;  ///< the most activations of a launch

struct Format {
  Storage storage = Storage::bf16;
  bool k_major = false;  ///< weights and scales lie [cols, rows] instead of [rows, cols]
  Result result = Result::sums;
};

/// Takes a name apart: a storage, then `_k` when it is K-major, then `_partials` or `_padded`.
/// Throws Error when it is no such name.
inline Format format_of(std::string_view name) {
  std::string_view rest = name;
  const auto drop = [&rest](std::string_view suffix) {
    const bool there = rest.ends_with(suffix);
    if (there) rest.remove_suffix(suffix.size());
    return there;
  };
  Format format;
  if (drop("_partials")) format.result = Result::partials;
  if (format.result == Result::sums && drop("_padded")) format.result = Result::padded;
  format.k_major = drop("_k");
  if (rest == "f16") return format.storage = Storage::f16, format;
  if (rest == "bf16") return format.storage = Storage::bf16, format;
  if (rest == "q8") return format.storage = Storage::q8, format;
  if (rest == "q8_0") return format.storage = Storage::q8_0, format;
  if (rest == "q4_0") return format.storage = Storage::q4_0, format;
  throw Error("no projection format is called '" + std::string(name) +
              "': it begins with f16, bf16, q8, q8_0 or q4_0");
}

/// The formats that there are; partial sums are of the layouts that the cold-cache rounds compare.
inline std::vector<std::string> every_format() {
  return {"bf16",
          "bf16_k",
          "q8",
          "q8_k",
          "q8_0",
          "q4_0",
          "f16",
          "bf16_partials",
          "q8_partials",
          "bf16_k_partials",
          "q8_k_partials",
          "bf16_k_padded",
          "q8_k_padded"};
}

/// Rows of activations for which a launch writes results.
constexpr std::int64_t written_rows(const Format& format, std::int64_t batch) {
  return format.result == Result::padded ? padded_batch : batch;
}

}  // namespace membound::projection
