// SPDX-License-Identifier: Apache-2.0
// Tests of registry forms against golden texts, and that they leave nothing of a protocol out.
#include "report/registration.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "protocol/test_protocols.hpp"

namespace membound {
namespace {

using ::testing::HasSubstr;

FrozenProtocol example() {
  Protocol protocol = testing::completed(testing::good_text("gemv_stages.yaml"));
  protocol.amends = Amendment{.parent = std::string(64, 'a'),
                              .reason = "The warm-up was too short",
                              .seen = Seen::results_not_opened};
  return freeze(protocol, testing::test_catalogue(), testing::test_provenance());
}

void expect_golden(Form form, const std::string& name) {
  const auto file = std::filesystem::path(MEMBOUND_SOURCE_DIR) / "framework/report/testdata" / name;
  std::stringstream golden;
  golden << std::ifstream(file, std::ios::binary).rdbuf();
  const std::string made = registration(example(), form);
  if (made != golden.str())
    std::ofstream(std::filesystem::path(MEMBOUND_BINARY_DIR) / name, std::ios::binary) << made;
  EXPECT_EQ(made, golden.str()) << "what was written now is in the build folder";
}

TEST(Registration, answers_the_form_of_osf) { expect_golden(Form::osf, "osf.md.golden"); }

TEST(Registration, answers_the_form_of_aspredicted) {
  expect_golden(Form::aspredicted, "aspredicted.md.golden");
}

TEST(Registration, names_every_prediction_falsifier_arm_case_and_disclosure) {
  const FrozenProtocol frozen = example();
  const Protocol& p = frozen.protocol();
  for (const Form form : {Form::osf, Form::aspredicted}) {
    const std::string text = registration(frozen, form);
    for (const Prediction& one : p.predictions) EXPECT_THAT(text, HasSubstr("`" + one.name + "`"));
    for (const Falsifier& one : p.falsifiers) EXPECT_THAT(text, HasSubstr("`" + one.name + "`"));
    for (const ArmUse& one : p.arms) EXPECT_THAT(text, HasSubstr("`" + one.name + "`"));
    for (const Case& one : p.cases) EXPECT_THAT(text, HasSubstr("`" + one.name + "`"));
    for (const auto& [arm, reason] : p.dropped) EXPECT_THAT(text, HasSubstr("`" + arm + "`"));
    EXPECT_THAT(text, HasSubstr(frozen.digest()));
    EXPECT_THAT(text, HasSubstr("The warm-up was too short."));
  }
}

TEST(Registration, tells_of_warm_caches_and_of_arms_in_blocks) {
  Protocol protocol = testing::completed(testing::good_text("gemv_stages.yaml"));
  protocol.instrument.order = Order::blocked;
  protocol.arms[0].rotation = Rotation::none;
  const FrozenProtocol frozen =
      freeze(protocol, testing::test_catalogue(), testing::test_provenance());
  for (const Form form : {Form::osf, Form::aspredicted}) {
    EXPECT_THAT(registration(example(), form), ::testing::Not(HasSubstr("kept warm")));
    EXPECT_THAT(registration(frozen, form), HasSubstr("its caches are kept warm"));
    EXPECT_THAT(registration(frozen, form), HasSubstr("None of the order"));
    EXPECT_THAT(registration(frozen, form), ::testing::Not(HasSubstr("shuffled by a seed")));
  }
}

}  // namespace
}  // namespace membound
