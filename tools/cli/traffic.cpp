// SPDX-License-Identifier: Apache-2.0
// Traffic formulas: the counted bytes of a launch as a formula in the extents, read off the
// operands.
//
// Operand sizes are sums of products in which each extent occurs at most twice, so their values at
// three points along every extent determine every coefficient. Terms and points are numbered in
// base 3, with a digit for each extent: its power in a term, its place at a point.
#include "tools/cli/traffic.hpp"

#include <cmath>
#include <vector>

#include "base/text.hpp"

namespace membound::cli {
namespace {

/// Distance of the points: a multiple of every `multiple_of` that a workload asks for.
constexpr std::int64_t unit = 1 << 14;

constexpr std::size_t base = 3;

std::size_t place_of(std::size_t extent) {
  std::size_t place = 1;
  for (std::size_t i = 0; i < extent; ++i) place *= base;
  return place;
}

std::size_t digit(std::size_t number, std::size_t extent) {
  return number / place_of(extent) % base;
}

double bytes_at(const Workload& workload, std::string_view format, Access access,
                const Extents& at) {
  double total = 0;
  for (const Operand& operand : workload.operands(at, format)) {
    if (operand.access == access) total += static_cast<double>(operand.bytes().value);
  }
  return total;
}

/// Each extent is `unit`, twice or three times that.
Extents point(const Workload& workload, std::size_t number) {
  Extents at;
  for (std::size_t i = 0; i < workload.extents.size(); ++i)
    at[workload.extents[i].name] = static_cast<std::int64_t>(digit(number, i) + 1) * unit;
  return at;
}

/// Turns the values at all points into the coefficients of all terms: along each extent, a + b x +
/// c x^2 from its values at 1, 2 and 3 units.
void solve(std::vector<double>& values, std::size_t extents) {
  constexpr auto scale = static_cast<double>(unit);
  for (std::size_t i = 0; i < extents; ++i) {
    const std::size_t place = place_of(i);
    for (std::size_t at = 0; at < values.size(); ++at) {
      if (digit(at, i) != 0) continue;
      double& one = values[at];
      double& two = values[at + place];
      double& three = values[at + 2 * place];
      const double c = (one - 2 * two + three) / 2;
      const double b = two - one - 3 * c;
      one = one - b - c;
      two = b / scale;
      three = c / (scale * scale);
    }
  }
}

std::string term_text(const Workload& workload, std::size_t term, double factor) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < workload.extents.size(); ++i)
    parts.insert(parts.end(), digit(term, i), workload.extents[i].name);
  if (factor != 1 || parts.empty()) parts.insert(parts.begin(), shortest(factor));
  return join(parts, "*");
}

}  // namespace

std::string traffic_formula(const Workload& workload, std::string_view format, Access access) {
  const std::size_t extents = workload.extents.size();
  std::vector<double> values(place_of(extents));
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = bytes_at(workload, format, access, point(workload, i));
  solve(values, extents);
  constexpr std::int64_t beyond = 4 * unit;
  std::vector<std::string> terms;
  Extents elsewhere;
  for (const ExtentRule& rule : workload.extents) elsewhere[rule.name] = beyond;
  double sum = 0;
  for (std::size_t term = values.size(); term-- > 0;) {
    double product = values[term];
    if (product == 0) continue;
    terms.push_back(term_text(workload, term, product));
    for (std::size_t i = 0; i < extents; ++i)
      product *= std::pow(static_cast<double>(beyond), static_cast<double>(digit(term, i)));
    sum += product;
  }
  if (std::abs(sum - bytes_at(workload, format, access, elsewhere)) > 0.5) return "not a formula";
  return terms.empty() ? "0" : join(terms, " + ");
}

}  // namespace membound::cli
