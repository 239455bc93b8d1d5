// SPDX-License-Identifier: Apache-2.0
// Chains on the CPU: shapes that do not fit onto each other, and links that are wrong.
#include "execute/chain.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>

#include "backend/cpu/cpu.hpp"
#include "base/random.hpp"

namespace membound {
namespace {

constexpr int links = 7;

/// y[i] = 3 x[i % cols], in a chain a third of that.
Workload repeating() {
  return {.name = "repeating",
          .extents = {{"rows"}, {"cols"}},
          .formats = {"f32"},
          .error = {ErrorMetric::scaled_absolute, 1, 1e-6},
          .chain = ChainRule{"x", [](const Problem&) { return 1.0 / 3; },
                             [](std::string_view, std::string_view) { return "repeating/plain"; }},
          .operands = [](const Extents& e, std::string_view) -> std::vector<Operand> {
            return {{"x", Element::f32, {e.at("cols")}, Access::read},
                    {"y", Element::f32, {e.at("rows")}, Access::write}};
          },
          .generate =
              [](const Problem&, std::uint64_t seed, const Operands& o) {
                const auto x = o.elements<float>("x");
                for (std::size_t i = 0; i < x.size(); ++i)
                  x[i] = static_cast<float>(uniform(seed, i, -1, 1));
              },
          .reference =
              [](const Problem& p, const Operands& o) {
                const auto x = o.elements<float>("x");
                std::vector<double> y(static_cast<std::size_t>(p.extents.at("rows")));
                for (std::size_t i = 0; i < y.size(); ++i)
                  y[i] = 3.0 * static_cast<double>(x[i % x.size()]);
                return y;
              }};
}

using Bind = std::function<Launch(const Binding&)>;

Launch times(const Binding& binding, float factor) {
  const auto x = binding.operands.elements<float>("x");
  const auto y = binding.operands.elements<float>("y");
  const float scaled = binding.link ? factor * binding.link->scale : factor;
  return [=](Stream) {
    for (std::size_t i = 0; i < y.size(); ++i) y[i] = scaled * x[i % x.size()];
  };
}

Launch plain(const Binding& binding) { return times(binding, 3); }

class ChainOnCpu : public testing::Test {
 protected:
  /// Largest error of a chain whose links are bound by `bind`, on rows x cols.
  double error_of(const Bind& bind, std::int64_t rows, std::int64_t cols,
                  const Bind& checker = plain) {
    const Workload workload = repeating();
    const Catalogue catalogue({workload}, {Arm{.name = "repeating/plain",
                                               .backend = "cpu",
                                               .workload = "repeating",
                                               .formats = {"f32"},
                                               .bind = checker}});
    const OperandSet set{"case", "repeating", {{{"rows", rows}, {"cols", cols}}, "f32", {}}};
    Arena arena(workload, set, {.seed = 11, .working_set = {1 << 16}}, *backend_);
    arena.compute_reference(workload, set);
    const Chain chain({workload, set, arena, links, 0}, catalogue, *backend_);
    std::vector<Launch> launches;
    for (int k = 0; k < links; ++k) {
      launches.push_back(bind({.operands = chain.operands(k),
                               .extents = set.problem.extents,
                               .format = "f32",
                               .device = &backend_->device(),
                               .link = chain.link()}));
    }
    const auto batch = backend_->prepare(std::move(launches), {"arm", "case"});
    chain.reset(*backend_);
    static_cast<void>(batch->time());
    return chain.largest_error(*backend_, workload.error);
  }

  std::unique_ptr<Backend> backend_ = open_cpu("threads=1");
};

TEST_F(ChainOnCpu, is_right_for_square_tall_and_wide_shapes) {
  EXPECT_LT(error_of(plain, 64, 64), 1e-6);
  EXPECT_LT(error_of(plain, 100, 64), 1e-6) << "an output that is longer is cut";
  EXPECT_LT(error_of(plain, 31, 64), 1e-6) << "a shorter one is completed";
}

TEST_F(ChainOnCpu, shows_a_factor_that_only_one_link_has_wrong) {
  int bound = 0;
  const Bind one_wrong = [&](const Binding& binding) {
    return times(binding, ++bound == 4 ? 3.001F : 3);
  };
  const double error = error_of(one_wrong, 64, 64);
  EXPECT_GT(error, 1e-5);
  EXPECT_LT(error, 1e-3) << "links after it are judged by the input that they had";
}

TEST_F(ChainOnCpu, shows_a_link_that_leaves_its_last_element_unwritten) {
  const Bind forgetful = [](const Binding& binding) {
    Binding shorter = binding;
    std::span<std::byte>& y = shorter.operands.views["y"];
    y = y.first(y.size() - sizeof(float));
    return plain(shorter);
  };
  EXPECT_EQ(error_of(forgetful, 64, 64), std::numeric_limits<double>::infinity());
}

TEST_F(ChainOnCpu, shows_a_link_that_reads_its_input_before_it_is_written) {
  std::map<const std::byte*, std::vector<float>> early;  // what the next link will have seen
  const Bind impatient = [&](const Binding& binding) -> Launch {
    const auto x = binding.operands.elements<float>("x");
    const auto y = binding.operands.elements<float>("y");
    const float factor = 3 * binding.link->scale;
    return [=, &early](Stream) {
      const auto seen = early.extract(reinterpret_cast<const std::byte*>(x.data()));
      const std::vector<float> input = seen ? seen.mapped() : std::vector(x.begin(), x.end());
      early[reinterpret_cast<const std::byte*>(y.data())].assign(y.begin(), y.end());
      for (std::size_t i = 0; i < y.size(); ++i) y[i] = factor * input[i % input.size()];
    };
  };
  EXPECT_GT(error_of(impatient, 64, 64), 1.0);
}

TEST_F(ChainOnCpu, refuses_a_rule_that_names_what_is_not_there) {
  const OperandSet set{"case", "repeating", {{{"rows", 64}, {"cols", 64}}, "f32", {}}};
  const auto problem = [&](const Workload& workload) -> std::string {
    Arena arena(workload, set, {.seed = 11, .working_set = {1 << 16}}, *backend_);
    arena.compute_reference(workload, set);
    try {
      const Chain chain({workload, set, arena, links, 0}, Catalogue({workload}, {}), *backend_);
    } catch (const Error& error) {
      return error.what();
    }
    return {};
  };
  EXPECT_THAT(problem(repeating()), testing::HasSubstr("'repeating/plain', which checks"));
  Workload other = repeating();
  other.chain->input = "z";
  EXPECT_THAT(problem(other), testing::HasSubstr("no operand 'z'"));
}

TEST_F(ChainOnCpu, refuses_a_checker_that_is_wrong_itself) {
  const Bind wrong = [](const Binding& binding) { return times(binding, 4); };
  EXPECT_THROW(static_cast<void>(error_of(plain, 64, 64, wrong)), Error);
}

}  // namespace
}  // namespace membound
