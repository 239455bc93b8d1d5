// SPDX-License-Identifier: Apache-2.0
// Every arm on operands at whose ends memory stops. One that leaves them ends the process or the
// use of the device, so the first test that fails names it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "backend/open.hpp"
#include "base/arm_cases.hpp"
#include "base/host_operands.hpp"
#include "execute/guarded.hpp"

namespace membound {
namespace {

std::vector<Extents> shapes(const Workload& workload) {
  const std::int64_t unit = workload.extents.back().multiple_of;
  return shapes_of(workload, {{{"rows", 1}, {"cols", unit}},
                              {{"rows", 3}, {"cols", 3 * unit}},
                              {{"rows", 17}, {"cols", 11 * unit}},
                              {{"rows", 64}, {"cols", 1024}},
                              {{"rows", 259}, {"cols", 2176}},
                              {{"rows", 130}, {"cols", 4096}},
                              {{"rows", 37}, {"cols", 14'336}},
                              {{"rows", 264}, {"cols", 3072}}});
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
    Launch launch;
    try {
      launch = arm.bind({.operands = guarded.views(),
                         .extents = problem.extents,
                         .format = problem.format,
                         .parameters = GetParam().parameters,
                         .device = &backend.device()});
    } catch (const Error& refusal) {
      EXPECT_THAT(refusal.what(), ::testing::HasSubstr("leave the arm out"));
      return {};
    }
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
    if (!accepts(arm.extents, extents)) continue;
    SCOPED_TRACE(::testing::PrintToString(extents));
    const HostOperands host(arm.workload, GetParam().format, extents, 5);
    for (const auto end : {GuardedOperands::End::back, GuardedOperands::End::front})
      EXPECT_EQ(written_by(arm, *backend, host, end), "");
  }
}

INSTANTIATE_TEST_SUITE_P(Registered, GuardedArm, ::testing::ValuesIn(arm_cases()),
                         [](const auto& one) { return name_of(one.param); });

}  // namespace
}  // namespace membound
