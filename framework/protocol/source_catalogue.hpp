// SPDX-License-Identifier: Apache-2.0
// A catalogue for the protocols of testdata/sources/: made-up kernels in the place of those that
// the published texts measured.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "protocol/test_catalogue.hpp"

namespace membound::testing {

/// A projection of `batch` rows; q8 has one f32 scale for 32 weights.
inline std::vector<Operand> projection_operands(const Extents& extents, std::string_view format) {
  const std::int64_t rows = extents.at("rows");
  const std::int64_t cols = extents.at("cols");
  const std::int64_t batch = extents.at("batch");
  std::vector<Operand> operands;
  if (format == "q8") {
    operands = {{"weights", Element::i8, {rows, cols}, Access::read},
                {"scales", Element::f32, {rows, cols / 32}, Access::read}};
  } else {
    operands = {{"weights", Element::bf16, {rows, cols}, Access::read}};
  }
  operands.push_back({"x", Element::bf16, {batch, cols}, Access::read});
  operands.push_back({"y", Element::f32, {batch, rows}, Access::write});
  return operands;
}

/// Products with quantised weights: q8 has a scale for each row, q4 one for each 128 weights.
inline std::vector<Operand> dequant_operands(const Extents& extents, std::string_view format) {
  const std::int64_t rows = extents.at("rows");
  const std::int64_t cols = extents.at("cols");
  std::vector<Operand> operands;
  if (format == "q8") {
    operands = {{"weights", Element::i8, {rows, cols}, Access::read},
                {"scales", Element::f32, {rows}, Access::read}};
  } else if (format == "q4") {
    operands = {{"weights", Element::u8, {rows, cols / 2}, Access::read},
                {"scales", Element::f16, {rows, cols / 128}, Access::read}};
  } else {
    operands = {{"weights", Element::f16, {rows, cols}, Access::read}};
  }
  operands.push_back({"x", Element::f16, {cols}, Access::read});
  operands.push_back({"y", Element::f32, {rows}, Access::write});
  return operands;
}

/// The lesson's product: f32, or int8 with a scale for each row.
inline std::vector<Operand> lesson_operands(const Extents& extents, std::string_view format) {
  const std::int64_t rows = extents.at("rows");
  const std::int64_t cols = extents.at("cols");
  std::vector<Operand> operands;
  if (format == "int8") {
    operands = {{"weights", Element::i8, {rows, cols}, Access::read},
                {"scales", Element::f32, {rows}, Access::read}};
  } else {
    operands = {{"weights", Element::f32, {rows, cols}, Access::read}};
  }
  operands.push_back({"x", Element::f32, {cols}, Access::read});
  operands.push_back({"y", Element::f32, {rows}, Access::write});
  return operands;
}

/// Rows of halves, as published.
inline std::vector<Operand> half_rows(const Extents& extents, std::string_view) {
  const std::int64_t rows = extents.at("rows");
  const std::int64_t cols = extents.at("cols");
  return {{"x", Element::f16, {rows, cols}, Access::read},
          {"y", Element::f16, {rows, cols}, Access::write}};
}

inline Catalogue source_catalogue() {
  std::vector<Workload> workloads = test_workloads();
  for (Workload& workload : workloads) {
    if (workload.name != "softmax") continue;
    workload.formats = {"f16"};
    workload.operands = half_rows;
  }
  const std::vector<ExtentRule> matrix{{.name = "rows"}, {.name = "cols", .multiple_of = 128}};
  workloads.push_back({.name = "projection",
                       .extents = {{.name = "rows"}, {.name = "cols"}, {.name = "batch"}},
                       .formats = {"bf16", "f16", "q8"},
                       .operands = projection_operands});
  workloads.push_back({.name = "dequant",
                       .extents = matrix,
                       .formats = {"f16", "q8", "q4"},
                       .operands = dequant_operands});
  workloads.push_back({.name = "lesson",
                       .extents = matrix,
                       .formats = {"f32", "int8"},
                       .operands = lesson_operands});
  std::vector<Arm> arms = test_arms();
  for (Arm& arm : arms) {
    if (arm.workload == "softmax") arm.formats = {"f16"};
  }
  const auto add = [&](std::string name, std::vector<std::string> formats,
                       std::vector<ParameterRule> parameters = {}) {
    const std::string workload = name.substr(0, name.find('/'));
    arms.push_back({.name = std::move(name),
                    .backend = "cuda",
                    .workload = workload,
                    .formats = std::move(formats),
                    .parameters = std::move(parameters)});
  };
  add("projection/native", {"bf16", "q8"});
  add("projection/k_major", {"bf16", "q8"},
      {{.name = "batch_rows", .initial = 8, .choices = {1, 8}},
       {.name = "columns_per_thread", .initial = 8, .choices = {1, 2, 4, 8}}});
  add("projection/vendor", {"f16"});
  add("softmax/split", {"f16"});
  for (const std::string format : {"f16", "q8", "q4"}) add("dequant/" + format, {format});
  for (const std::string format : {"f32", "int8"}) add("lesson/" + format, {format});
  return {std::move(workloads), std::move(arms)};
}

}  // namespace membound::testing
