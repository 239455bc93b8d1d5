// SPDX-License-Identifier: Apache-2.0
// What the shorter forms of the language stand for, and what is wrong with protocols made by hand.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "protocol/test_protocols.hpp"

namespace membound {
namespace {

using testing::completed;
using ::testing::Contains;
using ::testing::ElementsAre;
using testing::good_text;
using ::testing::HasSubstr;
using testing::test_catalogue;
using Kind = Condition::Kind;

Protocol everything() { return completed(good_text("whole_language.yaml")); }

const Prediction& prediction(const Protocol& protocol, std::string_view name) {
  return *std::ranges::find(protocol.predictions, name, &Prediction::name);
}

std::vector<std::string> messages(const Protocol& protocol) {
  std::vector<std::string> out;
  for (const Finding& finding : validate(protocol, {}, test_catalogue()))
    out.push_back(finding.message);
  return out;
}

TEST(Language, reads_points_with_a_tolerance_as_ranges) {
  const Protocol p = everything();
  EXPECT_EQ(prediction(p, "explained").range, (Range{30'000, 50'000}));
  EXPECT_EQ(prediction(p, "sectors").range, (Range{16.335, 16.665}));
  EXPECT_EQ(prediction(p, "bytes").range, (Range{1, 1}));
}

TEST(Language, reads_equal_arms_as_a_speedup_near_one) {
  const Prediction same = prediction(everything(), "same");
  EXPECT_EQ(same.quantity,
            (Quantity{.kind = QuantityKind::speedup, .arm = "warp-128", .over = "warp-256"}));
  EXPECT_EQ(same.range, (Range{1 / 1.1, 1.1}));
}

TEST(Language, reads_bounds_that_the_run_gives) {
  const Protocol p = everything();
  const Expression floor = *prediction(p, "floor").range.low_of;
  EXPECT_EQ(floor.traffic_of, "naive");
  EXPECT_EQ(floor.rate, 4.8e12);
  EXPECT_EQ(floor.times, 1.05);
  EXPECT_EQ(floor.plus, 1000);
  const Prediction& near = prediction(p, "near-the-other");
  EXPECT_EQ(near.range.high, std::nullopt);
  EXPECT_EQ(near.range.high_of->times, 1.1);
  EXPECT_EQ(near.range.high_of->quantity,
            (Quantity{.kind = QuantityKind::time, .arm = "warp-128"}));
}

TEST(Language, expands_sweeps_of_cases) {
  const Protocol p = everything();
  std::vector<std::string> names;
  for (const Case& one : p.cases) names.push_back(one.name);
  EXPECT_THAT(names,
              ElementsAre("square", "tall-8192", "tall-16384", "tall-32768", "grid-1024x1024",
                          "grid-2048x512", "grid-2048x1024", "equal-512", "equal-1024"));
  EXPECT_EQ(p.cases[8].extents, (Extents{{"rows", 1024}, {"cols", 1024}}));
  EXPECT_THAT(prediction(p, "rate").cases.cases,
              ElementsAre("tall-8192", "tall-16384", "tall-32768"));
  EXPECT_THAT(
      prediction(p, "rising").trend->cases,
      ElementsAre("equal-512", "equal-1024", "tall-8192", "tall-16384", "tall-32768", "square"));
}

TEST(Language, expands_sweeps_of_parameters_into_arms_and_their_group) {
  const Protocol p = everything();
  EXPECT_EQ(p.groups[0], (Group{"warp", {"warp-128", "warp-256"}}));
  EXPECT_EQ(p.groups[1], (Group{"any-f16", {"naive", "warp-128"}}));
  EXPECT_EQ(p.arms[2].parameters, (Parameters{{"block", 256}, {"columns_per_thread", 4}}));
  EXPECT_EQ(p.arms[1].traffic, p.arms[2].traffic);
}

TEST(Language, reads_a_list_of_conditions_as_all_and_a_word_as_held) {
  const Condition claim = everything().claims[0].condition;
  ASSERT_EQ(claim.parts.size(), 3U);
  EXPECT_EQ(claim.kind, Kind::all);
  EXPECT_EQ(claim.parts[0], (Condition{.kind = Kind::held, .name = "pays"}));
  const Condition& any = claim.parts[1];
  EXPECT_EQ(any.kind, Kind::any);
  EXPECT_EQ(any.parts[2], (Condition{.kind = Kind::held, .name = "rate"}));
  EXPECT_EQ(any.parts[3].kind, Kind::all);
  EXPECT_EQ(any.parts[3].parts[1], (Condition{.kind = Kind::falsified, .name = "absent"}));
  EXPECT_EQ(claim.parts[2].faster, "warp-128");
  EXPECT_THAT(claim.parts[2].cases.cases, ElementsAre("tall-8192", "tall-16384", "tall-32768"));
}

TEST(Language, says_where_a_condition_was_changed_after_freezing) {
  const Protocol p = everything();
  const FrozenProtocol frozen = freeze(p, test_catalogue(), testing::test_provenance());
  Protocol changed = p;
  changed.claims[0].condition.parts[1].parts[1].name = "pays";
  EXPECT_THAT(
      difference(frozen, changed, test_catalogue()),
      HasSubstr("claims.fast.requires.2.any.2.inconclusive: frozen as 'saves', now 'pays'"));
}

TEST(Language, shows_a_condition_that_was_added_as_a_difference) {
  const Protocol p = everything();
  const FrozenProtocol frozen = freeze(p, test_catalogue(), testing::test_provenance());
  Protocol changed = p;
  changed.decisions[0].land.parts.pop_back();
  EXPECT_NE(difference(frozen, changed, test_catalogue()), "");
}

TEST(Language, refuses_names_that_stand_twice_in_what_follows_from_verdicts) {
  Protocol p = everything();
  p.groups.push_back(p.groups[0]);
  p.observations.push_back(p.observations[0]);
  p.claims.push_back(p.claims[0]);
  p.decisions.push_back(p.decisions[0]);
  p.stop_rules.push_back(p.stop_rules[0]);
  EXPECT_THAT(
      messages(p),
      ElementsAre("'warp' stands twice in groups", "'late-time' stands twice in observations",
                  "'fast' stands twice in claims", "'adopt' stands twice in decisions",
                  "'enough' stands twice in stop_rules"));
}

TEST(Language, refuses_a_condition_of_nothing_made_by_hand) {
  Protocol p = everything();
  p.claims[0].condition.parts[1].parts.clear();
  EXPECT_THAT(messages(p), ElementsAre("a condition of nothing"));
}

TEST(Language, bounds_the_cases_that_conditions_speak_of) {
  Protocol p = everything();
  for (int i = 0; i < 60; ++i) {
    Claim claim{.name = fmt::format("c{}", i), .text = "x", .condition = {.kind = Kind::any}};
    claim.condition.parts.assign(10, p.stop_rules[0].when);
    p.claims.push_back(claim);
  }
  EXPECT_THAT(messages(p), ElementsAre(HasSubstr("at most 5000 are allowed")));
}

TEST(Language, allows_different_scopes_when_they_are_disclosed) {
  Protocol p = everything();
  p.predictions[5].quantity->over = "part";
  EXPECT_THAT(messages(p), ElementsAre());
  p.disclosures.clear();
  EXPECT_THAT(messages(p),
              Contains(HasSubstr("covers its operation, that of 'part' its partials")));
}

/// What is wrong with a protocol on a catalogue whose arms and workloads a test has changed.
template <class Change>
std::vector<std::string> messages_after(const Protocol& protocol, Change change) {
  std::vector<Workload> workloads = testing::test_workloads();
  std::vector<Arm> arms = testing::test_arms();
  change(workloads, arms);
  std::vector<std::string> out;
  for (const Finding& finding : validate(protocol, {}, {workloads, arms}))
    out.push_back(finding.message);
  return out;
}

TEST(Language, lets_only_arms_that_can_be_links_form_a_chain) {
  Protocol p = everything();
  p.instrument.launch = LaunchMode::chain;
  p.instrument.launches = 1;
  const auto chained = [](std::vector<Workload>& workloads, std::vector<Arm>&) {
    workloads.front().chain = ChainRule{.input = "x"};
  };
  const std::vector<std::string> found = messages_after(p, chained);
  EXPECT_THAT(found, Contains(HasSubstr("cannot be a link of a chain")));
  EXPECT_THAT(found, Contains(HasSubstr("one launch is no chain")));
  p.instrument.launches = 2;
  p.arms[3].rotation = Rotation::full;
  const std::vector<std::string> able = messages_after(p, [&](auto& workloads, auto& arms) {
    chained(workloads, arms);
    for (Arm& arm : arms) arm.chains = true;
  });
  EXPECT_THAT(able, ::testing::Not(Contains(HasSubstr("chain"))));
}

TEST(Language, refuses_warm_caches_in_a_chain_whatever_the_role) {
  Protocol p = everything();
  ASSERT_EQ(p.arms[3].rotation, Rotation::none);
  EXPECT_THAT(messages(p), ::testing::Not(Contains(HasSubstr("one copy"))));
  p.instrument.launch = LaunchMode::chain;
  EXPECT_THAT(messages(p), Contains(HasSubstr("the launches of 'part' cannot all use one copy")));
}

TEST(Language, warns_of_arms_in_blocks_and_refuses_to_claim_anything_of_them) {
  Protocol p = everything();
  p.instrument.order = Order::blocked;
  EXPECT_THAT(messages(p), Contains(HasSubstr("the claim 'fast' would rest on arms in blocks")));
  p.claims.clear();
  const std::vector<Finding> findings = validate(p, {}, testing::test_catalogue());
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].severity, Finding::Severity::warning);
  EXPECT_THAT(findings[0].message, HasSubstr("all rounds of an arm run before those of the next"));
}

