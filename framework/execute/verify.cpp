// SPDX-License-Identifier: Apache-2.0
// Verification of the outputs of one repetition, every rotated copy or link of it.
#include "execute/verify.hpp"

#include <algorithm>
#include <span>

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

double error_of_copies(const BoundCell& bound, std::span<const std::byte> outputs,
                       const VerifyRule& rule) {
  const std::size_t size = bound.copies.empty() ? 0 : outputs.size() / bound.copies.size();
  double error = 0;
  for (std::size_t i = 0; i < bound.copies.size(); ++i)
    error = std::max(error, error_of(bound, outputs.subspan(i * size, size), rule));
  return error;
}

}  // namespace

Correctness verify(const BoundCell& bound, Backend& backend, const VerifyRule& rule) {
  Correctness result{.cell = bound.index,
                     .copies = static_cast<int>(bound.copies.size()),
                     .tolerance = bound.cell->kind == CellKind::arm ? rule.arms.tolerance : 0};
  if (bound.chain != nullptr) {
    result.copies = bound.chain->links();
    result.error = bound.chain->largest_error(backend, rule.arms);
  } else {
    result.error = error_of_copies(bound, download_outputs(bound, backend), rule);
  }
  result.passed = within(result.error, result.tolerance);
  return result;
}

}  // namespace membound
