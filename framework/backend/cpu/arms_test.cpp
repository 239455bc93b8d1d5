// SPDX-License-Identifier: Apache-2.0
// Every CPU arm against its workload's reference, through the real backend, on shapes that divide
// badly.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "backend/open.hpp"
#include "base/arm_cases.hpp"
#include "base/host_operands.hpp"

namespace membound {
namespace {

std::vector<Extents> shapes(const Workload& workload) {
  const std::int64_t unit = workload.extents.back().multiple_of;
  return shapes_of(workload, {{{"rows", 1}, {"cols", unit}},
                              {{"rows", 3}, {"cols", 3 * unit}},
                              {{"rows", 17}, {"cols", 11 * unit}},
                              {{"rows", 13}, {"cols", 1024 + unit}},
                              {{"rows", 257}, {"cols", 384}}});
}

/// The operands of `host` on the device, each with guard bytes behind it.
class OnDevice {
 public:
  OnDevice(Backend& backend, const HostOperands& host) : backend_(backend) {
    for (const auto& [name, view] : host.operands.views) {
      memory_.push_back(backend.allocate({static_cast<std::int64_t>(view.size()) + guard}));
      const std::span<std::byte> all = memory_.back().bytes();
      backend.fill(all, HostOperands::poison);
      operands.views[name] = all.first(view.size());
      backend.upload(operands.views[name], view);
    }
  }

  [[nodiscard]] std::vector<std::byte> download(std::string_view name) const {
    const std::span<std::byte> view = operands.views.find(name)->second;
    std::vector<std::byte> host(view.size());
    backend_.download(host, view);
    return host;
  }

  /// Whether nothing wrote behind an operand.
  [[nodiscard]] bool guards_are_intact() const {
    return std::ranges::all_of(memory_, [](const Memory& memory) {
      return std::ranges::all_of(memory.bytes().last(guard),
                                 [](std::byte b) { return b == HostOperands::poison; });
    });
  }

  static constexpr std::int64_t guard = 256;
  Operands operands;

 private:
  Backend& backend_;
  std::vector<Memory> memory_;
};

template <class T>
std::vector<T> as(const std::vector<std::byte>& bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

/// The value of a finite half by the definition in IEEE 754; the poison is NaN.
double half(std::uint16_t bits) {
  const int exponent = (bits >> 10) & 31;
  const int fraction = bits & 1023;
  if (exponent == 31) return fraction == 0 ? INFINITY : NAN;
  const double magnitude =
      exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
  return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

std::vector<double> values_of(Element element, const std::vector<std::byte>& bytes) {
  std::vector<double> values;
  if (element == Element::f32) {
    for (const float value : as<float>(bytes)) values.push_back(static_cast<double>(value));
  } else if (element == Element::f16) {
    for (const std::uint16_t value : as<std::uint16_t>(bytes)) values.push_back(half(value));
  } else {
    for (const std::uint32_t value : as<std::uint32_t>(bytes)) values.push_back(value);
  }
  return values;
}

/// Sum of a witness modulo 2^32 without the entries that are still poisoned.
std::vector<double> witness_sum(const std::vector<std::byte>& bytes) {
  std::uint32_t sum = 0;
  for (const std::uint32_t entry : as<std::uint32_t>(bytes)) sum += entry == 0xffffffff ? 0 : entry;
  return {static_cast<double>(sum)};
}

double error_of(const ErrorRule& rule, double value, double reference) {
  switch (rule.metric) {
    case ErrorMetric::scaled_absolute:
      return std::abs(value - reference) / (std::abs(reference) + rule.floor);
    case ErrorMetric::floored_relative:
      return std::abs(value - reference) / std::max(std::abs(reference), rule.floor);
    case ErrorMetric::exact: return value == reference ? 0 : 1;
  }
  return 1;
}

/// Largest error; infinite when a value is not a number or the numbers of values differ.
double largest_error(const ErrorRule& rule, const std::vector<double>& values,
                     const std::vector<double>& reference) {
  if (values.size() != reference.size()) return INFINITY;
  double largest = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double error = error_of(rule, values[i], reference[i]);
    if (!(error <= largest)) largest = std::isnan(error) ? INFINITY : error;
  }
  return largest;
}

class CpuArm : public testing::TestWithParam<std::tuple<ArmCase, const char*>> {
 protected:
  /// Runs the arm on one shape, twice in a batch, and compares its output with the reference.
  void check(Backend& backend, const ArmCase& it, const HostOperands& host) {
    const OnDevice device(backend, host);
    Launch launch;
    try {
      launch = arm_.bind({.operands = device.operands,
                          .extents = host.problem.extents,
                          .format = it.format,
                          .parameters = it.parameters,
                          .device = &backend.device()});
    } catch (const Error& error) {
      if (std::string_view(error.what()).find("this processor has") == std::string::npos) throw;
      GTEST_SKIP() << error.what();  // the parameter asks for vectors that are not there
    }
    EXPECT_GE(backend.prepare({launch, launch}, {})->time().value, 0);
    for (const Operand& operand : host.workload.operands(host.problem.extents, it.format)) {
      const std::vector<std::byte> bytes = device.download(operand.name);
      if (operand.access == Access::read) {
        EXPECT_TRUE(std::ranges::equal(bytes, host.operands.views.find(operand.name)->second))
            << operand.name;
        continue;
      }
      if (operand.access == Access::scratch) continue;
      const std::vector<double> values = operand.access == Access::witness
                                             ? witness_sum(bytes)
                                             : values_of(operand.element, bytes);
      // A hundredth of the tolerance: these shapes are small, and an error must not hide below it.
      // A layer rounds its vectors to halves, and its tolerance is about that.
      const double tolerance = host.workload.error.tolerance;
      const double allowed = host.workload.name == "layer" ? tolerance : tolerance / 100;
      EXPECT_LE(largest_error(host.workload.error, values, host.reference()), allowed);
    }
    EXPECT_TRUE(device.guards_are_intact());
  }

  Arm arm_;
};

TEST_P(CpuArm, agrees_with_the_reference_on_every_shape) {
  const auto& [it, threads] = GetParam();
  const Catalogue catalogue = registered();
  arm_ = *catalogue.arm(it.arm);
  const auto backend = open("cpu", threads);
  if (arm_.unavailable && !arm_.unavailable(backend->device()).empty()) {
    GTEST_SKIP() << arm_.unavailable(backend->device());
  }
  for (const Extents& extents : shapes(*catalogue.workload(arm_.workload))) {
    const HostOperands host(arm_.workload, it.format, extents, 77);
    SCOPED_TRACE(testing::PrintToString(extents));
    check(*backend, it, host);
    if (IsSkipped()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Registered, CpuArm,
                         testing::Combine(testing::ValuesIn(arm_cases("cpu")),
                                          testing::Values("", "1")),
                         [](const auto& one) {
                           const bool team = *std::get<1>(one.param) == '\0';
                           return name_of(std::get<0>(one.param)) +
                                  (team ? "_team" : "_one_thread");
                         });

}  // namespace
}  // namespace membound
