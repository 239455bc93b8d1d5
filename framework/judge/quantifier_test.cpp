// SPDX-License-Identifier: Apache-2.0
// Tests of the quantifiers, row by row of their table.
#include "judge/quantifier.hpp"

#include <gtest/gtest.h>

#include <map>

namespace membound {
namespace {

using Kind = CaseSelection::Kind;

/// One letter per case: h(eld) f(alsified) i(nconclusive) v(oid) n(ot run) a (not applicable).
Verdict with(std::string_view letters) {
  const std::map<char, Outcome> outcomes{
      {'h', Outcome::held},   {'f', Outcome::falsified}, {'i', Outcome::inconclusive},
      {'v', Outcome::voided}, {'n', Outcome::not_run},   {'a', Outcome::not_applicable}};
  Verdict out;
  for (const char letter : letters)
    out.cases.push_back({.outcome = outcomes.at(letter), .reason = "of the case"});
  return out;
}

Outcome of(std::string_view letters, Kind kind, int count = 0, bool falsifier = false) {
  Verdict verdict = with(letters);
  verdict.falsifier = falsifier;
  combine(verdict, {.kind = kind, .count = count});
  return verdict.outcome;
}

struct Row {
  const char* cases;
  Outcome expected;
};

TEST(All, holds_when_every_case_holds_and_fails_with_one_that_fails) {
  using enum Outcome;
  for (const Row& row : std::initializer_list<Row>{{"h", held},
                                                   {"hhh", held},
                                                   {"hhf", falsified},
                                                   {"iif", falsified},
                                                   {"hhi", inconclusive},
                                                   {"hhv", inconclusive},
                                                   {"vvf", falsified},
                                                   {"hn", inconclusive},
                                                   {"iv", inconclusive}}) {
    EXPECT_EQ(of(row.cases, Kind::all), row.expected) << row.cases;
  }
}

TEST(Any, holds_with_one_case_that_holds_and_fails_when_every_case_fails) {
  using enum Outcome;
  for (const Row& row : std::initializer_list<Row>{{"hff", held},
                                                   {"hvv", held},
                                                   {"fff", falsified},
                                                   {"ffi", inconclusive},
                                                   {"ffv", inconclusive},
                                                   {"f", falsified}}) {
    EXPECT_EQ(of(row.cases, Kind::any), row.expected) << row.cases;
  }
}

TEST(AtLeast, holds_at_its_count_and_fails_when_it_can_no_longer_be_reached) {
  using enum Outcome;
  for (const Row& row : std::initializer_list<Row>{{"hhf", held},
                                                   {"hhh", held},
                                                   {"hff", falsified},
                                                   {"fff", falsified},
                                                   {"hif", inconclusive},
                                                   {"hvf", inconclusive},
                                                   {"hiv", inconclusive},
                                                   {"vff", falsified},
                                                   {"hhv", held}}) {
    EXPECT_EQ(of(row.cases, Kind::at_least, 2), row.expected) << row.cases;
  }
}

TEST(AtLeast, of_one_is_any_and_of_every_case_is_all) {
  const std::string letters = "hfivna";
  for (const char a : letters) {
    for (const char b : letters) {
      for (const char c : letters) {
        const std::string cases{a, b, c};
        EXPECT_EQ(of(cases, Kind::at_least, 1), of(cases, Kind::any)) << cases;
        EXPECT_EQ(of(cases, Kind::at_least, 3), of(cases, Kind::all)) << cases;
      }
    }
  }
}

TEST(Quantifier, says_why_there_is_no_verdict_when_no_case_has_one) {
  using enum Outcome;
  for (const Kind kind : {Kind::all, Kind::any}) {
    for (const Row& row : std::initializer_list<Row>{{"vv", voided},
                                                     {"nn", not_run},
                                                     {"aa", not_applicable},
                                                     {"vn", not_run},
                                                     {"va", not_applicable},
                                                     {"an", not_run}}) {
      EXPECT_EQ(of(row.cases, kind), row.expected) << row.cases;
    }
  }
}

TEST(Quantifier, of_a_falsifier_counts_the_cases_that_fire) {
  using enum Outcome;
  EXPECT_EQ(of("ff", Kind::all, 0, true), falsified);
  EXPECT_EQ(of("fh", Kind::all, 0, true), held);
  EXPECT_EQ(of("fi", Kind::all, 0, true), inconclusive);
  EXPECT_EQ(of("fh", Kind::any, 0, true), falsified);
  EXPECT_EQ(of("ih", Kind::any, 0, true), inconclusive);
  EXPECT_EQ(of("hh", Kind::any, 0, true), held);
  EXPECT_EQ(of("ffh", Kind::at_least, 2, true), falsified);
  EXPECT_EQ(of("fhh", Kind::at_least, 2, true), held);
  EXPECT_EQ(of("fhi", Kind::at_least, 2, true), inconclusive);
  EXPECT_EQ(of("vv", Kind::all, 0, true), voided);
}

TEST(Quantifier, over_no_case_is_not_run) { EXPECT_EQ(of("", Kind::all), Outcome::not_run); }

TEST(Quantifier, gives_the_reason_of_a_single_case_and_a_tally_of_several) {
  Verdict one = with("f");
  combine(one, {});
  EXPECT_EQ(one.reason, "of the case");
  Verdict several = with("hfvh");
  combine(several, {.kind = Kind::at_least, .count = 3});
  EXPECT_EQ(several.reason, "of 4 cases: 1 void, 1 falsified, 2 held; 3 must hold");
  several.falsifier = true;
  combine(several, {.kind = Kind::any});
  EXPECT_EQ(several.reason, "of 4 cases: 1 void, 1 fired, 2 not fired; 1 must fire");
}

TEST(FirstThatApplies, follows_the_order_of_the_rule) {
  using enum Outcome;
  EXPECT_EQ(first_that_applies({held, inconclusive, falsified, voided, not_applicable, not_run}),
            not_run);
  EXPECT_EQ(first_that_applies({held, inconclusive, falsified, voided, not_applicable}),
            not_applicable);
  EXPECT_EQ(first_that_applies({held, inconclusive, falsified, voided}), voided);
  EXPECT_EQ(first_that_applies({held, inconclusive, falsified}), falsified);
  EXPECT_EQ(first_that_applies({held, inconclusive}), inconclusive);
  EXPECT_EQ(first_that_applies({held, held}), held);
}

}  // namespace
}  // namespace membound
