// SPDX-License-Identifier: Apache-2.0
// Verification of what repetitions leave, every rotated copy or link of it.
#include "execute/verify.hpp"

#include <algorithm>
#include <span>

#include "execute/compare.hpp"

namespace membound {
namespace {

/// A read ceiling is right when its partial sums add up to the sum of its source, a copy when its
/// destination equals its source, an arm when its output is within the tolerance of the reference.
double error_of(const BoundCell& bound, int copy, std::span<const std::byte> output,
                const ErrorRule& rule) {
  const Arena& arena = *bound.arena;
  const Operand& operand = bound.output->operand;
  if (operand.access == Access::witness)
    return largest_error(operand, output, {arena.input_sum()}, rule);
  if (bound.cell->kind != CellKind::arm) {
    return std::ranges::equal(output, arena.input_image().first(output.size())) ? 0.0 : 1.0;
  }
  return largest_error(operand, output, arena.reference(copy), rule);
}

std::vector<std::span<const std::byte>> outputs_of(const BoundCell& bound) {
  if (bound.chain != nullptr) return bound.chain->outputs();
  std::vector<std::span<const std::byte>> outputs;
  for (const int copy : bound.copies) outputs.emplace_back(output_in(bound, copy));
  return outputs;
}

}  // namespace

double Verifier::error_of_copies(const BoundCell& bound) {
  double error = 0;
  for (const int copy : bound.copies) {
    const std::span<const std::byte> there = output_in(bound, copy);
    output_.resize(std::max(output_.size(), there.size()));
    const std::span<std::byte> here = std::span(output_).first(there.size());
    backend_.download(here, there);
    error = std::max(error, error_of(bound, copy, here, arms_));
  }
  return error;
}

Correctness Verifier::compare(const BoundCell& bound) {
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

Correctness Verifier::before(const BoundCell& bound) {
  Known& known = known_[bound.index];
  known.checksums = backend_.checksums(outputs_of(bound));
  known.before = compare(bound);
  return known.before;
}

void Verifier::look(const BoundCell& bound) {
  Known& known = known_.at(bound.index);
  if (known.after && !known.after->passed) return;  // it cannot become right again
  const bool same = backend_.checksums(outputs_of(bound)) == known.checksums;
  const Correctness seen = same ? known.before : compare(bound);
  if (!known.after || seen.error > known.after->error) known.after = seen;
}

bool Verifier::follows(const BoundCell& bound) {
  Known& known = known_.at(bound.index);
  if (!known.after || !known.after->passed) return true;
  const Correctness seen = compare(bound);
  if (seen.error > known.after->error) known.after = seen;
  return seen.passed;
}

Correctness Verifier::after(const BoundCell& bound) const {
  const Known& known = known_.at(bound.index);
  Correctness result = known.after.value_or(known.before);
  result.when = Correctness::When::after;
  return result;
}

}  // namespace membound
