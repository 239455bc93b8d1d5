// SPDX-License-Identifier: Apache-2.0
#include "plan/plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "protocol/test_protocols.hpp"

namespace membound {
namespace {

using testing::completed;
using testing::files_of;
using testing::read_text;
using testing::test_catalogue;

/// Every good protocol of the corpus, frozen: properties must hold for all of them. Some state the
/// largest sizes allowed; a few rounds show the same.
std::vector<FrozenProtocol> frozen_corpus() {
  std::vector<FrozenProtocol> corpus;
  for (const auto& file : files_of("good")) {
    Protocol protocol = completed(read_text(file));
    protocol.instrument.rounds = std::min(protocol.instrument.rounds, 7);
    protocol.instrument.invocations = std::min(protocol.instrument.invocations, 5);
    corpus.push_back(freeze(protocol, test_catalogue(), {}));
  }
  return corpus;
}

TEST(Plan, has_a_cell_for_every_arm_on_every_case) {
  for (const FrozenProtocol& frozen : frozen_corpus()) {
    const Protocol& protocol = frozen.protocol();
    std::set<std::pair<std::string, std::string>> expected;
    for (const Case& at : protocol.cases) {
      for (const ArmUse& arm : protocol.arms) expected.emplace(at.name, arm.name);
    }
    std::set<std::pair<std::string, std::string>> found;
    for (const Cell& cell : plan(frozen).cells) {
      if (cell.kind != CellKind::arm) continue;
      EXPECT_TRUE(found.emplace(cell.case_name, cell.arm).second);
    }
    EXPECT_EQ(found, expected) << protocol.id;
  }
}

TEST(Plan, runs_every_cell_once_in_every_round_of_every_invocation) {
  for (const FrozenProtocol& frozen : frozen_corpus()) {
    const Plan made = plan(frozen);
    std::vector<int> all(made.cells.size());
    std::iota(all.begin(), all.end(), 0);
    for (int i = 0; i < frozen.protocol().instrument.invocations; ++i) {
      const Invocation one = invocation(frozen, made, i);
      ASSERT_EQ(one.rounds.size(), static_cast<std::size_t>(frozen.protocol().instrument.rounds));
      for (std::vector<int> order : one.rounds) {
        std::ranges::sort(order);
        EXPECT_EQ(order, all) << frozen.protocol().id;
      }
    }
  }
}

TEST(Plan, keeps_the_order_of_its_cells_in_blocks) {
  const Protocol protocol = completed(testing::good_text("blocked_order.yaml"));
  const FrozenProtocol frozen = freeze(protocol, test_catalogue(), {});
  const Plan made = plan(frozen);
  std::vector<int> all(made.cells.size());
  std::iota(all.begin(), all.end(), 0);
  for (const int index : {0, 1, 7}) {
    for (const std::vector<int>& round : invocation(frozen, made, index).rounds)
      EXPECT_EQ(round, all);
  }
}

TEST(Plan, tells_which_cells_do_not_rotate) {
  const Protocol protocol = completed(testing::good_text("warm_control.yaml"));
  std::set<std::string> warm;
  for (const Cell& cell : plan(freeze(protocol, test_catalogue(), {})).cells) {
    if (cell.rotation == Rotation::none) warm.insert(cell.arm + " of " + cell.case_name);
  }
  EXPECT_EQ(warm, (std::set<std::string>{"stream/read_plain of probe", "warm of square",
                                         "warmer of square"}));
}

TEST(Plan, is_the_same_for_the_same_protocol_and_another_for_another) {
  Protocol protocol = completed(read_text(files_of("good").front()));
  const Catalogue catalogue = test_catalogue();
  const auto first_order = [&](const Protocol& p) {
    const FrozenProtocol frozen = freeze(p, catalogue, {});
    return invocation(frozen, plan(frozen), 0).rounds.front();
  };
  const auto once = first_order(protocol);
  EXPECT_EQ(once, first_order(protocol));
  int changed = 0;
  for (int i = 0; i < 20; ++i) {
    protocol.rationale += "!";
    changed += first_order(protocol) != once ? 1 : 0;
  }
  EXPECT_GE(changed, 18);
}

TEST(Plan, puts_every_cell_at_every_place_equally_often) {
  Protocol protocol = completed(read_text(files_of("good").front()));
  protocol.instrument.rounds = 2000;
  protocol.instrument.invocations = 1;
  const FrozenProtocol frozen = freeze(protocol, test_catalogue(), {});
  const Plan made = plan(frozen);
  const std::size_t cells = made.cells.size();
  ASSERT_GE(cells, 3U);
  std::vector<std::vector<int>> counts(cells, std::vector<int>(cells));
  for (const auto& order : invocation(frozen, made, 0).rounds) {
    for (std::size_t place = 0; place < cells; ++place)
      ++counts[static_cast<std::size_t>(order[place])][place];
  }
  const double expected = 2000.0 / static_cast<double>(cells);
  for (const auto& row : counts) {
    for (const int count : row) EXPECT_NEAR(count, expected, 6 * std::sqrt(expected));
  }
}

TEST(Plan, shares_one_operand_set_between_arms_of_a_case_and_format) {
  for (const FrozenProtocol& frozen : frozen_corpus()) {
    const Plan made = plan(frozen);
    std::map<std::pair<std::string, std::string>, int> sets;
    for (const Cell& cell : made.cells) {
      if (cell.kind != CellKind::arm) continue;
      const auto [it, fresh] = sets.emplace(std::pair(cell.case_name, cell.format), cell.set);
      EXPECT_EQ(it->second, cell.set);
      EXPECT_EQ(made.sets[static_cast<std::size_t>(cell.set)].problem.format, cell.format);
    }
  }
}

TEST(Plan, bounds_every_operand_set_by_every_ceiling_of_the_workload) {
  for (const FrozenProtocol& frozen : frozen_corpus()) {
    const Plan made = plan(frozen);
    const Ceilings& ceilings = frozen.protocol().ceilings;
    std::map<int, std::size_t> matched;
    std::size_t large = 0;
    for (const Cell& cell : made.cells) {
      if (cell.kind == CellKind::matched_ceiling) ++matched[cell.set];
      if (cell.kind == CellKind::large_ceiling) ++large;
    }
    EXPECT_EQ(large, ceilings.read.size() + ceilings.copy.size());
    for (const auto& [set, count] : matched) EXPECT_EQ(count, large);
  }
}

TEST(Plan, runs_the_probe_cold_and_hot_over_the_same_bytes) {
  const Plan made = plan(frozen_corpus().front());
  const auto find = [&](CellKind kind) { return std::ranges::find(made.cells, kind, &Cell::kind); };
  const auto cold = find(CellKind::cold_probe);
  const auto hot = find(CellKind::hot_probe);
  ASSERT_NE(cold, made.cells.end());
  ASSERT_NE(hot, made.cells.end());
  EXPECT_EQ(cold->set, hot->set);
  EXPECT_EQ(cold->kernel, hot->kernel);
  EXPECT_EQ(cold->launches, hot->launches);
}

TEST(Plan, orders_a_replacement_like_any_other_invocation) {
  const FrozenProtocol frozen = std::move(frozen_corpus().front());
  const Plan made = plan(frozen);
  const int planned = frozen.protocol().instrument.invocations;
  const Invocation replacement = invocation(frozen, made, planned);
  EXPECT_EQ(replacement.index, planned);
  EXPECT_EQ(invocation(frozen, made, planned).rounds, replacement.rounds);
  EXPECT_NE(replacement.rounds, invocation(frozen, made, 0).rounds);
}

}  // namespace
}  // namespace membound
