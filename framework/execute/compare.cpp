// SPDX-License-Identifier: Apache-2.0
// Comparison of an output with its double-precision reference.
#include "execute/compare.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <mutex>
#include <type_traits>

#include "base/parallel.hpp"

namespace membound {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double largest = std::numeric_limits<double>::max();

template <class T>
T load(std::span<const std::byte> bytes, std::size_t index) {
  T value;
  std::memcpy(&value, bytes.data() + index * sizeof(T), sizeof(T));
  return value;
}

/// What is stored in 16 bits that the language has no type for.
struct Half {
  std::uint16_t bits;
};
struct Bfloat {
  std::uint16_t bits;
};

template <class Number>
double value_of(Number number) {
  return number;
}
/// IEEE binary16 to double, exactly. Shifted into the place of a float's, the exponent is 112 too
/// small; the product corrects that, for subnormals as well.
double value_of(Half half) {
  const std::uint32_t magnitude = half.bits & 0x7fffU;
  const float scaled = std::bit_cast<float>(magnitude << 13) * 0x1p112F;
  const std::uint32_t infinite = magnitude >= 0x7c00U ? 0x7f800000U : 0U;
  const std::uint32_t sign = (half.bits & 0x8000U) << 16;
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(scaled) | infinite | sign);
}
double value_of(Bfloat number) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(number.bits) << 16);
}

/// Calls visit with an object of the type in which elements are stored.
template <class Visit>
auto stored(Element type, Visit visit) {
  switch (type) {
    case Element::f32: return visit(float{});
    case Element::f16: return visit(Half{});
    case Element::bf16: return visit(Bfloat{});
    case Element::i8: return visit(std::int8_t{});
    case Element::u8: return visit(std::uint8_t{});
    case Element::u32: break;
  }
  return visit(std::uint32_t{});
}

template <std::size_t size>
using Unsigned = std::conditional_t<size == 4, std::uint32_t,
                                    std::conditional_t<size == 2, std::uint16_t, std::uint8_t>>;

/// Whether every byte of an element is poison.
template <class T>
bool is_poison(T element) {
  using Bits = Unsigned<sizeof(T)>;
  constexpr auto poisoned = static_cast<Bits>(0x01010101U * std::to_integer<unsigned>(poison));
  return std::bit_cast<Bits>(element) == poisoned;
}

/// Calls visit(error), the function of an output and its reference.
template <class Visit>
double measured(const ErrorRule& rule, Visit visit) {
  const double floor = rule.floor;
  switch (rule.metric) {
    case ErrorMetric::scaled_absolute:
      return visit([floor](double out, double ref) {
        return std::abs(out - ref) / (std::abs(ref) + floor);
      });
    case ErrorMetric::floored_relative:
      return visit([floor](double out, double ref) {
        return std::abs(out - ref) / std::max(std::abs(ref), floor);
      });
    case ErrorMetric::exact: break;
  }
  return visit([](double out, double ref) { return out == ref ? 0.0 : 1.0; });
}

/// Sum of the witnesses that were written, modulo 2^32, against the one number expected.
double witness_error(std::span<const std::byte> output, const std::vector<double>& reference) {
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < output.size() / 4; ++i) {
    const auto entry = load<std::uint32_t>(output, i);
    if (!is_poison(entry)) sum += entry;
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

/// In blocks and short loops without branches, which the compiler vectorises.
template <class T, class Error>
double error_in(const Outputs& of, std::size_t begin, std::size_t end, Error error) {
  constexpr std::size_t block = 256;
  // A result may legitimately look like the poison only where every bit pattern is a result.
  const bool poison_is_wrong = of.rule.metric != ErrorMetric::exact;
  std::array<double, block> out{};
  std::array<double, block> worst{};
  for (std::size_t at = begin; at < end; at += block) {
    const std::size_t count = std::min(block, end - at);
    unsigned unwritten = 0;
    for (std::size_t i = 0; i < count; ++i) unwritten |= is_poison(load<T>(of.bytes, at + i));
    if (poison_is_wrong && unwritten != 0) return infinity;
    for (std::size_t i = 0; i < count; ++i) out[i] = value_of(load<T>(of.bytes, at + i));
    for (std::size_t i = 0; i < count; ++i) {
      const double here = error(out[i], of.reference[at + i]);
      const bool number = (std::abs(out[i]) <= largest) & (here <= largest);  // false for NaN
      worst[i] = std::max(worst[i], number ? here : infinity);
    }
  }
  return *std::ranges::max_element(worst);
}

double error_in(const Outputs& of, std::size_t begin, std::size_t end) {
  return stored(of.operand.element, [&]<class T>(T) {
    return measured(of.rule, [&](auto error) { return error_in<T>(of, begin, end, error); });
  });
}

}  // namespace

std::vector<double> values_of(const Operand& operand, std::span<const std::byte> output) {
  std::vector<double> values(output.size() / static_cast<std::size_t>(size_of(operand.element)));
  stored(operand.element, [&]<class T>(T) {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = value_of(load<T>(output, i));
  });
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
