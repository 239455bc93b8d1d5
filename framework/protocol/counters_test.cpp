// SPDX-License-Identifier: Apache-2.0
#include "protocol/counters.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "membound/error.hpp"
#include "protocol/fields.hpp"

namespace membound {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Quantity counter(const std::string& name, const std::string& arm, const std::string& over = "") {
  return {.kind = QuantityKind::counter, .arm = arm, .over = over, .name = name};
}

TEST(Counters, have_names_of_their_own_and_metrics_of_the_profiler) {
  std::set<std::string_view> names;
  for (const Counter& one : counters()) {
    EXPECT_TRUE(names.insert(one.name).second) << one.name;
    EXPECT_TRUE(is_counter(one.metric)) << one.metric;
    EXPECT_EQ(one.per_metric.empty(), one.gathering != Gathering::quotient) << one.name;
  }
}

TEST(Counters, may_be_metrics_of_the_profiler) {
  EXPECT_EQ(counter_named("lts__t_bytes.sum").gathering, Gathering::sum);
  EXPECT_EQ(counter_named("lts__t_bytes.avg.pct_of_peak_sustained_elapsed").gathering,
            Gathering::mean);
  EXPECT_FALSE(is_counter("lts__t_bytes"));
  EXPECT_FALSE(is_counter("bytes"));
  EXPECT_THROW(static_cast<void>(counter_named("bytes")), Error);
}

TEST(Counters, are_all_named_where_the_language_is_explained) {
  const auto& fields = yaml::fields();
  const auto field = std::ranges::find(fields, "<quantity>.counter", &yaml::Field::path);
  ASSERT_NE(field, fields.end());
  for (const Counter& one : counters())
    EXPECT_THAT(std::string(field->help), HasSubstr(std::string(one.name)));
}

TEST(CountersAsked, are_found_wherever_a_quantity_may_stand) {
  Protocol protocol;
  Prediction prediction{.name = "p", .quantity = counter("a", "one", "other")};
  prediction.range.low_of = Expression{.quantity = counter("b", "two")};
  prediction.only_if = Condition{.parts = {Condition{.quantity = counter("c", "three")}}};
  protocol.predictions = {prediction,
                          {.name = "t", .trend = Trend{.quantity = counter("d", "four")}}};
  protocol.falsifiers = {{.name = "f", .quantity = counter("e", "five")}};
  protocol.observations = {{.name = "o", .quantity = counter("f", "six")},
                           {.name = "time", .quantity = {.arm = "seven"}}};
  protocol.claims = {{.name = "c", .condition = {.quantity = counter("g", "eight")}}};
  protocol.decisions = {{.name = "d",
                         .land = {.quantity = counter("h", "nine")},
                         .close = Condition{.quantity = counter("i", "ten")}}};
  protocol.stop_rules = {{.name = "s", .when = {.quantity = counter("j", "eleven")}}};
  const CountersAsked asked = counters_asked(protocol);
  EXPECT_THAT(asked.names, ElementsAre("a", "b", "c", "d", "e", "f", "g", "h", "i", "j"));
  EXPECT_THAT(asked.arms, ElementsAre("eight", "eleven", "five", "four", "nine", "one", "other",
                                      "six", "ten", "three", "two"));
}

}  // namespace
}  // namespace membound
