// SPDX-License-Identifier: Apache-2.0
// Verification of the outputs of one repetition, every rotated copy of it.
#include "execute/verify.hpp"

#include <algorithm>

#include "execute/compare.hpp"

namespace membound {
namespace {

/// A read ceiling is right when its partial sums add up to the sum of its source, a copy when its
/// destination equals its source, an arm when its output is within the tolerance of the reference.
double error_of(const BoundCell& bound, std::span<const std::byte> output, const VerifyRule& rule) {
  const Arena& arena = *bound.arena;
  const Operand& operand = bound.output->operand;
  if (operand.access == Access::witness)
    return largest_error(operand, output, {arena.input_sum()}, rule.arms);
  if (bound.cell->kind != CellKind::arm) {
    return std::ranges::equal(output, arena.input_image().first(output.size())) ? 0.0 : 1.0;
  }
  return largest_error(operand, output, arena.reference(), rule.arms);
}

}  // namespace

Correctness verify(const BoundCell& bound, std::span<const std::byte> outputs,
                   const VerifyRule& rule) {
  Correctness result{.cell = bound.index,
                     .copies = static_cast<int>(bound.copies.size()),
                     .tolerance = bound.cell->kind == CellKind::arm ? rule.arms.tolerance : 0};
  const std::size_t size = bound.copies.empty() ? 0 : outputs.size() / bound.copies.size();
  for (std::size_t i = 0; i < bound.copies.size(); ++i) {
    result.error = std::max(result.error, error_of(bound, outputs.subspan(i * size, size), rule));
  }
  result.passed = within(result.error, result.tolerance);
  return result;
}

}  // namespace membound
