// SPDX-License-Identifier: Apache-2.0
#include "stats/variation.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "stats/simulation.hpp"

namespace membound {
namespace {

std::vector<std::vector<double>> measure(const Variation& truth, int invocations, int rounds) {
  simulation::Source source(5);
  std::vector<std::vector<double>> out;
  for (int i = 0; i < invocations; ++i) {
    const double offset = truth.centre + truth.between * source.normal();
    std::vector<double>& values = out.emplace_back();
    for (int r = 0; r < rounds; ++r) values.push_back(offset + truth.within * source.normal());
  }
  return out;
}

TEST(Variation, tells_invocations_from_rounds) {
  for (const Variation& truth : {Variation{10, 0.5, 1}, Variation{10, 2, 1}, Variation{10, 1, 0}}) {
    const Variation found = variation(measure(truth, 400, 15));
    EXPECT_NEAR(found.centre, truth.centre, 0.3);
    EXPECT_NEAR(found.between, truth.between, 0.1 * truth.between);
    EXPECT_NEAR(found.within, truth.within, 0.06);
  }
}

TEST(Variation, between_invocations_is_nil_when_rounds_explain_it) {
  EXPECT_LT(variation(measure({0, 0, 1}, 400, 15)).between, 0.12);
  EXPECT_EQ(variation({{1, 2, 3}, {1, 2, 3}}), (Variation{2, 0, 1 / 1.3489795003921634}));
}

TEST(Variation, is_not_set_by_one_straggling_round) {
  std::vector<std::vector<double>> rounds = measure({0, 0, 1}, 8, 21);
  const double before = variation(rounds).within;
  rounds[3][7] = 1000;
  EXPECT_NEAR(variation(rounds).within, before, 0.1 * before);
}

TEST(Variation, foretells_the_deviation_of_a_unit) {
  const Variation truth{0, 0.5, 1};
  for (const int rounds : {1, 5, 20}) {
    const std::vector<std::vector<double>> many = measure(truth, 20000, rounds);
    std::vector<std::vector<double>> units(1);
    for (const auto& values : many) units[0].push_back(variation({values}).centre);
    EXPECT_NEAR(unit_deviation(truth, rounds), variation(units).within,
                0.03 * unit_deviation(truth, rounds));
  }
}

TEST(RoundsThatPay, balance_the_cost_of_an_invocation_against_what_rounds_cannot_mend) {
  const double at_equal_parts = rounds_that_pay({0, 0.01, 0.01}, 100);
  EXPECT_NEAR(at_equal_parts, 12.53, 0.01);  // the square root of 50 pi
  EXPECT_NEAR(rounds_that_pay({0, 0.01, 0.02}, 100), 2 * at_equal_parts, 1e-9);
  EXPECT_NEAR(rounds_that_pay({0, 0.01, 0.01}, 400), 2 * at_equal_parts, 1e-9);
  EXPECT_TRUE(std::isinf(rounds_that_pay({0, 0, 0.01}, 100)));
}

}  // namespace
}  // namespace membound
