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
double error_of(const BoundCell& bound, std::span<const std::byte> output, const ErrorRule& rule) {
  const Arena& arena = *bound.arena;
  const Operand& operand = bound.output->operand;
  if (operand.access == Access::witness)
    return largest_error(operand, output, {arena.input_sum()}, rule);
  if (bound.cell->kind != CellKind::arm) {
    return std::ranges::equal(output, arena.input_image().first(output.size())) ? 0.0 : 1.0;
  }
  return largest_error(operand, output, arena.reference(), rule);
}

}  // namespace

double Verifier::error_of_copies(const BoundCell& bound) {
  double error = 0;
  for (const int copy : bound.copies) {
    const std::span<const std::byte> there = output_in(bound, copy);
    output_.resize(std::max(output_.size(), there.size()));
    const std::span<std::byte> here = std::span(output_).first(there.size());
    backend_.download(here, there);
    error = std::max(error, error_of(bound, here, arms_));
  }
  return error;
}

Correctness Verifier::verify(const BoundCell& bound) {
  Correctness result{.cell = bound.index,
                     .copies = static_cast<int>(bound.copies.size()),
                     .tolerance = bound.cell->kind == CellKind::arm ? arms_.tolerance : 0};
  if (bound.chain != nullptr) {
    result.copies = bound.chain->links();
    result.error = bound.chain->largest_error(backend_, arms_);
  } else {
    result.error = error_of_copies(bound);
  }
  result.passed = within(result.error, result.tolerance);
  return result;
}

}  // namespace membound
