// SPDX-License-Identifier: Apache-2.0
#include "tools/cli/amendment_text.hpp"

#include <gtest/gtest.h>

namespace membound::cli {
namespace {

const Amendment first{"aa", "too \"short\"", Seen::nothing_run};
const std::string written =
    "\n# Written by membound amend.\namends:\n  parent: \"aa\"\n  reason: \"too \\\"short\\\"\"\n"
    "  seen: nothing_run\n";

TEST(AmendmentText, stands_at_the_end_and_leaves_the_rest_alone) {
  EXPECT_EQ(with_amendment("id: x  # mine\narms:\n  a: b", first),
            "id: x  # mine\narms:\n  a: b\n" + written);
}

TEST(AmendmentText, replaces_an_earlier_one) {
  const std::string once = with_amendment("id: x\n", first);
  EXPECT_EQ(with_amendment(once, first), once);
}

TEST(AmendmentText, replaces_one_that_a_person_moved) {
  EXPECT_EQ(with_amendment("id: x\namends: {parent: b, reason: c,\n  seen: d}\n\n# arms\narms: y\n",
                           first),
            "id: x\n\n# arms\narms: y\n" + written);
  EXPECT_EQ(with_amendment("amends:\n  parent: b\n\n  reason: c\nid: x\n", first),
            "id: x\n" + written);
}

TEST(AmendmentText, leaves_a_word_that_only_looks_alike) {
  EXPECT_EQ(with_amendment("title: amends\nquestion: >-\n  amends: no\n", first),
            "title: amends\nquestion: >-\n  amends: no\n" + written);
}

}  // namespace
}  // namespace membound::cli
