// SPDX-License-Identifier: Apache-2.0
#include "execute/arena.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <numeric>

#include "backend/cpu/cpu.hpp"
#include "base/random.hpp"
#include "execute/footprint.hpp"

namespace membound {
namespace {

Workload matrix() {
  return {.name = "matrix",
          .extents = {{"rows"}, {"cols"}},
          .formats = {"f32"},
          .operands = [](const Extents& e, std::string_view) -> std::vector<Operand> {
            return {{"y", Element::f32, {e.at("rows")}, Access::write},
                    {"w", Element::f32, {e.at("rows"), e.at("cols")}, Access::read},
                    {"x", Element::f32, {e.at("cols")}, Access::read}};
          }};
}

OperandSet set_of(std::int64_t rows, std::int64_t cols) {
  return {"c", "matrix", {{{"rows", rows}, {"cols", cols}}, "f32", {}}};
}

TEST(Arena, lays_inputs_first_and_contiguous_and_everything_aligned) {
  const Layout layout = layout_of(matrix(), set_of(3, 50));
  ASSERT_EQ(layout.placements.size(), 3U);
  EXPECT_EQ(layout.placements[0].operand.name, "w");
  EXPECT_EQ(layout.placements[0].offset, 0);
  EXPECT_EQ(layout.placements[1].operand.name, "x");
  EXPECT_EQ(layout.placements[1].offset, 768);  // 600 bytes of w, rounded up
  EXPECT_EQ(layout.inputs.value, 768 + 256);
  EXPECT_EQ(layout.output().operand.name, "y");
  EXPECT_EQ(layout.output().offset, 1024);
  EXPECT_EQ(layout.witness_offset, 1280);
  EXPECT_EQ(layout.stride.value % 4096, 0);
  EXPECT_GE(layout.stride.value, layout.witness_offset + layout.witness.value);
}

TEST(Arena, leaves_a_partial_sum_for_every_4096_bytes_of_input) {
  const Layout layout = layout_of(matrix(), set_of(1024, 1024));
  EXPECT_GE(layout.witness.value, 4 * ((layout.inputs.value + 4095) / 4096));
}

TEST(Arena, rotates_over_the_working_set_and_never_over_fewer_than_two_copies) {
  Layout layout;
  layout.stride = {4096};
  EXPECT_EQ(copies_for(layout, {40960}), 10);
  EXPECT_EQ(copies_for(layout, {40961}), 11);
  EXPECT_EQ(copies_for(layout, {1}), 2);
}

TEST(Arena, adds_up_what_a_plan_needs) {
  const Catalogue catalogue({matrix()}, {});
  Plan plan;
  plan.sets = {set_of(1024, 1024), set_of(64, 64)};
  Bytes expected;
  for (const OperandSet& set : plan.sets) {
    const Layout layout = layout_of(matrix(), set);
    expected = expected + layout.stride * copies_for(layout, {1 << 24});
  }
  EXPECT_EQ(footprint(plan, catalogue, {1 << 24}), expected);
}

TEST(Arena, says_which_workload_is_missing) {
  Plan plan;
  plan.sets = {set_of(1, 1)};
  EXPECT_THROW(static_cast<void>(footprint(plan, Catalogue{}, {1})), Error);
}

/// y = the sums of the rows of w.
Workload row_sums() {
  Workload workload = matrix();
  workload.generate = [](const Problem&, std::uint64_t seed, const Operands& o) {
    for (const char* name : {"w", "x"}) {
      const auto values = o.elements<float>(name);
      for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<float>(uniform(seed, i, -1, 1));
    }
  };
  workload.reference = [](const Problem& p, const Operands& o) {
    const auto w = o.elements<float>("w");
    const auto cols = static_cast<std::size_t>(p.extents.at("cols"));
    std::vector<double> y(w.size() / cols);
    for (std::size_t i = 0; i < w.size(); ++i) y[i / cols] += w[i];
    return y;
  };
  return workload;
}

/// The words of the inputs of a copy, as they lie there.
std::vector<std::uint32_t> words_of(const Arena& arena, int copy, Backend& backend) {
  std::vector<std::uint32_t> words(static_cast<std::size_t>(arena.layout().inputs.value) / 4);
  const auto bytes = std::as_writable_bytes(std::span(words));
  backend.download(bytes, arena.copy(copy).first(bytes.size()));
  return words;
}

double sum_of(const std::vector<std::uint32_t>& words) {
  return std::accumulate(words.begin(), words.end(), std::uint32_t{0});
}

TEST(Arena, repeats_a_block_where_only_ceilings_run_and_knows_the_sum_of_all) {
  const Workload stream = *registered().workload("stream");
  const OperandSet large{"large", "stream", {{{"bytes", 150 * mebi}}, "read", {}}};
  const std::unique_ptr<Backend> backend = open_cpu("threads=1");
  const Arena arena(stream, large, {.seed = 3, .working_set = {1}, .repeated = true}, *backend);
  const std::vector<std::uint32_t> words = words_of(arena, 0, *backend);
  EXPECT_EQ(words, words_of(arena, 1, *backend));
  EXPECT_EQ(arena.input_sum(), sum_of(words));
  const auto period = static_cast<std::ptrdiff_t>(arena.input_image().size() / 4);
  EXPECT_TRUE(std::equal(words.begin() + period, words.end(), words.begin()));
  for (std::ptrdiff_t step = 64; step < std::ssize(words); step *= 2)
    EXPECT_FALSE(std::equal(words.begin() + step, words.end(), words.begin())) << step;
}

TEST(Arena, generates_everything_where_arms_run_and_where_inputs_are_small) {
  const Workload stream = *registered().workload("stream");
  const std::unique_ptr<Backend> backend = open_cpu("threads=1");
  const auto digest = [&](std::int64_t bytes, bool repeated) {
    const OperandSet set{"c", "stream", {{{"bytes", bytes}}, "copy", {}}};
    const Arena arena(stream, set, {.seed = 3, .working_set = {1}, .repeated = repeated}, *backend);
    EXPECT_EQ(arena.input_sum(), sum_of(words_of(arena, 1, *backend)));
    return arena.data_digest();
  };
  EXPECT_EQ(digest(mebi, true), digest(mebi, false));
  EXPECT_NE(digest(150 * mebi, true), digest(150 * mebi, false));
}

class AlteredArena : public testing::Test {
 protected:
  std::vector<std::byte> inputs(int copy) {
    std::vector<std::byte> there(static_cast<std::size_t>(arena.layout().inputs.value));
    backend->download(there, arena.copy(copy).first(there.size()));
    return there;
  }

