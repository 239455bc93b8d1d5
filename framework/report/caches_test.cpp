// SPDX-License-Identifier: Apache-2.0
// What a reader is told where caches are warm, and where arms ran in blocks.
#include "report/caches.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/example.hpp"
#include "report/sections.hpp"

namespace membound::page {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr const char* warm = "**Warm caches of specialised:**";
constexpr const char* unequal = "**Not on equal terms:** the caches of general are cold.";

std::unique_ptr<Example> warm_example() {
  auto example = small_example();
  example->protocol.arms[1].rotation = Rotation::none;
  return example;
}

TEST(WarmCaches, are_told_beside_the_verdicts_that_rest_on_them) {
  const auto example = warm_example();
  const std::string text = predictions(example->view).text();
  const std::size_t second = text.find("### Prediction `specialisation-pays`");
  const std::size_t third = text.find("### Prediction `near-the-ceiling`");
  ASSERT_NE(second, std::string::npos);
  ASSERT_NE(third, std::string::npos);
  EXPECT_THAT(text.substr(0, second), Not(HasSubstr("Warm")));
  EXPECT_THAT(text.substr(second, third - second), AllOf(HasSubstr(warm), HasSubstr(unequal)));
  EXPECT_THAT(text.substr(third), AllOf(HasSubstr(warm), Not(HasSubstr(unequal))));
}

TEST(WarmCaches, are_told_wherever_figures_of_them_stand) {
  const auto example = warm_example();
  example->protocol.observations = {{"rate",
                                     {.kind = QuantityKind::bandwidth, .arm = "specialised"},
                                     {.cases = {"ffn_gate"}},
                                     ""}};
  example->view.observations = {{{.case_name = "ffn_gate"}}};
  example->protocol.claims = {
      {.name = "fast",
       .text = "it is fast",
       .condition = {.kind = Condition::Kind::held, .name = "specialisation-pays"}}};
  EXPECT_THAT(verdicts(example->view).text(), HasSubstr(warm));
  EXPECT_THAT(verdict_table(example->view, {"near-the-ceiling"}), HasSubstr(warm));
  EXPECT_THAT(falsifiers(example->view).text(), AllOf(HasSubstr(warm), HasSubstr(unequal)));
  EXPECT_THAT(observations(example->view).text(), HasSubstr(warm));
  EXPECT_THAT(conclusions(example->view).text(), AllOf(HasSubstr(warm), HasSubstr(unequal)));
  EXPECT_THAT(arms(example->view).text(), HasSubstr("`specialised` keeps its caches warm"));
  EXPECT_THAT(limits(example->view).text(), HasSubstr("those of specialised with warm ones"));
}

TEST(WarmCaches, are_not_spoken_of_where_none_is_warm) {
  EXPECT_THAT(render(small_example()->view).markdown,
              AllOf(Not(HasSubstr("Warm caches")), Not(HasSubstr("warm ones"))));
  const auto example = warm_example();
  EXPECT_THAT(warm_arms(example->protocol), ElementsAre("specialised"));
  EXPECT_THAT(warm_remarks(example->protocol, {"general"}), IsEmpty());
}

TEST(WarmCaches, of_a_member_are_those_of_its_group) {
  const auto example = warm_example();
  example->protocol.groups = {{"best", {"specialised"}}};
  EXPECT_EQ(warm_remarks(example->protocol, {"best"}).size(), 1U);
  EXPECT_EQ(warm_remarks(example->protocol, {"best", "general"}).size(), 2U);
}

TEST(Blocks, are_told_beside_the_verdicts_and_in_the_method) {
  const auto example = small_example();
  EXPECT_THAT(verdicts(example->view).text(), Not(HasSubstr("Arms in blocks")));
  EXPECT_THAT(method(example->view).text(), HasSubstr("in shuffled order"));
  example->protocol.instrument.order = Order::blocked;
  EXPECT_THAT(verdicts(example->view).text(), HasSubstr("**Arms in blocks:**"));
  EXPECT_THAT(verdict_table(example->view, {"near-the-ceiling"}), HasSubstr("**Arms in blocks:**"));
  EXPECT_THAT(method(example->view).text(), HasSubstr("drift is not cancelled"));
}

}  // namespace
}  // namespace membound::page
