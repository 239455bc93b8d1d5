// SPDX-License-Identifier: Apache-2.0
// Validation beyond the corpus: warnings, hand-made protocols, catalogues of other shapes; and
// completion.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "protocol/test_protocols.hpp"

namespace membound {
namespace {

using testing::completed;
using ::testing::ElementsAre;
using testing::good_text;
using ::testing::HasSubstr;
using testing::test_catalogue;

Protocol example() { return completed(good_text("gemv_stages.yaml")); }

/// Messages of the findings of a protocol that was made by hand.
std::vector<std::string> messages(const Protocol& protocol,
                                  const Catalogue& catalogue = test_catalogue()) {
  std::vector<std::string> out;
  for (const Finding& finding : validate(protocol, {}, catalogue)) out.push_back(finding.message);
  return out;
}

TEST(Validate, finds_nothing_wrong_with_a_good_protocol) {
  EXPECT_THAT(messages(example()), ElementsAre());
}

TEST(Validate, warns_of_invocations_that_cannot_decide) {
  Protocol p = example();
  for (const int invocations : {2, 3, 4}) {
    p.instrument.invocations = invocations;
    const std::vector<Finding> findings = validate(p, {}, test_catalogue());
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].severity, Finding::Severity::warning);
    EXPECT_THAT(findings[0].message, HasSubstr("cannot decide a verdict"));
  }
  p.instrument.invocations = 5;
  EXPECT_THAT(messages(p), ElementsAre());
}

TEST(Validate, warns_that_one_invocation_speaks_of_one_process) {
  Protocol p = example();
  p.instrument.invocations = 1;
  EXPECT_THAT(messages(p), ElementsAre("one invocation: verdicts hold within one process only"));
  EXPECT_FALSE(has_errors(validate(p, {}, test_catalogue())));
  p.instrument.rounds = 4;
  EXPECT_THAT(messages(p), ElementsAre("one invocation: verdicts hold within one process only",
                                       "4 rounds of one invocation cannot decide a verdict"));
}

TEST(Validate, checks_the_counts_of_a_protocol_made_by_hand) {
  Protocol p = example();
  p.instrument = {};
  EXPECT_THAT(messages(p),
              ElementsAre("launches must be at least 1", "rounds must be at least 1",
                          "invocations must be at least 1", "large_ceiling must be at least 1 B"));
}

TEST(Validate, refuses_names_that_stand_twice_in_a_protocol_made_by_hand) {
  Protocol p = example();
  p.cases.push_back(p.cases[0]);
  p.arms.push_back(p.arms[0]);
  p.predictions.push_back(p.predictions[0]);
  p.falsifiers.push_back(p.falsifiers[0]);
  EXPECT_THAT(messages(p),
              ElementsAre("'square' stands twice in cases", "'naive' stands twice in arms",
                          "'warp-time' stands twice in predictions",
                          "'no-gain' stands twice in falsifiers"));
}

TEST(Validate, refuses_a_protocol_without_predictions) {
  Protocol p = example();
  p.predictions.clear();
  p.falsifiers.clear();
  EXPECT_THAT(messages(p), ElementsAre("there is no prediction"));
}

TEST(Validate, refuses_extents_below_one_in_a_protocol_made_by_hand) {
  Protocol p = example();
  p.cases[0].extents["rows"] = -8;
  EXPECT_THAT(messages(p), ElementsAre("extent 'rows' must be above 0"));
}

TEST(Validate, bounds_the_number_of_verdicts) {
  Protocol p = example();
  for (int i = 0; i < 2000; ++i) {
    p.predictions.push_back(p.predictions[3]);
    p.predictions.back().name += std::to_string(i);
  }
  ASSERT_EQ(messages(p).size(), 1U);
  EXPECT_THAT(messages(p)[0], HasSubstr("at most 5000 are allowed"));
}

TEST(Validate, needs_ceilings_unless_the_backend_is_scripted_and_has_none) {
  const std::string text = good_text("other_backend.yaml");
  EXPECT_TRUE(testing::check(text).empty());
  std::vector<Arm> arms = testing::test_arms();
  arms.push_back(
      {.name = "stream/script", .backend = "scripted", .workload = "stream", .formats = {"copy"}});
  const auto findings = read_protocol(text, Catalogue(testing::test_workloads(), arms)).findings;
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].message,
            "the backend 'scripted' has no read ceiling, no hot probe, no null launch");
}