  const Workload workload = row_sums();
  const OperandSet set = set_of(64, 64);
  std::unique_ptr<Backend> backend = open_cpu("threads=1");
  Arena arena{workload, set, {.seed = 3, .working_set = {16 * 20'480}}, *backend};
};

TEST_F(AlteredArena, differs_in_the_first_copy_and_in_a_part_of_the_others_never_in_the_second) {
  arena.compute_reference(workload, set);
  const std::vector<std::byte> pristine = inputs(0);
  const std::vector<double> reference = arena.reference();
  ASSERT_TRUE(arena.alter(workload, set, {.seed = 5}, *backend));
  int altered = 0;
  for (int copy = 0; copy < arena.copies(); ++copy) {
    std::vector<std::byte> now = inputs(copy);
    const bool same = now == pristine;
    altered += same ? 0 : 1;
    EXPECT_EQ(arena.reference(copy) == reference, same) << "copy " << copy;
    EXPECT_EQ(arena.reference(copy), workload.reference(set.problem, views(arena.layout(), now)));
    EXPECT_TRUE(copy >= 2 || same == (copy == 1));
  }
  EXPECT_GT(altered, 1);
  EXPECT_LT(altered, arena.copies() - 1);
}

TEST_F(AlteredArena, exchanges_elements_of_the_largest_input_alone) {
  const std::vector<std::byte> pristine = inputs(0);
  ASSERT_TRUE(arena.alter(workload, set, {.seed = 5}, *backend));
  std::vector<std::byte> now = inputs(0);
  const auto weights = static_cast<std::ptrdiff_t>(64 * 64 * sizeof(float));
  EXPECT_TRUE(std::equal(now.begin() + weights, now.end(), pristine.begin() + weights));
  const auto sorted = [&](std::vector<std::byte> bytes) {
    const auto values = views(arena.layout(), bytes).elements<float>("w");
    std::vector<float> all(values.begin(), values.end());
    std::ranges::sort(all);
    return all;
  };
  EXPECT_EQ(sorted(now), sorted(pristine)) << "what is valid stays valid";
}

TEST_F(AlteredArena, leaves_the_spared_operand_alone_and_says_when_nothing_is_left) {
  const std::vector<std::byte> pristine = inputs(0);
  ASSERT_TRUE(arena.alter(workload, set, {.seed = 5, .spared = "w"}, *backend));
  const std::vector<std::byte> now = inputs(0);
  const auto weights = static_cast<std::ptrdiff_t>(64 * 64 * sizeof(float));
  EXPECT_TRUE(std::equal(now.begin(), now.begin() + weights, pristine.begin()));
  EXPECT_NE(now, pristine) << "x is the largest then";

  Workload alone = workload;
  alone.operands = [](const Extents& e, std::string_view) -> std::vector<Operand> {
    return {{"w", Element::f32, {e.at("rows"), e.at("cols")}, Access::read},
            {"x", Element::f32, {0}, Access::write}};
  };
  alone.generate = [](const Problem&, std::uint64_t, const Operands&) {};
  Arena single(alone, set, {.seed = 3, .working_set = {1}}, *backend);
  EXPECT_FALSE(single.alter(alone, set, {.seed = 5, .spared = "w"}, *backend));
}

}  // namespace
}  // namespace membound
