// SPDX-License-Identifier: Apache-2.0
#include "protocol/freeze.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/digest.hpp"
#include "protocol/identity.hpp"
#include "protocol/test_catalogue.hpp"
#include "protocol/test_protocols.hpp"

namespace membound {
namespace {

using testing::completed;
using testing::good_text;
using ::testing::HasSubstr;
using testing::test_catalogue;
using testing::test_provenance;

FrozenProtocol frozen_example() {
  const Catalogue catalogue = test_catalogue();
  return freeze(completed(good_text("gemv_stages.yaml")), catalogue, test_provenance());
}

/// `text` with the first `from` replaced by `to`.
std::string edited(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

/// What thaw says about a text that it must refuse.
std::string refusal(const std::string& text) {
  try {
    static_cast<void>(thaw(text));
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::integrity);
    return error.what();
  }
  ADD_FAILURE() << "thawed";
  return {};
}

TEST(Freeze, text_reads_back_as_the_same_frozen_protocol) {
  const FrozenProtocol frozen = frozen_example();
  const FrozenProtocol back = thaw(frozen.text());
  EXPECT_EQ(back.protocol(), frozen.protocol());
  EXPECT_EQ(back.text(), frozen.text());
  EXPECT_EQ(back.digest(), frozen.digest());
  EXPECT_EQ(back.kernels(), frozen.kernels());
  EXPECT_EQ(back.rules(), frozen.rules());
  EXPECT_EQ(back.provenance().build, frozen.provenance().build);
  EXPECT_EQ(back.provenance().time, frozen.provenance().time);
}

TEST(Freeze, digest_covers_rules_kernels_and_canonical_text) {
  const FrozenProtocol frozen = frozen_example();
  std::string covered = "membound-protocol-1\nrules 1\n";
  for (const auto& [name, digest] : frozen.kernels())
    covered += "kernel " + name + " " + digest + "\n";
  EXPECT_EQ(frozen.digest(), sha256(covered + canonical(frozen.protocol())));
}

TEST(Freeze, digest_changes_with_a_kernel_and_with_the_rules) {
  const FrozenProtocol frozen = frozen_example();
  auto kernels = frozen.kernels();
  kernels["gemv/warp"] = std::string(64, '0');
  EXPECT_NE(identity({1, kernels, frozen.protocol()}), frozen.digest());
  EXPECT_NE(identity({2, frozen.kernels(), frozen.protocol()}), frozen.digest());
  EXPECT_EQ(identity({1, frozen.kernels(), frozen.protocol()}), frozen.digest());
}

TEST(Freeze, digest_does_not_depend_on_who_froze_it_or_when) {
  const Protocol protocol = completed(good_text("gemv_stages.yaml"));
  Provenance other = test_provenance();
  other.time = "2027-01-01T00:00:00Z";
  other.build.dirty = true;
  EXPECT_EQ(freeze(protocol, test_catalogue(), other).digest(), frozen_example().digest());
}

TEST(Freeze, names_the_kernels_of_arms_and_ceilings_with_the_digests_of_their_sources) {
  const FrozenProtocol frozen = frozen_example();
  std::vector<std::string> names;
  for (const auto& [name, digest] : frozen.kernels()) names.push_back(name);
  EXPECT_THAT(names,
              ::testing::ElementsAre("gemv/naive", "gemv/q4", "gemv/warp", "gemv/wide",
                                     "stream/null", "stream/read_plain", "stream/read_wide"));
  EXPECT_EQ(frozen.kernels().at("stream/null").size(), 64U);
  EXPECT_EQ(frozen.kernels().at("gemv/naive"), "");
}

TEST(Freeze, does_not_depend_on_spelling_comments_or_order_of_keys) {
  const std::string text = good_text("gemv_stages.yaml");
  std::string respelled = edited(text, "warmup: 0.5 s", "warmup: 500000 us");
  respelled = edited(respelled, "tail: 5 %", "tail: 0.05");
  respelled = edited(respelled, "[9.5 us, 12 us]", "[9500 ns, 0.012 ms]  # a comment");
  respelled = edited(respelled, "{rows: 4096, cols: 4096}", "{cols: 4Ki, rows: 4Ki}");
  EXPECT_EQ(freeze(completed(respelled), test_catalogue(), test_provenance()).text(),
            frozen_example().text());
}

TEST(Freeze, refuses_a_protocol_that_was_not_completed) {
  const Protocol raw = parse(good_text("minimal.yaml")).protocol;
  EXPECT_THROW(static_cast<void>(freeze(raw, test_catalogue(), test_provenance())), Error);
}

TEST(Thaw, refuses_a_changed_value_and_shows_both_digests) {
  const FrozenProtocol frozen = frozen_example();
  EXPECT_THAT(refusal(edited(frozen.text(), "rounds: 10", "rounds: 11")),
              ::testing::AllOf(HasSubstr(frozen.digest()), HasSubstr("changed after freezing"),
                               HasSubstr("amend")));
}

TEST(Thaw, refuses_a_changed_kernel_digest_and_changed_rules) {
  const std::string text = frozen_example().text();
  EXPECT_THAT(refusal(edited(text, "gemv/naive: \"\"", "gemv/naive: \"0123\"")),
              HasSubstr("changed after freezing"));
  EXPECT_THAT(refusal(edited(text, "rules: 1", "rules: 2")), HasSubstr("changed after freezing"));
  for (const char* no_version : {"rules: one", "rules: 0", "rules: 1000001", "rules: 1.5"}) {
    EXPECT_THAT(refusal(edited(text, "rules: 1", no_version)),
                HasSubstr("'rules' is no version number"));
  }
}

TEST(Thaw, refuses_an_added_comment_with_its_line) {
  const std::string text = frozen_example().text();
  EXPECT_THAT(refusal(edited(text, "frozen:\n", "frozen:  # by me\n")), HasSubstr("line 2 "));
  EXPECT_THAT(refusal(text + "# the end\n"), HasSubstr("not as membound writes it"));
}

TEST(Thaw, refuses_what_is_no_frozen_protocol) {
  EXPECT_THAT(refusal(""), HasSubstr("empty"));
  EXPECT_THAT(refusal("a list"), HasSubstr("'frozen' is missing"));
  EXPECT_THAT(refusal(good_text("minimal.yaml")), HasSubstr("'frozen' is missing"));
  EXPECT_THAT(refusal("frozen: 1\nprotocol: {}\n"), HasSubstr("'frozen' in line 1"));
  EXPECT_THAT(refusal(edited(frozen_example().text(), "  title:", "  tilte:")),
              HasSubstr("unknown key 'tilte'"));
}

TEST(Thaw, refuses_or_survives_every_truncation) {
  const std::string text = frozen_example().text();
  for (std::size_t length = 0; length < text.size(); length += 7) refusal(text.substr(0, length));
}

TEST(Difference, is_empty_for_the_same_protocol_and_kernels) {
  const FrozenProtocol frozen = frozen_example();
  EXPECT_EQ(difference(frozen, frozen.protocol(), test_catalogue()), "");
}

TEST(Difference, names_fields_that_changed_appeared_and_vanished) {
  const FrozenProtocol frozen = frozen_example();
  Protocol now = frozen.protocol();
  now.instrument.rounds = 12;
  now.predictions[0].range.high = 13000;
  now.arms[1].parameters["block"] = 512;
  now.dropped.clear();
  now.cases[0].extents["rows"] = 2048;
  const std::string lines = difference(frozen, now, test_catalogue());
  EXPECT_THAT(lines, HasSubstr("instrument.rounds: frozen as '10', now '12'\n"));
  EXPECT_THAT(
      lines,
      HasSubstr(
          "predictions.warp-time.between: frozen as '[9.5 us, 12 us]', now '[9.5 us, 13 us]'\n"));
  EXPECT_THAT(lines, HasSubstr("arms.warp.params.block: frozen as '128', now '512'\n"));
  EXPECT_THAT(lines,
              HasSubstr("dropped.q8: frozen as 'the format is not implemented yet', now absent\n"));
  EXPECT_THAT(lines, HasSubstr("cases.square.rows: frozen as '4096', now '2048'\n"));
}

TEST(Difference, notices_another_order) {
  const FrozenProtocol frozen = frozen_example();
  Protocol now = frozen.protocol();
  std::swap(now.predictions[0], now.predictions[1]);
  EXPECT_THAT(difference(frozen, now, test_catalogue()),
              HasSubstr("predictions (order): frozen as 'warp-time, "));
}

TEST(Difference, names_a_kernel_whose_source_changed) {
  const FrozenProtocol frozen = frozen_example();
  std::vector<Arm> arms = testing::test_arms();
  for (Arm& arm : arms) {
    if (arm.name == "stream/read_wide") arm.source.clear();
  }
  EXPECT_THAT(difference(frozen, frozen.protocol(), Catalogue(testing::test_workloads(), arms)),
              HasSubstr("kernel stream/read_wide: its source has changed since it was frozen"));
}

TEST(Unfrozen, is_the_same_at_any_time_and_nothing_that_was_frozen) {
  const Protocol protocol = completed(good_text("gemv_stages.yaml"));
  const FrozenProtocol explored = unfrozen(protocol, test_catalogue());
  EXPECT_EQ(explored.text(), unfrozen(protocol, test_catalogue()).text());
  EXPECT_TRUE(explored.exploratory());
  EXPECT_FALSE(frozen_example().exploratory());
  EXPECT_NE(explored.digest(), frozen_example().digest());
  const FrozenProtocol again = thaw(explored.text());
  EXPECT_TRUE(again.exploratory());
  EXPECT_EQ(again.digest(), explored.digest());
  EXPECT_EQ(again.provenance().time, "");
}

TEST(Unfrozen, does_not_become_frozen_by_taking_its_mark_away) {
  const std::string explored =
      unfrozen(completed(good_text("gemv_stages.yaml")), test_catalogue()).text();
  EXPECT_THAT(refusal(edited(explored, "  exploratory: true\n", "")), HasSubstr("is missing"));
  const std::string provenance =
      "  version: \"0.1.0\"\n  commit: \"c\"\n  dirty: false\n  compiler: \"c\"\n  time: \"t\"\n";
  EXPECT_THAT(refusal(edited(explored, "  exploratory: true\n", provenance)),
              HasSubstr("something was changed after freezing"));
  EXPECT_THAT(refusal(edited(frozen_example().text(), "  dirty: false\n",
                             "  dirty: false\n  exploratory: true\n")),
              HasSubstr("something was changed after freezing"));
}

}  // namespace
}  // namespace membound
