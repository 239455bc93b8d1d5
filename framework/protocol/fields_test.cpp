// SPDX-License-Identifier: Apache-2.0
#include "protocol/fields.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "protocol/section.hpp"
#include "protocol/test_protocols.hpp"
#include "protocol/words.hpp"

namespace membound::yaml {
namespace {

TEST(Fields, have_paths_of_their_own_with_help_and_example) {
  std::set<std::string_view> paths;
  for (const Field& f : fields()) {
    EXPECT_TRUE(paths.insert(f.path).second) << f.path << " stands twice";
    EXPECT_FALSE(f.help.empty()) << f.path;
    EXPECT_FALSE(f.example.empty()) << f.path;
    EXPECT_LE(f.least, f.most) << f.path;
  }
}

TEST(Fields, that_are_words_list_them_and_no_others_do) {
  for (const Field& f : fields()) EXPECT_EQ(f.forms.has(Form::word), !f.choices.empty()) << f.path;
}

TEST(Fields, that_are_optional_say_what_absence_means) {
  for (const Field& f : fields()) {
    const bool has_parts = f.forms.has(Form::mapping) && !f.forms.has(Form::word);
    const bool one_of_a_group = !f.group.empty();
    if (f.presence == Presence::optional && !has_parts && !one_of_a_group) {
      EXPECT_FALSE(f.initial.empty()) << f.path;
    }
  }
}

TEST(Fields, describe_what_lists_entries_and_mappings_hold) {
  for (const Field& f : fields()) {
    const std::string path(f.path);
    if (f.forms.has(Form::list)) {
      EXPECT_NE(field(path + "[]"), nullptr) << path;
    }
    if (f.forms.has(Form::entries)) {
      EXPECT_NE(field(path + ".*"), nullptr) << path;
    }
    if (f.forms.has(Form::mapping)) {
      EXPECT_FALSE(fields_of(f.shares.empty() ? f.path : f.shares).empty()) << path;
    }
  }
}

TEST(Fields, are_reachable_from_the_top) {
  std::set<std::string> reached;
  std::vector<std::string> open{""};
  while (!open.empty()) {
    const std::string parent = open.back();
    open.pop_back();
    for (const Field& f : fields()) {
      const std::string path(f.path);
      const bool key = fields_of(parent).end() != std::ranges::find(fields_of(parent), &f);
      if (!key && path != parent + "[]" && path != parent + ".*") continue;
      if (!reached.insert(path).second) continue;
      open.push_back(path);
      if (!f.shares.empty()) open.emplace_back(f.shares);
    }
  }
  EXPECT_EQ(reached.size(), fields().size());
}

TEST(Fields, have_examples_that_the_parser_accepts) {
  // A protocol of nothing but the examples of its top keys; the names in them belong together.
  std::string text;
  for (const Field* f : fields_of("")) text += fmt::format("{}: {}\n", f->path, f->example);
  const Parsed parsed = parse(text);
  EXPECT_TRUE(parsed.findings.empty()) << render(parsed.findings, "examples", text);
}

TEST(Fields, have_examples_of_one_of_their_forms) {
  for (const Field& f : fields()) {
    const std::string text = fmt::format("x: {}\n", f.example);
    const Tree tree = guard(text);
    ASSERT_TRUE(tree.findings.empty()) << render(tree.findings, text, text);
    Draft draft;
    EXPECT_TRUE(has_form(draft, {&tree.root.entries[0].value, &f, std::string(f.path), {}}))
        << f.path;
  }
}

std::string canonical_text_of_everything() {
  return canonical(testing::completed(testing::good_text("whole_language.yaml")));
}

TEST(Fields, follow_the_order_of_the_canonical_text) {
  const std::string text = canonical_text_of_everything();
  std::size_t last_place = 0;
  for (const Field* f : fields_of("")) {
    const std::size_t place = text.find(fmt::format("\n{}:", f->path));
    if (f->path == "membound") continue;
    ASSERT_NE(place, std::string::npos) << f->path;
    EXPECT_GT(place, last_place) << f->path;
    last_place = place;
  }
}

/// Shorter ways to say what the canonical text spells out.
bool is_shorthand(std::string_view path) {
  const std::set<std::string_view> keys{"from",  "to",        "except", "near", "equals",
                                        "equal", "tolerance", "within", "held"};
  return keys.contains(last(path));
}

TEST(Fields, are_all_shown_in_the_canonical_text_of_a_protocol_that_uses_them) {
  const std::string text = canonical_text_of_everything();
  const std::string source = testing::good_text("whole_language.yaml");
  for (const Field& f : fields()) {
    const bool named = !f.path.ends_with("[]") && !f.path.ends_with('*');
    if (!named) continue;
    const std::string key = fmt::format("{}:", last(f.path));
    EXPECT_NE((is_shorthand(f.path) ? source : text).find(key), std::string::npos) << f.path;
  }
}

TEST(Fields, name_only_keys_that_stand_beside_them) {
  for (const Field& f : fields()) {
    const std::string_view parent = f.path.substr(0, f.path.size() - last(f.path).size() - 1);
    for (const std::string& key : keys_beside(f)) EXPECT_NE(field(parent, key), nullptr) << f.path;
    if (!f.needs.empty()) {
      EXPECT_NE(field(parent, f.needs), nullptr) << f.path;
    }
  }
}

TEST(Fields, find_by_parent_and_key) {
  EXPECT_EQ(field("instrument", "rounds"), field("instrument.rounds"));
  EXPECT_NE(field("", "arms"), nullptr);
  EXPECT_EQ(field("", "rounds"), nullptr);
  EXPECT_EQ(field("nowhere", "rounds"), nullptr);
  EXPECT_TRUE(fields_of("nowhere").empty());
}

TEST(Fields, say_what_they_expect) {
  EXPECT_EQ(expected(*field("instrument.warmup")), "a time");
  EXPECT_EQ(expected(*field("analysis")), "a mapping or 'standard'");
  EXPECT_EQ(expected(*field("arms.*.role")),
            "one of treatment, baseline, vendor, control, probe, post_hoc");
}

TEST(Words, stand_in_the_order_of_their_enumerations) {
  EXPECT_EQ(name_of(Role::treatment), "treatment");
  EXPECT_EQ(name_of(Role::vendor), "vendor");
  EXPECT_EQ(name_of(Role::post_hoc), "post_hoc");
  EXPECT_EQ(name_of(PriorData::none), "none");
  EXPECT_EQ(name_of(PriorData::seen), "seen");
  EXPECT_EQ(name_of(Seen::nothing_run), "nothing_run");
  EXPECT_EQ(name_of(Seen::no_results_seen), "no_results_seen");
  EXPECT_EQ(name_of(Seen::results_seen), "results_seen");
  EXPECT_EQ(name_of(LaunchMode::isolated), "isolated");
  EXPECT_EQ(name_of(LaunchMode::chain), "chain");
  EXPECT_EQ(name_of(Rotation::full), "full");
  EXPECT_EQ(name_of(Rotation::none), "none");
  EXPECT_EQ(name_of(Order::shuffled), "shuffled");
  EXPECT_EQ(name_of(Order::blocked), "blocked");
  EXPECT_EQ(name_of(Spread::half_range_over_mean), "half_range_over_mean");
  EXPECT_EQ(name_of(Spread::max_over_min), "max_over_min");
  EXPECT_EQ(name_of(QuantityKind::time), "time");
  EXPECT_EQ(name_of(QuantityKind::share_of_ceiling), "share_of_ceiling");
  EXPECT_EQ(name_of(QuantityKind::time_saved), "time_saved");
  EXPECT_EQ(name_of(CeilingScope::matched), "matched");
  EXPECT_EQ(name_of(CeilingScope::large), "large");
}

}  // namespace
}  // namespace membound::yaml