TEST(Validate, reports_what_a_workload_throws) {
  std::vector<Workload> workloads = testing::test_workloads();
  workloads[0].operands = [](const Extents&, std::string_view) -> std::vector<Operand> {
    throw Error("rows must be even");
  };
  const std::vector<std::string> found =
      messages(example(), Catalogue(workloads, testing::test_arms()));
  EXPECT_THAT(found, ::testing::Contains("rows must be even"));
}

TEST(Validate, refuses_empty_and_overflowing_operands) {
  std::vector<Workload> workloads = testing::test_workloads();
  workloads[0].operands = [](const Extents&, std::string_view) -> std::vector<Operand> {
    return {{"nothing", Element::f32, {0, 8}, Access::read}};
  };
  EXPECT_THAT(messages(example(), Catalogue(workloads, testing::test_arms())),
              ::testing::Contains("operand 'nothing' would be empty"));
  workloads[0].operands = [](const Extents&, std::string_view) -> std::vector<Operand> {
    return {{"everything", Element::f32, {INT64_MAX, INT64_MAX}, Access::read}};
  };
  EXPECT_THAT(messages(example(), Catalogue(workloads, testing::test_arms())),
              ::testing::Contains("operand 'everything' would be too large"));
}

TEST(Validate, never_hands_a_workload_extents_whose_product_overflows) {
  std::vector<Workload> workloads = testing::test_workloads();
  bool called = false;
  workloads[0].operands = [&](const Extents&, std::string_view) -> std::vector<Operand> {
    called = true;
    return {{"x", Element::f32, {8}, Access::read}};
  };
  Protocol p = example();
  for (Case& c : p.cases) c.extents = {{"rows", INT64_MAX - 7}, {"cols", (std::int64_t{1} << 40)}};
  EXPECT_EQ(messages(p, Catalogue(workloads, testing::test_arms())).size(), 3U);
  EXPECT_FALSE(called);
}

TEST(Validate, finds_no_kernel_in_an_empty_catalogue) {
  const std::vector<Finding> findings =
      read_protocol(good_text("minimal.yaml"), Catalogue()).findings;
  ASSERT_EQ(findings.size(), 2U);
  EXPECT_EQ(findings[0].message, "unknown workload 'gemv'");
  EXPECT_EQ(findings[0].next, "known workloads: none");
  EXPECT_EQ(findings[1].message, "unknown kernel 'gemv/warp'");
}

TEST(Complete, fills_in_formats_parameters_cases_tolerance_and_ceilings) {
  const Protocol p = completed(good_text("minimal.yaml"));
  EXPECT_EQ(p.workload.format, "f16");
  EXPECT_EQ(p.workload.data, DataSpec{});
  EXPECT_EQ(p.arms[0].format, "f16");
  EXPECT_EQ(p.arms[0].parameters, (Parameters{{"block", 256}, {"columns_per_thread", 8}}));
  EXPECT_THAT(p.predictions[0].cases.cases, ElementsAre("square"));
  EXPECT_EQ(p.gates.max_error, 2e-3);
  EXPECT_EQ(p.gates.spread_below, std::nullopt);
  EXPECT_EQ(p.instrument.large_ceiling, Bytes{gibi});
  EXPECT_EQ(p.instrument.working_set, std::nullopt);
  EXPECT_EQ(
      p.ceilings,
      (Ceilings{
          {"stream/read_plain", "stream/read_wide"}, {}, "stream/read_plain", "stream/null"}));
}

TEST(Complete, gives_a_copying_workload_a_copy_ceiling_and_a_read_probe) {
  const Protocol p = completed(good_text("copy_workload.yaml"));
  EXPECT_EQ(p.ceilings, (Ceilings{{}, {"stream/copy_plain"}, "stream/read_plain", "stream/null"}));
  EXPECT_EQ(p.workload.data, (DataSpec{-4, 4}));
}

TEST(Complete, puts_cases_in_the_order_of_the_protocol) {
  EXPECT_THAT(example().predictions[1].cases.cases, ElementsAre("square", "tall", "wide"));
}

TEST(Complete, leaves_alone_what_the_protocol_gives) {
  const Protocol p = example();
  EXPECT_EQ(p.arms[1].parameters.at("block"), 128);
  EXPECT_EQ(p.gates.max_error, 1e-3);
  EXPECT_EQ(p.ceilings.hot_probe, "stream/read_wide");
  EXPECT_EQ(p.instrument.large_ceiling, Bytes{512 * mebi});
}

}  // namespace
}  // namespace membound
