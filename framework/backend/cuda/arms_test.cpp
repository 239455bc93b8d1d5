// SPDX-License-Identifier: Apache-2.0
// Every CUDA arm against its workload's reference, with each of its parameters, on shapes that
// divide badly.
#include <cuda_fp16.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>

#include "backend/cuda/cuda_backend.hpp"
#include "base/arm_cases.hpp"

namespace membound {
namespace {

constexpr std::byte poison{0xfb};
constexpr std::size_t guard = 4096;  ///< bytes behind every operand that nothing may touch

/// Gives every shape a batch, of which there are odd ones and the largest.
std::vector<Extents> with_batches(std::vector<Extents> shapes) {
  constexpr std::int64_t batches[] = {1, 8, 3, 2, 5, 4};
  for (std::size_t i = 0; i < shapes.size(); ++i)
    shapes[i]["batch"] = batches[i % std::size(batches)];
  return shapes;
}

std::vector<Extents> shapes(const Workload& workload) {
  if (workload.name == "stream") {  // regions of other workloads are any multiple of 256 bytes
    return {{{"bytes", 512}},     {{"bytes", 8192}},           {{"bytes", 8192 + 512}},
            {{"bytes", 135'680}}, {{"bytes", 9 * mebi + 512}}, {{"bytes", 70 * mebi + 8192}}};
  }
  if (workload.name == "layer") {
    return {{{"hidden", 128}, {"kv", 8}, {"inner", 128}},
            {{"hidden", 384}, {"kv", 40}, {"inner", 1152}},
            {{"hidden", 1024}, {"kv", 136}, {"inner", 3072}},
            {{"hidden", 2176}, {"kv", 8}, {"inner", 4224}},
            {{"hidden", 256}, {"kv", 16}, {"inner", 14'336}},
            {{"hidden", 128}, {"kv", 8}, {"inner", 16'512}},
            {{"hidden", 128}, {"kv", 24}, {"inner", 28'672}},
            {{"hidden", 1024}, {"kv", 24}, {"inner", 28'672}}};
  }
  const std::int64_t unit = workload.extents.back().multiple_of;
  std::vector<Extents> all = with_batches({{{"rows", 1}, {"cols", unit}},
                                           {{"rows", 3}, {"cols", 3 * unit}},
                                           {{"rows", 17}, {"cols", 11 * unit}},
                                           {{"rows", 13}, {"cols", 1024 + unit}},
                                           {{"rows", 259}, {"cols", 2176}},
                                           {{"rows", 1040}, {"cols", 4096}},
                                           {{"rows", 4099}, {"cols", 3072}},
                                           {{"rows", 2051}, {"cols", 8192}},
                                           {{"rows", 37}, {"cols", 14'336}},
                                           {{"rows", 5}, {"cols", 131'072 + unit}},
                                           {{"rows", 8}, {"cols", unit}},
                                           {{"rows", 264}, {"cols", 3072}},
                                           {{"rows", 2056}, {"cols", 4096}},
                                           {{"rows", 520}, {"cols", 1024 + unit}}});
  std::erase_if(all, [&](const Extents& extents) { return !accepts(workload.extents, extents); });
  return all;
}

/// The operands of one problem: inputs on host and device, outputs poisoned, guards behind all.
class Placed {
 public:
  Placed(Backend& backend, const Workload& workload, const Problem& problem) : backend_(backend) {
    for (const Operand& operand : workload.operands(problem.extents, problem.format)) {
      const auto size = static_cast<std::size_t>(operand.bytes().value);
      memory_.push_back(backend.allocate({static_cast<std::int64_t>(size + guard)}));
      backend.fill(memory_.back().bytes(), poison);
      device.views[operand.name] = memory_.back().bytes().first(size);
      if (operand.access != Access::read) continue;
      inputs_.emplace_back(size);
      host.views[operand.name] = inputs_.back();
    }
    workload.generate(problem, 77, host);
    for (const auto& [name, view] : host.views) backend.upload(device.views[name], view);
  }

  [[nodiscard]] std::vector<std::byte> download(std::span<const std::byte> bytes) const {
    std::vector<std::byte> copy(bytes.size());
    backend_.download(copy, bytes);
    return copy;
  }

  [[nodiscard]] bool only_outputs_were_written() const {
    const bool guards = std::ranges::all_of(memory_, [this](const Memory& memory) {
      return std::ranges::all_of(download(memory.bytes().last(guard)),
                                 [](std::byte b) { return b == poison; });
    });
    return guards && std::ranges::all_of(host.views, [this](const auto& input) {
             return std::ranges::equal(download(device.views.at(input.first)), input.second);
           });
  }

  Operands host;
  Operands device;

 private:
  Backend& backend_;
  std::vector<Memory> memory_;
  std::vector<std::vector<std::byte>> inputs_;
};

template <class T>
std::vector<double> values_as(const std::vector<std::byte>& bytes, double (*value)(T)) {
  std::vector<T> elements(bytes.size() / sizeof(T));
  std::memcpy(elements.data(), bytes.data(), elements.size() * sizeof(T));
  std::vector<double> values(elements.size());
  std::ranges::transform(elements, values.begin(), value);
  return values;
}

std::vector<double> values_of(const Operand& operand, const std::vector<std::byte>& bytes) {
  if (operand.access == Access::witness) {
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i < bytes.size(); i += sizeof(std::uint32_t)) {
      std::uint32_t entry = 0;
      std::memcpy(&entry, &bytes[i], sizeof entry);
      if (entry != 0xfbfbfbfbU) sum += entry;
    }
    return {static_cast<double>(sum)};
  }
  if (operand.element == Element::f32)
    return values_as<float>(bytes, [](float v) { return static_cast<double>(v); });
  if (operand.element == Element::u32)
    return values_as<std::uint32_t>(bytes, [](std::uint32_t v) { return static_cast<double>(v); });
  return values_as<__half_raw>(
      bytes, [](__half_raw v) { return static_cast<double>(__half2float(__half(v))); });
}

double error_of(const ErrorRule& rule, double value, double reference) {
  switch (rule.metric) {
    case ErrorMetric::scaled_absolute:
      return std::abs(value - reference) / (std::abs(reference) + rule.floor);
    case ErrorMetric::floored_relative:
      return std::abs(value - reference) / std::max(std::abs(reference), rule.floor);
    case ErrorMetric::exact: return value == reference ? 0 : 1;
  }
  return INFINITY;
}

/// Small shapes are held to a hundredth of the tolerance, below which a mistake could hide; in long
/// rows, rounding in single precision needs more, and so does a layer, which rounds to halves, and
/// a library whose tensor cores do not add in single precision throughout.
double allowed(const Arm& arm, const ErrorRule& rule, const Extents& extents) {
  const auto cols = extents.find("cols");
  const bool rounds = extents.contains("hidden") || arm.name.ends_with("/cublaslt") ||
                      (cols != extents.end() && cols->second > 2048);
  return rounds ? rule.tolerance : rule.tolerance / 100;
}

/// Elements whose error is not a number or larger than allowed.
std::ptrdiff_t wrong(const ErrorRule& rule, double limit, const std::vector<double>& values,
                     const std::vector<double>& reference) {
  std::ptrdiff_t count = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!(error_of(rule, values[i], reference[i]) <= limit)) ++count;
  }
  return count;
}

class CudaArm : public testing::TestWithParam<ArmCase> {
 protected:
  static void SetUpTestSuite() {
    if (why_cuda_unavailable().empty()) backend_ = open_cuda("");
  }
  static void TearDownTestSuite() { backend_.reset(); }
  void SetUp() override {
    if (!backend_) GTEST_SKIP() << why_cuda_unavailable();
  }

  static void compare(const Arm& arm, const Workload& workload, const Problem& problem) {
    Placed placed(*backend_, workload, problem);
    const Launch launch = arm.bind({.operands = placed.device,
                                    .extents = problem.extents,
                                    .format = problem.format,
                                    .parameters = GetParam().parameters,
                                    .device = &backend_->device()});
    const BatchLabel label{.arm = arm.name, .cell = {}, .may_overlap = arm.always_overlaps};
    EXPECT_GT(backend_->prepare({launch, launch}, label)->time(), Nanoseconds{});
    const std::vector<double> reference = workload.reference(problem, placed.host);
    for (const Operand& operand : workload.operands(problem.extents, problem.format)) {
      if (!is_output(operand.access)) continue;
      const auto values = values_of(operand, placed.download(placed.device.views.at(operand.name)));
      ASSERT_EQ(values.size(), reference.size());
      const double limit = allowed(arm, workload.error, problem.extents);
      EXPECT_EQ(wrong(workload.error, limit, values, reference), 0)
          << "of " << values.size() << " elements are wrong";
    }
    EXPECT_TRUE(placed.only_outputs_were_written());
  }

  static std::unique_ptr<Backend> backend_;
};
std::unique_ptr<Backend> CudaArm::backend_;

TEST_P(CudaArm, agrees_with_the_reference_on_every_shape) {
  const Catalogue catalogue = registered();
  const Arm& arm = *catalogue.arm(GetParam().arm);
  const Workload* const workload = catalogue.workload(arm.workload);
  ASSERT_NE(workload, nullptr) << arm.workload;
  if (const std::string why = arm.unavailable(backend_->device()); !why.empty())
    GTEST_SKIP() << why;
  int compared = 0;
  for (const Extents& extents : shapes(*workload)) {
    if (!accepts(arm.extents, extents)) continue;
    SCOPED_TRACE(testing::PrintToString(extents));
    try {
      compare(arm, *workload,
              {.extents = extents, .format = GetParam().format, .data = workload->data});
      ++compared;
    } catch (const Error& refusal) {
      EXPECT_THAT(refusal.what(), testing::HasSubstr("leave the arm out"));
    }
  }
  EXPECT_GT(compared, 0) << "every shape was refused";
}

/// Of every arm that reads something back: the same for every copy of the operands, each name once.
TEST(CudaArmReceipts, name_what_was_chosen_and_do_not_change_from_copy_to_copy) {
  if (const std::string why = why_cuda_unavailable(); !why.empty()) GTEST_SKIP() << why;
  const std::unique_ptr<Backend> backend = open_cuda("");
  const Catalogue catalogue = registered();
  const Extents extents{{"rows", 1040}, {"cols", 4096}, {"batch", 4}};
  for (const Arm& arm : catalogue.arms()) {
    if (arm.backend != "cuda" || !arm.receipts || !arm.unavailable(backend->device()).empty())
      continue;
    const Workload& workload = *catalogue.workload(arm.workload);
    for (const std::string& format : arm.formats) {
      SCOPED_TRACE(arm.name + " " + format);
      std::vector<std::vector<Receipt>> read;
      for (int copy = 0; copy < 2; ++copy) {
        const Placed placed(*backend, workload, {extents, format, workload.data});
        const Binding binding{.operands = placed.device,
                              .extents = extents,
                              .format = format,
                              .parameters = complete(arm, {}),
                              .device = &backend->device()};
        try {
          ASSERT_TRUE(arm.bind(binding));
        } catch (const Error& refusal) {
          EXPECT_THAT(refusal.what(), testing::HasSubstr("leave the arm out"));
          break;
        }
        read.push_back(arm.receipts(binding));
      }
      if (read.size() < 2) continue;
      EXPECT_FALSE(read[0].empty());
      EXPECT_EQ(read[0], read[1]);
      std::set<std::string> names;
      for (const Receipt& one : read[0]) names.insert(one.name);
      EXPECT_EQ(names.size(), read[0].size());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Registered, CudaArm, testing::ValuesIn(arm_cases("cuda")),
                         [](const auto& one) { return name_of(one.param); });

}  // namespace
}  // namespace membound
