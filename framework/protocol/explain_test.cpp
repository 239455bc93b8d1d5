// SPDX-License-Identifier: Apache-2.0
#include "protocol/explain.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "protocol/describe.hpp"
#include "protocol/reference.hpp"
#include "protocol/test_protocols.hpp"

namespace membound::yaml {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(Explain, finds_a_field_by_its_path) {
  EXPECT_THAT(find_fields("instrument.rounds"), ElementsAre(field("instrument.rounds")));
  EXPECT_THAT(find_fields("predictions.*.between"), ElementsAre(field("predictions.*.between")));
  EXPECT_THAT(find_fields("disclosures[]"), ElementsAre(field("disclosures[]")));
}

TEST(Explain, finds_every_field_by_the_path_that_it_shows) {
  for (const Field& f : fields()) {
    EXPECT_THAT(find_fields(shown_path(f.path)), ElementsAre(&f)) << f.path;
  }
}

TEST(Explain, finds_a_field_by_the_path_of_a_real_protocol) {
  EXPECT_THAT(find_fields("arms.naive.kernel"), ElementsAre(field("arms.*.kernel")));
  EXPECT_THAT(find_fields("predictions.fast.between.0"),
              ElementsAre(field("predictions.*.between[]")));
  EXPECT_THAT(find_fields("predictions.fast.quantity.speedup.of"),
              ElementsAre(field("<quantity>.speedup.of")));
}

TEST(Explain, finds_all_fields_of_one_name) {
  EXPECT_THAT(find_fields("speedup"), ElementsAre(field("<quantity>.speedup")));
  EXPECT_THAT(find_fields("between"),
              ElementsAre(field("predictions.*.between"), field("falsifiers.*.when.between"),
                          field("<condition>.between")));
  EXPECT_THAT(find_fields("speedup.over"), ElementsAre(field("<quantity>.speedup.over")));
}

TEST(Explain, finds_nothing_where_there_is_nothing) {
  EXPECT_THAT(find_fields("repetitions"), IsEmpty());
  EXPECT_THAT(find_fields("instrument.speed"), IsEmpty());
  EXPECT_THAT(find_fields("title.0"), IsEmpty());
  EXPECT_THAT(find_fields(""), IsEmpty());
  EXPECT_THAT(known_keys(), Contains("predictions.*.between"));
  EXPECT_THAT(known_keys(), Contains("speedup"));
}

TEST(Explain, says_what_a_field_is_and_what_it_holds) {
  EXPECT_EQ(explain(*field("instrument.large_ceiling")),
            "instrument.large_ceiling\n"
            "  traffic of one launch of the large ceiling\n"
            "\n"
            "  value    a size; 1 MiB to 1 TiB\n"
            "  units    B, KiB, MiB, GiB, TiB\n"
            "  needed   optional; default: 1 GiB\n"
            "  example  large_ceiling: 1 GiB\n");
  EXPECT_EQ(explain(*field("<selection>.at_least")),
            "selection.at_least\n"
            "  how many cases must agree\n"
            "\n"
            "  value    a whole number; 1 to 500\n"
            "  needed   exactly one of any, at_least\n"
            "  example  at_least: 3\n");
  EXPECT_EQ(explain(*field("<quantity>.speedup")),
            "quantity.speedup\n"
            "  time of `over` divided by time of `of`\n"
            "\n"
            "  value    a mapping\n"
            "  needed   exactly one of time, bandwidth, share_of_ceiling, speedup, time_saved, "
            "bytes_ratio, tokens_per_second, spread, error, counter, receipt\n"
            "  example  speedup: {of: wide, over: naive}\n"
            "\n"
            "  holds:\n"
            "    quantity.speedup.of    the arm expected to be faster\n"
            "    quantity.speedup.over  the arm it is compared with\n");
}

TEST(Explain, shows_the_parts_of_a_shared_table_where_it_is_used) {
  EXPECT_THAT(explain(*field("predictions.*.quantity")), HasSubstr("quantity.time_saved"));
}

TEST(Explain, draws_a_tree_with_every_key) {
  const std::string tree = tree_of_keys();
  for (const Field& f : fields()) {
    if (f.path.ends_with("[]")) continue;
    EXPECT_THAT(tree, HasSubstr(std::string(f.help))) << f.path;
  }
  EXPECT_THAT(tree, HasSubstr("\nresults ? "));
  EXPECT_THAT(tree, HasSubstr("\n    between | "));
  EXPECT_THAT(tree, HasSubstr("\n  <name> "));
}

TEST(Describe, says_how_much_is_allowed) {
  EXPECT_EQ(limits_of(*field("predictions.*.between")), "exactly 2 items");
  EXPECT_EQ(limits_of(*field("cases")), "1 to 500 entries");
  EXPECT_EQ(limits_of(*field("disclosures")), "at most 100 items");
  EXPECT_EQ(limits_of(*field("instrument.warmup")), "0 ns to 600 s");
  EXPECT_EQ(limits_of(*field("question")), "not empty");
  EXPECT_EQ(limits_of(*field("arms.*.note")), "");
  EXPECT_EQ(limits_of(*field("predictions.*.at_most")), "");
}

TEST(Reference, is_the_published_page) {
  const auto file = std::filesystem::path(MEMBOUND_SOURCE_DIR) / "protocols" / "REFERENCE.md";
  EXPECT_EQ(testing::read_text(file), protocol_reference())
      << "membound explain --markdown > protocols/REFERENCE.md";
}

TEST(Reference, has_a_row_for_every_field) {
  const std::string page = protocol_reference();
  for (const Field& f : fields()) {
    EXPECT_THAT(page, HasSubstr(fmt::format(" | `{}` |\n", f.example))) << f.path;
  }
}

}  // namespace
}  // namespace membound::yaml
