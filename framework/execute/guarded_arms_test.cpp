// SPDX-License-Identifier: Apache-2.0
// Every arm on operands at whose ends memory stops. One that leaves them ends the process or the
// use of the device, so the first test that fails names it.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "backend/open.hpp"
#include "base/catalogue.hpp"
#include "base/host_operands.hpp"
#include "execute/guarded.hpp"

namespace membound {
namespace {

struct ArmCase {
  std::string arm;
  std::string format;
  Parameters parameters;
};

std::string name_of(const ArmCase& it) {
  std::string name = it.arm + "_" + it.format;
  for (const auto& [parameter, value] : it.parameters)
    name += "_" + parameter + std::to_string(value);
  std::ranges::replace(name, '/', '_');
  return name;
}

void PrintTo(const ArmCase& it, std::ostream* out) { *out << name_of(it); }

/// Every arm with its own parameters, and with every other choice of one of them.
std::vector<ArmCase> all_cases() {
  std::vector<ArmCase> cases;
  const Catalogue catalogue = registered();
  for (const Arm& arm : catalogue.arms()) {
    for (const std::string& format : arm.formats) {
      cases.push_back({arm.name, format, complete(arm, {})});
      for (const ParameterRule& rule : arm.parameters) {
        for (const std::int64_t choice : rule.choices) {
          if (choice != rule.initial)
            cases.push_back({arm.name, format, complete(arm, {{rule.name, choice}})});
        }
      }
    }
  }
  return cases;
}

std::vector<Extents> shapes(const Workload& workload) {
  if (workload.name == "stream") {
    return {{{"bytes", 8192}}, {{"bytes", 5 * 8192}}, {{"bytes", 3 * mebi + 8192}}};
  }
  if (workload.name == "layer") {
    return {{{"hidden", 128}, {"kv", 8}, {"inner", 128}},
            {{"hidden", 384}, {"kv", 40}, {"inner", 1152}},
            {{"hidden", 1024}, {"kv", 24}, {"inner", 3072}},
            {{"hidden", 128}, {"kv", 8}, {"inner", 16'512}}};
  }
  const std::int64_t unit = workload.extents.back().multiple_of;
  return {{{"rows", 1}, {"cols", unit}},       {{"rows", 3}, {"cols", 3 * unit}},
          {{"rows", 17}, {"cols", 11 * unit}}, {{"rows", 64}, {"cols", 1024}},
          {{"rows", 259}, {"cols", 2176}},     {{"rows", 130}, {"cols", 4096}},
          {{"rows", 37}, {"cols", 14'336}}};
}

bool accepts(const Arm& arm, const Extents& extents) {
  return std::ranges::all_of(arm.extents, [&](const ExtentRule& rule) {
    const std::int64_t value = extents.at(rule.name);
    return value % rule.multiple_of == 0 && value <= rule.most;
  });
}

/// The backends that can be opened, each once.
Backend* backend_of(const std::string& name) {
  static std::map<std::string, std::unique_ptr<Backend>> opened;
  if (!why_unavailable(name).empty()) return nullptr;
  std::unique_ptr<Backend>& backend = opened[name];
  if (!backend) backend = open(name, name == "cpu" ? "2" : "");
  return backend.get();
}

class GuardedArm : public ::testing::TestWithParam<ArmCase> {
 protected:
  /// Name of an operand that was written where it may not be; empty: none.
  static std::string written_by(const Arm& arm, Backend& backend, const HostOperands& host,
                                GuardedOperands::End end) {
    const Problem& problem = host.problem;
    const GuardedOperands guarded(backend, host.workload.operands(problem.extents, problem.format),
                                  host.operands, end);
    EXPECT_TRUE(guarded.available());
    const Launch launch = arm.bind({.operands = guarded.views(),
                                    .extents = problem.extents,
                                    .format = problem.format,
                                    .parameters = GetParam().parameters,
                                    .device = &backend.device()});
    const BatchLabel label{.arm = arm.name, .cell = {}, .may_overlap = arm.always_overlaps};
    static_cast<void>(backend.prepare({launch}, label)->time());
    return guarded.written();
  }
};

TEST_P(GuardedArm, stays_within_its_operands) {
  const Catalogue catalogue = registered();
  const Arm& arm = *catalogue.arm(GetParam().arm);
  Backend* const backend = backend_of(arm.backend);
  if (backend == nullptr) GTEST_SKIP() << why_unavailable(arm.backend);
  const std::string why = arm.unavailable ? arm.unavailable(backend->device()) : "";
  if (!why.empty()) GTEST_SKIP() << why;
  const auto bits = GetParam().parameters.find("vector_bits");
  if (bits != GetParam().parameters.end() && bits->second == 512 &&
      backend->device().architecture != "avx512")
    GTEST_SKIP() << "this processor has no such vectors";
  for (const Extents& extents : shapes(*catalogue.workload(arm.workload))) {
    if (!accepts(arm, extents)) continue;
    SCOPED_TRACE(::testing::PrintToString(extents));
    const HostOperands host(arm.workload, GetParam().format, extents, 5);
    for (const auto end : {GuardedOperands::End::back, GuardedOperands::End::front})
      EXPECT_EQ(written_by(arm, *backend, host, end), "");
  }
}

INSTANTIATE_TEST_SUITE_P(Registered, GuardedArm, ::testing::ValuesIn(all_cases()),
                         [](const auto& one) { return name_of(one.param); });

}  // namespace
}  // namespace membound
