// SPDX-License-Identifier: Apache-2.0
// Verification of what repetitions leave, every rotated copy or link of it.
#include "execute/verify.hpp"

#include <algorithm>
#include <set>
#include <span>
#include <utility>

#include "execute/compare.hpp"

namespace membound {
namespace {

/// A read ceiling is right when its partial sums add up to the sum of its source, an arm when its
/// output is within the tolerance of the reference.
double error_of(const BoundCell& bound, int copy, std::span<const std::byte> output,
                const ErrorRule& rule) {
  const Arena& arena = *bound.arena;
  const Operand& operand = bound.output->operand;
  if (operand.access == Access::witness)
    return largest_error(operand, output, {arena.input_sum()}, rule);
  return largest_error(operand, output, arena.reference(copy), rule);
}

bool is_copy_ceiling(const BoundCell& bound) {
  return bound.cell->kind != CellKind::arm && bound.output->operand.access == Access::write;
}

/// What a copy ceiling copies: the beginning of the inputs.
std::vector<std::span<const std::byte>> sources_of(const BoundCell& bound) {
  std::vector<std::span<const std::byte>> sources;
  for (const int copy : bound.copies)
    sources.emplace_back(bound.arena->copy(copy).first(output_in(bound, copy).size()));
  return sources;
}

std::vector<std::span<const std::byte>> outputs_of(const BoundCell& bound) {
  if (bound.chain != nullptr) return bound.chain->outputs();
  std::vector<std::span<const std::byte>> outputs;
  for (const int copy : bound.copies) outputs.emplace_back(output_in(bound, copy));
  return outputs;
}

}  // namespace

/// Copies with the same inputs that hold the same bits have the same error: one of them is
/// compared.
double Verifier::error_of_copies(const BoundCell& bound, const Checksums& checksums) {
  std::set<std::pair<const std::vector<double>*, std::uint64_t>> compared;
  double error = 0;
  for (std::size_t i = 0; i < bound.copies.size(); ++i) {
    const int copy = bound.copies[i];
    if (!compared.emplace(&bound.arena->reference(copy), checksums[i]).second) continue;
    const std::span<const std::byte> there = output_in(bound, copy);
    output_.resize(std::max(output_.size(), there.size()));
    const std::span<std::byte> here = std::span(output_).first(there.size());
    backend_.download(here, there);
    error = std::max(error, error_of(bound, copy, here, arms_));
  }
  return error;
}

Correctness Verifier::compare(const BoundCell& bound, const Checksums& checksums) {
  Correctness result{.cell = bound.index,
                     .copies = static_cast<int>(bound.copies.size()),
                     .tolerance = bound.cell->kind == CellKind::arm ? arms_.tolerance : 0};
  if (bound.chain != nullptr) {
    result.copies = bound.chain->links();
    result.error = bound.chain->largest_error(backend_, arms_);
  } else if (is_copy_ceiling(bound)) {
    result.error = backend_.checksums(sources_of(bound)) == checksums ? 0 : 1;
  } else {
    result.error = error_of_copies(bound, checksums);
  }
  result.passed = within(result.error, result.tolerance);
  return result;
}

Correctness Verifier::before(const BoundCell& bound) {
  Known& known = known_[bound.index];
  known.checksums = backend_.checksums(outputs_of(bound));
  known.before = compare(bound, known.checksums);
  return known.before;
}

void Verifier::look(const BoundCell& bound) {
  Known& known = known_.at(bound.index);
  if (known.after && !known.after->passed) return;  // it cannot become right again
  const Checksums now = backend_.checksums(outputs_of(bound));
  const Correctness seen = now == known.checksums ? known.before : compare(bound, now);
  if (!known.after || seen.error > known.after->error) known.after = seen;
}

bool Verifier::follows(const BoundCell& bound) {
  Known& known = known_.at(bound.index);
  if (!known.after || !known.after->passed) return true;
  const Correctness seen = compare(bound, backend_.checksums(outputs_of(bound)));
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
