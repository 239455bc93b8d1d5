// SPDX-License-Identifier: Apache-2.0
// Chains on a GPU: every arm that can be a link, and planted kernels that must be caught; skipped
// with the reason where there is no GPU.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>

#include "backend/cuda/cuda_backend.hpp"
#include "execute/chain.hpp"
#include "execute/impatient.hpp"

namespace membound {
namespace {

using ::testing::HasSubstr;

constexpr int few_links = 9;

using Bind = std::function<Launch(const Binding&)>;

/// A chain of one workload and format, ready to be run.
class Chained {
 public:
  Chained(Backend& backend, const std::string& workload, const std::string& format, Extents extents,
          int links = few_links)
      : backend_(backend),
        workload_(*catalogue_.workload(workload)),
        set_{"case", workload, {std::move(extents), format, workload_.data}},
        arena_(workload_, set_, {.seed = 5, .working_set = {64 * mebi}}, backend) {
    arena_.compute_reference(workload_, set_);
    chain_ =
        std::make_unique<Chain>(ChainSetup{workload_, set_, arena_, links, 0}, catalogue_, backend);
  }

  double error_of(const Bind& bind, const Parameters& parameters, bool may_overlap) {
    std::vector<Launch> launches;
    for (int k = 0; k < chain_->links(); ++k) {
      launches.push_back(bind({.operands = chain_->operands(k),
                               .extents = set_.problem.extents,
                               .format = set_.problem.format,
                               .parameters = parameters,
                               .device = &backend_.device(),
                               .link = chain_->link(),
                               .may_overlap = may_overlap}));
    }
    const BatchLabel label{
        .arm = "arm", .cell = "case", .mode = LaunchMode::chain, .may_overlap = may_overlap};
    const auto batch = backend_.prepare(std::move(launches), label);
    double worst = 0;
    for (int repetition = 0; repetition < 2; ++repetition) {
      chain_->reset(backend_);
      static_cast<void>(batch->time());
      worst = std::max(worst, chain_->largest_error(backend_, workload_.error));
    }
    return worst;
  }

 private:
  const Catalogue catalogue_ = registered();
  Backend& backend_;
  const Workload& workload_;
  OperandSet set_;
  Arena arena_;
  std::unique_ptr<Chain> chain_;
};

class ChainOnGpu : public ::testing::Test {
 protected:
  void SetUp() override {
    if (const std::string why = why_cuda_unavailable(); !why.empty()) GTEST_SKIP() << why;
    backend_ = open_cuda("");
  }
  std::unique_ptr<Backend> backend_;
};

bool accepts(const Arm& arm, const Extents& extents) {
  return std::ranges::all_of(arm.extents, [&](const ExtentRule& rule) {
    const std::int64_t value = extents.at(rule.name);
    return value % rule.multiple_of == 0 && value <= rule.most;
  });
}

/// Shapes of links: short, ragged, longer and shorter than their input.
std::vector<Extents> shapes(const std::string& workload) {
  if (workload == "layer") {
    return {{{"hidden", 1024}, {"kv", 8}, {"inner", 1024}},
            {{"hidden", 2048}, {"kv", 136}, {"inner", 7168}},
            {{"hidden", 1024}, {"kv", 24}, {"inner", 28'672}}};
  }
  return {{{"rows", 1024}, {"cols", 1024}},
          {{"rows", 2051}, {"cols", 1024}},
          {{"rows", 517}, {"cols", 4096}},
          {{"rows", 4096}, {"cols", 4096}},
          {{"rows", 1000}, {"cols", 14'336}}};
}

TEST_F(ChainOnGpu, every_arm_that_chains_keeps_every_link_right_with_and_without_overlap) {
  const Catalogue catalogue = registered();
  for (const Arm& arm : catalogue.arms()) {
    if (!arm.chains || arm.backend != "cuda" || !arm.unavailable(backend_->device()).empty())
      continue;
    const double tolerance = catalogue.workload(arm.workload)->error.tolerance;
    for (const std::string& format : arm.formats) {
      for (const Extents& extents : shapes(arm.workload)) {
        if (!accepts(arm, extents)) continue;
        SCOPED_TRACE(arm.name + " " + format + " " + ::testing::PrintToString(extents));
        Chained chained(*backend_, arm.workload, format, extents);
        for (const bool overlap : {arm.overlaps, false}) {
          if (arm.always_overlaps && !overlap) continue;
          try {
            EXPECT_LT(chained.error_of(arm.bind, complete(arm, {}), overlap), tolerance);
          } catch (const Error& refusal) {
            EXPECT_THAT(refusal.what(), ::testing::HasSubstr("leave the arm out"));
          }
        }
      }
    }
  }
}

/// Many units per block, of which some blocks take more than others; launches of four kernels.
TEST_F(ChainOnGpu, rings_of_layers_stay_right_in_chains_of_whole_layers) {
  const Catalogue catalogue = registered();
  for (const char* format : {"f16", "q8", "q4"}) {
    const Arm& arm = *catalogue.arm("layer/" + std::string(format) + "_ring");
    if (!arm.unavailable(backend_->device()).empty()) continue;
    Chained chained(*backend_, "layer", format, {{"hidden", 4096}, {"kv", 1024}, {"inner", 14'336}},
                    32);
    for (int repetition = 0; repetition < 3; ++repetition) {
      EXPECT_LT(chained.error_of(arm.bind, complete(arm, {}), true), 4e-3)
          << format << ", repetition " << repetition;
    }
  }
}

/// Many units per block, of which some blocks take more than others.
TEST_F(ChainOnGpu, rings_stay_right_in_long_chains_of_tall_matrices) {
  const Catalogue catalogue = registered();
  const std::vector<std::pair<std::string, std::string>> rings{
      {"gemv/ring", "f16"}, {"dequant/q8_ring", "q8"}, {"dequant/q4_ring", "q4"}};
  for (const auto& [name, format] : rings) {
    const Arm& arm = *catalogue.arm(name);
    if (!arm.unavailable(backend_->device()).empty()) continue;
    Chained chained(*backend_, arm.workload, format, {{"rows", 14'336}, {"cols", 4096}}, 120);
    for (int repetition = 0; repetition < 6; ++repetition) {
      EXPECT_LT(chained.error_of(arm.bind, complete(arm, {}), true), 1e-3)
          << name << ", repetition " << repetition;
    }
  }
}

TEST_F(ChainOnGpu, catches_a_kernel_that_omits_its_wait) {
  Chained chained(*backend_, "gemv", "f16", {{"rows", 512}, {"cols", 512}});
  const auto link = [](bool waits) {
    return
        [waits](const Binding& binding) { return testing::bind_overlapping_link(binding, waits); };
  };
  EXPECT_LT(chained.error_of(link(true), {}, true), 1e-3);
  EXPECT_LT(chained.error_of(link(false), {}, false), 1e-3) << "without overlap nothing is early";
  EXPECT_GT(chained.error_of(link(false), {}, true), 1.0);
}

TEST_F(ChainOnGpu, refuses_overlap_that_the_arm_does_not_declare) {
  Chained chained(*backend_, "gemv", "f16", {{"rows", 64}, {"cols", 64}});
  const Bind undeclared = [](Binding binding) {
    binding.may_overlap = true;
    return testing::bind_overlapping_link(binding, true);
  };
  try {
    static_cast<void>(chained.error_of(undeclared, {}, false));
    FAIL() << "overlap went unnoticed";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("begin before their predecessor has ended"));
  }
}

}  // namespace
}  // namespace membound