TEST(Language, refuses_in_mode_stream_what_overlaps_whatever_it_is_told) {
  Protocol p = everything();
  p.instrument.launch = LaunchMode::stream;
  const std::vector<std::string> found = messages_after(p, [](auto&, auto& arms) {
    for (Arm& arm : arms) arm.always_overlaps = true;
  });
  EXPECT_THAT(found, Contains(HasSubstr("launches of mode stream must not overlap")));
}

TEST(Language, refuses_ceilings_of_another_backend) {
  const std::vector<std::string> found = messages_after(everything(), [](auto&, auto& arms) {
    for (Arm& arm : arms) {
      if (arm.name == "stream/read_plain") arm.backend = "cpu";
    }
  });
  EXPECT_THAT(found, Contains(HasSubstr("'stream/read_plain' runs on 'cpu', but the arms on")));
}

TEST(Language, refuses_a_group_that_is_named_like_an_arm) {
  Protocol p = everything();
  p.groups.push_back({"naive", {"naive"}});
  EXPECT_THAT(messages(p), Contains("'naive' is the name of an arm too"));
}

TEST(Language, refuses_every_lineage_that_leads_to_itself) {
  for (std::string Lineage::*link :
       {&Lineage::follows, &Lineage::supersedes, &Lineage::replicates}) {
    Protocol p = everything();
    p.lineage.*link = p.id;
    EXPECT_THAT(messages(p), Contains(HasSubstr("is this experiment itself")));
  }
}

