// SPDX-License-Identifier: Apache-2.0
// Comparison of an output with its double-precision reference.
#include "execute/compare.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <mutex>

#include "base/parallel.hpp"

namespace membound {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

template <class T>
T load(std::span<const std::byte> bytes, std::size_t index) {
  T value;
  std::memcpy(&value, bytes.data() + index * sizeof(T), sizeof(T));
  return value;
}

/// IEEE binary16 to double, exactly. Shifted into the place of a float's, the exponent is 112 too
/// small; the product corrects that, for subnormals as well.
double half_to_double(std::uint16_t bits) {
  const std::uint32_t magnitude = bits & 0x7fffU;
  const float scaled = std::bit_cast<float>(magnitude << 13) * 0x1p112F;
  const std::uint32_t infinite = magnitude >= 0x7c00U ? 0x7f800000U : 0U;
  const std::uint32_t sign = (bits & 0x8000U) << 16;
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(scaled) | infinite | sign);
}

double element(Element type, std::span<const std::byte> bytes, std::size_t i) {
  switch (type) {
    case Element::f32: return load<float>(bytes, i);
    case Element::f16: return half_to_double(load<std::uint16_t>(bytes, i));
    case Element::bf16:
      return std::bit_cast<float>(static_cast<std::uint32_t>(load<std::uint16_t>(bytes, i)) << 16);
    case Element::i8: return load<std::int8_t>(bytes, i);
    case Element::u8: return load<std::uint8_t>(bytes, i);
    case Element::u32: return load<std::uint32_t>(bytes, i);
  }
  return infinity;
}

bool is_poison(std::span<const std::byte> bytes, std::size_t i, std::size_t size) {
  return std::ranges::all_of(bytes.subspan(i * size, size),
                             [](std::byte b) { return b == poison; });
}

double scaled(double out, double ref, const ErrorRule& rule) {
  const double difference = std::abs(out - ref);
  switch (rule.metric) {
    case ErrorMetric::scaled_absolute: return difference / (std::abs(ref) + rule.floor);
    case ErrorMetric::floored_relative: return difference / std::max(std::abs(ref), rule.floor);
    case ErrorMetric::exact: return out == ref ? 0.0 : 1.0;
  }
  return infinity;
}

/// Sum of the witnesses that were written, modulo 2^32, against the one number expected.
double witness_error(std::span<const std::byte> output, const std::vector<double>& reference) {
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < output.size() / 4; ++i) {
    if (!is_poison(output, i, 4)) sum += load<std::uint32_t>(output, i);
  }
  return static_cast<double>(sum) == reference.at(0) ? 0.0 : 1.0;
}

/// What is compared, element by element.
struct Outputs {
  const Operand& operand;
  std::span<const std::byte> bytes;
  const std::vector<double>& reference;
  const ErrorRule& rule;
};

double error_in(const Outputs& of, std::size_t begin, std::size_t end) {
  const auto size = static_cast<std::size_t>(size_of(of.operand.element));
  double worst = 0;
  for (std::size_t i = begin; i < end; ++i) {
    const double out = element(of.operand.element, of.bytes, i);
    // A result may legitimately look like the poison only where every bit pattern is a result.
    const bool unwritten = of.rule.metric != ErrorMetric::exact && is_poison(of.bytes, i, size);
    if (unwritten || !std::isfinite(out)) return infinity;
    const double error = scaled(out, of.reference[i], of.rule);
    if (std::isnan(error)) return infinity;
    worst = std::max(worst, error);
  }
  return worst;
}

}  // namespace

std::vector<double> values_of(const Operand& operand, std::span<const std::byte> output) {
  std::vector<double> values(output.size() / static_cast<std::size_t>(size_of(operand.element)));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = element(operand.element, output, i);
  return values;
}

double largest_error(const Operand& operand, std::span<const std::byte> output,
                     const std::vector<double>& reference, const ErrorRule& rule) {
  if (operand.access == Access::witness) return witness_error(output, reference);
  const auto count = static_cast<std::size_t>(operand.count());
  if (reference.size() != count ||
      output.size() != static_cast<std::size_t>(operand.bytes().value)) {
    throw Error("operand '" + operand.name + "' has " + std::to_string(count) +
                " elements, its reference " + std::to_string(reference.size()) +
                ": the workload's functions disagree");
  }
  double worst = 0;
  std::mutex mutex;
  in_parallel(operand.count(), 1 << 16, [&](std::int64_t begin, std::int64_t end) {
    const double error = error_in({operand, output, reference, rule},
                                  static_cast<std::size_t>(begin), static_cast<std::size_t>(end));
    const std::lock_guard lock(mutex);
    worst = std::max(worst, error);
  });
  return worst;
}

}  // namespace membound
