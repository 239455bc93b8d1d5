// SPDX-License-Identifier: Apache-2.0
// Traffic formulas: the counted bytes of a launch as a formula in the extents, read off the
// operands.
//
// Operand sizes are multilinear in the extents (sums of products in which each extent occurs once),
// so their values at the corners of a box determine every coefficient.
#include "tools/cli/traffic.hpp"

#include <cmath>
#include <vector>

#include "base/text.hpp"

namespace membound::cli {
namespace {

constexpr std::int64_t unit =
    1 << 14;  // a multiple of every `multiple_of` that a workload asks for

double bytes_at(const Workload& workload, std::string_view format, Access access,
                const Extents& at) {
  double total = 0;
  for (const Operand& operand : workload.operands(at, format)) {
    if (operand.access == access) total += static_cast<double>(operand.bytes().value);
  }
  return total;
}

/// Extents at corner `mask` of the box: `unit` or twice that.
Extents corner(const Workload& workload, std::size_t mask) {
  Extents at;
  for (std::size_t i = 0; i < workload.extents.size(); ++i)
    at[workload.extents[i].name] = (mask >> i & 1U) != 0 ? 2 * unit : unit;
  return at;
}

/// Coefficient of the product of the extents in `term`, from the corner values: for each extent,
/// the slope (f(2u) - f(u)) / u where the term has it, the intercept 2 f(u) - f(2u) where it has
/// not.
double coefficient(const std::vector<double>& values, std::size_t term, std::size_t extents) {
  std::vector<double> v = values;
  for (std::size_t i = 0; i < extents; ++i) {
    for (std::size_t mask = 0; mask < v.size(); ++mask) {
      if ((mask >> i & 1U) != 0) continue;
      const double low = v[mask];
      const double high = v[mask | 1U << i];
      v[mask] = (term >> i & 1U) != 0 ? (high - low) / static_cast<double>(unit) : 2 * low - high;
    }
  }
  return v[0];
}

std::string term_text(const Workload& workload, std::size_t term, double factor) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < workload.extents.size(); ++i) {
    if ((term >> i & 1U) != 0) parts.push_back(workload.extents[i].name);
  }
  if (factor != 1 || parts.empty()) parts.insert(parts.begin(), shortest(factor));
  return join(parts, "*");
}

}  // namespace

std::string traffic_formula(const Workload& workload, std::string_view format, Access access) {
  const std::size_t extents = workload.extents.size();
  const std::size_t corners = std::size_t{1} << extents;
  std::vector<double> values;
  for (std::size_t mask = 0; mask < corners; ++mask)
    values.push_back(bytes_at(workload, format, access, corner(workload, mask)));
  std::vector<std::string> terms;
  Extents elsewhere;
  for (const ExtentRule& rule : workload.extents) elsewhere[rule.name] = 3 * unit;
  double sum = 0;
  for (std::size_t term = corners; term-- > 0;) {
    const double factor = coefficient(values, term, extents);
    if (factor == 0) continue;
    terms.push_back(term_text(workload, term, factor));
    double product = factor;
    for (std::size_t i = 0; i < extents; ++i) product *= (term >> i & 1U) != 0 ? 3.0 * unit : 1.0;
    sum += product;
  }
  if (std::abs(sum - bytes_at(workload, format, access, elsewhere)) > 0.5) return "not a formula";
  return terms.empty() ? "0" : join(terms, " + ");
}

}  // namespace membound::cli