TEST(Language, refuses_ranges_that_end_where_values_begin) {
  for (const double high : {-1.0, 0.0}) {
    Protocol p = everything();
    for (Prediction& one : p.predictions) {
      if (one.name == "explained") one.range = {{}, high};
    }
    EXPECT_THAT(messages(p), Contains("no value that counts can lie in this range")) << high;
  }
}

/// Messages on a good protocol in which one text was replaced.
std::vector<std::string> messages_with(const std::string& from, const std::string& to) {
  std::string text = good_text("minimal.yaml");
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  std::vector<std::string> out;
  for (const Finding& finding : testing::check(text.replace(at, from.size(), to)))
    out.push_back(finding.message);
  return out;
}

TEST(Language, refuses_bounds_that_no_value_is_below) {
  EXPECT_THAT(messages_with("at_most: 12 us", "at_most: 0 us"),
              Contains(HasSubstr("a bound of time must be above 0")));
}

TEST(Language, takes_no_control_for_a_ceiling) {
  std::vector<Arm> arms = testing::test_arms();
  for (Arm& arm : arms) arm.ceiling = arm.name != "stream/read_wide";
  const Catalogue catalogue{testing::test_workloads(), arms};
  EXPECT_THAT(read_protocol(good_text("minimal.yaml"), catalogue).protocol.ceilings.read,
              ElementsAre("stream/read_plain"));
  std::vector<std::string> found;
  for (const Finding& finding :
       read_protocol(good_text("chosen_ceilings.yaml"), catalogue).findings)
    found.push_back(finding.message);
  EXPECT_THAT(found, Contains(HasSubstr("'stream/read_wide' does other work than is counted")));
}

TEST(Language, refuses_a_hot_probe_that_caches_do_not_keep) {
  std::vector<Arm> arms = testing::test_arms();
  for (Arm& arm : arms) arm.caches = arm.name != "stream/read_plain";
  const Catalogue catalogue(testing::test_workloads(), arms);
  std::vector<std::string> found;
  for (const Finding& finding : validate(everything(), {}, catalogue))
    found.push_back(finding.message);
  EXPECT_THAT(found, Contains(HasSubstr("asks caches not to keep what it reads")));
}

TEST(Language, names_every_operand_of_a_traffic_that_was_counted_otherwise) {
  Protocol p = everything();
  p.arms[0].traffic["square"] = Bytes{40 * mebi};
  const std::vector<Finding> findings = validate(p, {}, test_catalogue());
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].message, "arm 'naive' moves 32.0234375 MiB in case 'square', not 40 MiB");
  EXPECT_EQ(findings[0].next,
            "reads matrix: 4096 x 4096 of 2 B = 33554432 B\nreads x: 4096 of 2 B = 8192 B\n"
            "writes y: 4096 of 4 B = 16384 B\ntogether: 33579008 B");
}

}  // namespace
}  // namespace membound
