// SPDX-License-Identifier: Apache-2.0
// Workload: what is computed, on which operands, against which reference.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "membound/error.hpp"
#include "membound/units.hpp"

namespace membound {

/// Type of one stored element of an operand.
enum class Element { f32, f16, bf16, i8, u8, u32 };

constexpr std::int64_t size_of(Element e) {
  switch (e) {
    case Element::f32:
    case Element::u32: return 4;
    case Element::f16:
    case Element::bf16: return 2;
    case Element::i8:
    case Element::u8: return 1;
  }
  return 0;
}

/// How an arm of the workload touches an operand. Traffic counts `read` and `write` once each.
/// A `witness` (u32) is written only so that the harness can verify the work, and is not counted:
/// the sum of its entries modulo 2^32, entries left poisoned excepted, must equal reference[0].
/// A `scratch` operand is room to work in that rotates with its copy: neither generated, nor
/// counted, nor compared.
enum class Access { read, write, witness, scratch };

/// Whether a launch leaves a result in the operand.
constexpr bool is_output(Access access) {
  return access == Access::write || access == Access::witness;
}

/// One array of the workload, as stored in memory.
struct Operand {
  std::string name;
  Element element = Element::f32;
  std::vector<std::int64_t> shape;
  Access access = Access::read;

  [[nodiscard]] std::int64_t count() const {
    std::int64_t n = 1;
    for (const std::int64_t d : shape) n *= d;
    return n;
  }
  [[nodiscard]] Bytes bytes() const { return {count() * size_of(element)}; }
};

/// The extents of one case, by name (for gemv: rows, cols).
using Extents = std::map<std::string, std::int64_t, std::less<>>;

/// What one extent must satisfy.
struct ExtentRule {
  std::string name;
  std::int64_t multiple_of = 1;  ///< required by every arm of the workload
  std::string help;
  std::int64_t most = INT64_MAX;  ///< largest value that an arm can handle
};

/// Views of the operands of one rotating copy: device memory in `bind`, host memory elsewhere.
struct Operands {
  std::map<std::string, std::span<std::byte>, std::less<>> views;

  /// Pointer to the first element of operand `name`; throws Error when there is none of that name.
  template <class T>
  [[nodiscard]] T* get(std::string_view name) const {
    const auto it = views.find(name);
    if (it == views.end()) throw Error("no operand named '" + std::string(name) + "'");
    return reinterpret_cast<T*>(it->second.data());
  }
  template <class T>
  [[nodiscard]] std::span<T> elements(std::string_view name) const {
    const auto it = views.find(name);
    if (it == views.end()) throw Error("no operand named '" + std::string(name) + "'");
    return {reinterpret_cast<T*>(it->second.data()), it->second.size() / sizeof(T)};
  }
};

/// Distribution of the generated input data; values are uniform in [low, high).
struct DataSpec {
  double low = -1;
  double high = 1;
  bool operator==(const DataSpec&) const = default;
};

/// Everything that a workload function needs to know about one operand set.
struct Problem {
  Extents extents;
  std::string format;
  DataSpec data;
};

/// The rate that bounds the workload: a read-only or a copying stream of the same bytes.
enum class CeilingKind { read, copy };

/// How a deviation from the reference is scaled before it is compared with the tolerance.
enum class ErrorMetric {
  scaled_absolute,   ///< |out - ref| / (|ref| + floor)
  floored_relative,  ///< |out - ref| / max(|ref|, floor)
  exact,  ///< every element equals the reference; error is the share of elements that differ
};

/// Error metric of one workload with its default tolerance.
struct ErrorRule {
  ErrorMetric metric = ErrorMetric::scaled_absolute;
  double floor = 1;
  double tolerance = 1e-3;
};

/// How the output of a launch becomes an input of the next, elements beyond the shorter of the two
/// left alone.
struct ChainRule {
  std::string
      input;  ///< operand that the output becomes; in a chain it gives its stored type to both
  /// Factor of the outputs that keeps them as large as the generated inputs.
  std::function<double(const Problem&)> scale;
  /// A simple arm that every link is compared with, itself compared with the reference.
  std::function<std::string(std::string_view backend, std::string_view format)> checker;
};

/// What is computed: operands, generation, reference and tolerance. Registered once per workload.
struct Workload {
  std::string name;
  std::string summary;
  std::vector<ExtentRule> extents;
  std::vector<std::string> formats;  ///< storage formats; the first is the default
  DataSpec data;                     ///< default input distribution
  CeilingKind ceiling = CeilingKind::read;
  ErrorRule error;
  std::optional<ChainRule> chain;  ///< absent: launches cannot feed each other

  /// Operands of one copy, inputs first; exactly one is an output, compared with the reference.
  /// Must not allocate anything the size of the data.
  std::function<std::vector<Operand>(const Extents&, std::string_view format)> operands;
  /// Fills the `read` operands (host memory) from `seed`, identically on every machine.
  std::function<void(const Problem&, std::uint64_t seed, const Operands&)> generate;
  /// Double-precision reference of the output, from the generated operands (host memory).
  std::function<std::vector<double>(const Problem&, const Operands&)> reference;

  std::string
      source;  ///< file that registered it, relative to the repository root; set by Registration
};

}  // namespace membound
