// SPDX-License-Identifier: Apache-2.0
// The double-precision product y = W x that the matrix-vector workloads are checked against.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "membound/workload.hpp"

namespace membound {

/// Writes row number `row` of W, as stored and exactly, to `values`. Called from several threads.
using LoadRow = std::function<void(std::int64_t row, std::span<double> values)>;

/// y[r] = sum over c of W[r][c] * x[c]. The order of the additions depends on the number of columns
/// alone.
std::vector<double> matvec(std::int64_t rows, std::span<const double> x, const LoadRow& load);

/// Factor that keeps y as large as x when y = W x is applied again and again with the weights of
/// `problem`, uniform in [low, high): the sum of cols products grows with the square root of cols
/// as far as the weights vary, and with cols as far as they have a mean.
double matvec_scale(const Problem& problem);

}  // namespace membound
