// SPDX-License-Identifier: Apache-2.0
#include "protocol/finding_json.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "protocol/kinds.hpp"
#include "protocol/test_protocols.hpp"

namespace membound {
namespace {

using Json = nlohmann::ordered_json;

TEST(FindingAsJson, has_place_kind_message_and_hint) {
  const std::string text = "a:\n  réps: 200\n";
  const Finding finding{
      Finding::Severity::error, {2, 3}, "unknown key 'réps'", "known keys: a", kinds::unknown_key};
  EXPECT_EQ(to_json({finding}, text),
            Json::parse(R"([{"line":2,"column":3,"end_column":7,"severity":"error",
                             "kind":"unknown-key","message":"unknown key 'réps'",
                             "hint":"known keys: a"}])"));
}

TEST(FindingAsJson, about_the_whole_file_has_no_end) {
  const Finding finding{Finding::Severity::warning, {}, "empty", "", kinds::empty};
  EXPECT_EQ(to_json({finding}, ""), Json::parse(R"([{"line":0,"column":0,"severity":"warning",
                                                     "kind":"empty","message":"empty"}])"));
}

TEST(FindingAsJson, is_sorted_by_place) {
  const Finding late{Finding::Severity::error, {2, 1}, "late", "", kinds::vacuous};
  const Finding early{Finding::Severity::error, {1, 9}, "early", "", kinds::vacuous};
  EXPECT_EQ(to_json({late, early}, "").front().at("message"), "early");
}

TEST(Kinds, are_names_of_their_own_in_lower_case) {
  std::set<std::string_view> seen;
  for (const std::string_view kind : kinds::all) {
    EXPECT_TRUE(seen.insert(kind).second) << kind;
    EXPECT_EQ(kind.find_first_not_of("abcdefghijklmnopqrstuvwxyz-"), kind.npos) << kind;
  }
}

std::set<std::string_view> kinds_in(const std::string& folder, const std::string& named_by) {
  std::set<std::string_view> found;
  for (const auto& file : testing::files_of(named_by)) {
    const std::string name = file.stem().string() + ".yaml";
    const std::string text = testing::read_text(testing::testdata() / folder / name);
    for (const Finding& finding : testing::check(text)) found.insert(finding.kind);
  }
  return found;
}

TEST(Kinds, are_those_of_the_corpus_and_each_has_a_golden_text) {
  // Two are of the file and not of its text, one needs more mistakes than anybody reads, and one is
  // a warning about good protocols.
  const std::set<std::string_view> elsewhere{kinds::unreadable, kinds::differs_from_frozen,
                                             kinds::left_out, kinds::weak};
  std::set<std::string_view> expected;
  for (const std::string_view kind : kinds::all) {
    if (!elsewhere.contains(kind)) expected.insert(kind);
  }
  EXPECT_EQ(kinds_in("bad", "bad"), expected);
  EXPECT_EQ(kinds_in("bad", "rendered"), expected);
  EXPECT_EQ(kinds_in("good", "good"), std::set<std::string_view>{kinds::weak});
}

}  // namespace
}  // namespace membound
