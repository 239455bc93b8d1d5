// SPDX-License-Identifier: Apache-2.0
// Counted: the bytes that one launch of an arm must move, from its operands and nothing else.
#include "protocol/counted.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.hpp"

namespace membound {
namespace {

// A workload multiplies extents with each other and with small constants. With a product of at most
// 2^50 that cannot overflow, and it is far above what 2^40 bytes can hold.
constexpr std::int64_t most_product = std::int64_t{1} << 50;

/// a * b, or nothing when that exceeds `most`; a and b are positive.
std::optional<std::int64_t> product(std::int64_t a, std::int64_t b, std::int64_t most) {
  if (a > most / b) return std::nullopt;
  return a * b;
}

std::string formula_of(const Operand& operand, std::int64_t bytes) {
  std::vector<std::string> extents;
  for (const std::int64_t extent : operand.shape) extents.push_back(fmt::to_string(extent));
  return fmt::format("{} {}: {} of {} B = {} B",
                     operand.access == Access::read ? "reads" : "writes", operand.name,
                     join(extents, " x "), size_of(operand.element), bytes);
}

std::optional<std::vector<Operand>> operands_of(const Workload& workload, const Extents& extents,
                                                const std::string& format) {
  try {
    return workload.operands(extents, format);
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace

std::optional<std::int64_t> bytes_within(const Operand& operand) {
  std::optional<std::int64_t> bytes = size_of(operand.element);
  for (const std::int64_t extent : operand.shape) {
    if (extent <= 0) return 0;
    bytes = product(*bytes, extent, most_bytes_of_case);
    if (!bytes) return std::nullopt;
  }
  return bytes;
}

bool can_compute(const Extents& extents) {
  std::optional<std::int64_t> all = 1;
  for (const auto& [name, value] : extents) {
    if (value <= 0) return false;
    all = product(*all, value, most_product);
    if (!all) return false;
  }
  return true;
}

std::optional<Counted> counted(const Check& check, const ArmUse& arm, std::string_view case_name) {
  const Workload* workload = check.catalogue.workload(check.protocol.workload.name);
  const auto of = std::ranges::find(check.protocol.cases, case_name, &Case::name);
  if (workload == nullptr || !workload->operands || of == check.protocol.cases.end()) return {};
  const bool complete = std::ranges::all_of(
      workload->extents, [&](const ExtentRule& rule) { return of->extents.contains(rule.name); });
  if (!complete || !can_compute(of->extents)) return std::nullopt;
  const auto operands = operands_of(*workload, of->extents, arm.format);
  if (!operands) return std::nullopt;
  Counted sum;
  for (const Operand& operand : *operands) {
    const auto bytes = bytes_within(operand);
    if (!bytes) return std::nullopt;
    if (operand.access == Access::witness || operand.access == Access::scratch) continue;
    sum.bytes += static_cast<double>(*bytes);
    sum.formula += formula_of(operand, *bytes) + "\n";
  }
  sum.formula += fmt::format("together: {} B", shortest(sum.bytes));
  return sum;
}

bool agrees(double typed, double computed) {
  return std::abs(typed - computed) <= typed_tolerance * std::abs(computed);
}

}  // namespace membound
