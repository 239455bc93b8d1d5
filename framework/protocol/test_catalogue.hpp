// SPDX-License-Identifier: Apache-2.0
// A small catalogue made by hand, and protocols that fit it, for the tests of this folder.
#pragma once

#include <string>
#include <vector>

#include "base/catalogue.hpp"
#include "protocol/freeze.hpp"
#include "protocol/protocol.hpp"

namespace membound::testing {

inline std::vector<Operand> gemv_operands(const Extents& extents, std::string_view) {
  const std::int64_t rows = extents.at("rows");
  const std::int64_t cols = extents.at("cols");
  return {{"matrix", Element::f16, {rows, cols}, Access::read},
          {"x", Element::f16, {cols}, Access::read},
          {"y", Element::f32, {rows}, Access::write}};
}

inline std::vector<Operand> softmax_operands(const Extents& extents, std::string_view) {
  const std::int64_t rows = extents.at("rows");
  const std::int64_t cols = extents.at("cols");
  return {{"x", Element::f32, {rows, cols}, Access::read},
          {"y", Element::f32, {rows, cols}, Access::write}};
}

inline std::vector<Workload> test_workloads() {
  return {{.name = "gemv",
           .summary = "y = A x",
           .extents = {{.name = "rows", .help = "rows of the matrix"},
                       {.name = "cols", .multiple_of = 8, .help = "columns of the matrix"}},
           .formats = {"f16", "q4"},
           .ceiling = CeilingKind::read,
           .error = {ErrorMetric::scaled_absolute, 1, 2e-3},
           .operands = gemv_operands},
          {.name = "softmax",
           .summary = "row-wise softmax",
           .extents = {{.name = "rows"}, {.name = "cols"}},
           .formats = {"f32"},
           .data = {.low = -4, .high = 4},
           .ceiling = CeilingKind::copy,
           .operands = softmax_operands},
          {.name = "stream",
           .extents = {{.name = "bytes", .multiple_of = 8192}},
           .formats = {"read", "copy"},
           .error = {ErrorMetric::exact, 0, 0},
           .source = "kernels/stream/stream.cpp"}};
}

inline std::vector<Arm> test_arms() {
  const ParameterRule block{
      .name = "block", .initial = 256, .choices = {128, 256, 512}, .help = "threads"};
  const ParameterRule columns{.name = "columns_per_thread", .initial = 8, .least = 1, .most = 64};
  const std::string source = "kernels/stream/stream.cpp";
  return {
      {.name = "gemv/naive", .backend = "cuda", .workload = "gemv", .formats = {"f16"}},
      {.name = "gemv/warp",
       .backend = "cuda",
       .workload = "gemv",
       .formats = {"f16"},
       .parameters = {block, columns}},
      {.name = "gemv/wide",
       .backend = "cuda",
       .workload = "gemv",
       .formats = {"f16"},
       .parameters = {block},
       .extents = {{.name = "cols",
                    .multiple_of = 512,
                    .help = "a warp loads 512 columns at once"}}},
      {.name = "gemv/q4", .backend = "cuda", .workload = "gemv", .formats = {"q4"}},
      {.name = "gemv/threads", .backend = "cpu", .workload = "gemv", .formats = {"f16"}},
      {.name = "gemv/script", .backend = "scripted", .workload = "gemv", .formats = {"f16"}},
      {.name = "softmax/online", .backend = "cuda", .workload = "softmax", .formats = {"f32"}},
      {.name = "softmax/two_pass", .backend = "cuda", .workload = "softmax", .formats = {"f32"}},
      {.name = "stream/copy_plain",
       .backend = "cuda",
       .workload = "stream",
       .formats = {"copy"},
       .source = source},
      {.name = "stream/read_plain",
       .backend = "cuda",
       .workload = "stream",
       .formats = {"read"},
       .source = source},
      {.name = "stream/read_wide",
       .backend = "cuda",
       .workload = "stream",
       .formats = {"read"},
       .source = source},
      {.name = "stream/null",
       .backend = "cuda",
       .workload = "stream",
       .formats = {"null"},
       .source = source}};
}

inline Catalogue test_catalogue() { return {test_workloads(), test_arms()}; }

inline Provenance test_provenance() {
  return {.build = {.version = "0.1.0",
                    .commit = std::string(40, 'a'),
                    .dirty = false,
                    .compiler = "GNU 12.2.0"},
          .time = "2026-11-30T17:22:00Z"};
}

/// Everything that is wrong with a text.
inline std::vector<Finding> check(std::string_view text) {
  return read_protocol(text, test_catalogue()).findings;
}

}  // namespace membound::testing
