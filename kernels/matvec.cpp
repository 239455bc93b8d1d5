// SPDX-License-Identifier: Apache-2.0
// The double-precision product y = W x that the matrix-vector workloads are checked against.
#include "matvec.hpp"

#include <array>
#include <cmath>

#include "generate.hpp"

namespace membound {
namespace {

/// Eight running sums, because one would make every addition wait for the one before it.
double dot(std::span<const double> a, std::span<const double> b) {
  constexpr std::size_t lanes = 8;
  std::array<double, lanes> sums{};
  std::size_t c = 0;
  for (; c + lanes <= a.size(); c += lanes) {
    for (std::size_t lane = 0; lane < lanes; ++lane) sums[lane] += a[c + lane] * b[c + lane];
  }
  double total = 0;
  for (; c < a.size(); ++c) total += a[c] * b[c];
  for (const double sum : sums) total += sum;
  return total;
}

}  // namespace

std::vector<double> matvec(std::int64_t rows, std::span<const double> x, const LoadRow& load) {
  std::vector<double> y(static_cast<std::size_t>(rows));
  in_parallel(rows, 1 + (1 << 16) / static_cast<std::int64_t>(x.size()),
              [&](std::int64_t begin, std::int64_t end) {
                std::vector<double> row(x.size());
                for (std::int64_t r = begin; r < end; ++r) {
                  load(r, row);
                  y[static_cast<std::size_t>(r)] = dot(row, x);
                }
              });
  return y;
}

double matvec_scale(const Problem& problem) {
  const auto cols = static_cast<double>(problem.extents.at("cols"));
  const double width = problem.data.high - problem.data.low;
  const double mean = (problem.data.high + problem.data.low) / 2;
  return 1 / std::sqrt(cols * width * width / 12 + cols * cols * mean * mean);
}

}  // namespace membound
