// SPDX-License-Identifier: Apache-2.0
// Verification of what repetitions leave, every rotated copy or link of it.
#include "execute/verify.hpp"

#include <algorithm>
#include <set>
#include <span>
#include <utility>

#include "backend/cpu/pages.hpp"
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

std::span<std::byte> Verifier::downloaded(std::span<const std::byte> output) {
  if (output_.bytes().size() < output.size())
    output_ = cpu::map_pages({static_cast<std::int64_t>(output.size())});
  const std::span<std::byte> here = output_.bytes().first(output.size());
  backend_.download(here, output);
  return here;
}

/// The same bits for the same inputs have the same error: a copy that holds what it held when it
/// was compared before is not compared again, and of several that agree one is.
double Verifier::error_of_copies(const BoundCell& bound, const Checksums& checksums,
                                 const Known& known) {
  std::set<std::pair<bool, std::uint64_t>> compared;
  double error = 0;
  for (std::size_t i = 0; i < bound.copies.size(); ++i) {
    const int copy = bound.copies[i];
    const bool altered = bound.arena->altered(copy);
    if (!compared.emplace(altered, checksums[i]).second) continue;
    const bool as_before =
        !altered && !known.checksums.empty() && checksums[i] == known.checksums[i];
    error = std::max(error, as_before
                                ? known.before.error
                                : error_of(bound, copy, downloaded(output_in(bound, copy)), arms_));
  }
  return error;
}

Correctness Verifier::compare(const BoundCell& bound, const Checksums& checksums,
                              const Known& known) {
  Correctness result{.cell = bound.index,
                     .copies = static_cast<int>(bound.copies.size()),
                     .tolerance = bound.cell->kind == CellKind::arm ? arms_.tolerance : 0};
  if (bound.chain != nullptr) {
    result.copies = bound.chain->links();
    result.error = bound.chain->largest_error(backend_, arms_);
  } else if (is_copy_ceiling(bound)) {
    result.error = backend_.checksums(sources_of(bound)) == checksums ? 0 : 1;
  } else {
    result.error = error_of_copies(bound, checksums, known);
  }
  result.passed = within(result.error, result.tolerance);
  return result;
}

Correctness Verifier::before(const BoundCell& bound) {
  Known& known = known_[bound.index];
  const Checksums now = backend_.checksums(outputs_of(bound));
  known.before = compare(bound, now, known);
  known.checksums = now;
  return known.before;
}

void Verifier::look(const BoundCell& bound) {
  Known& known = known_.at(bound.index);
  if (known.after && !known.after->passed) return;  // it cannot become right again
  const Checksums now = backend_.checksums(outputs_of(bound));
  const Correctness seen = now == known.checksums ? known.before : compare(bound, now, known);
  if (!known.after || seen.error > known.after->error) known.after = seen;
}

bool Verifier::follows(const BoundCell& bound) {
  Known& known = known_.at(bound.index);
  if (!known.after || !known.after->passed) return true;
  const Correctness seen = compare(bound, backend_.checksums(outputs_of(bound)), known);
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
