// SPDX-License-Identifier: Apache-2.0
// Golden reports. To write them anew: MEMBOUND_UPDATE_GOLDEN=1 membound_tests
// --gtest_filter='Report.*'
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <clocale>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <locale>
#include <sstream>

#include "report/example.hpp"
#include "report/sections.hpp"

namespace membound::page {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

std::filesystem::path golden(const std::string& name) {
  return std::filesystem::path(MEMBOUND_SOURCE_DIR) / "framework/report/testdata" / name;
}

std::string read(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::stringstream out;
  out << in.rdbuf();
  return out.str();
}

void expect_golden(const std::string& name, const std::string& text) {
  if (std::getenv("MEMBOUND_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(golden(name), std::ios::binary) << text;
    return;
  }
  const std::string expected = read(golden(name));
  ASSERT_FALSE(expected.empty()) << name << " is missing; write it with MEMBOUND_UPDATE_GOLDEN=1";
  EXPECT_EQ(text, expected)
      << name << " differs; if it should, set MEMBOUND_UPDATE_GOLDEN=1 and look at the diff";
}

void expect_golden_report(const std::string& name, const Report& report) {
  expect_golden(name + ".md.golden", report.markdown);
  expect_golden(name + ".svg", report.plot);
}

TEST(Report, of_one_case_and_two_arms_is_the_golden_one) {
  expect_golden_report("one-row-specialisation", render(small_example()->view));
}

TEST(Report, of_four_cases_with_every_outcome_and_incident_is_the_golden_one) {
  expect_golden_report("wider-loads", render(large_example()->view));
}

/// Everything that somebody else may write, as somebody hostile would write it.
std::unique_ptr<Example> hostile_example() {
  const std::string evil =
      "</text><script>alert(1)</script>\n# heading\n\n| a | b |\n[x](javascript:alert(1)) "
      "![i](http://evil.example/p.png) `code` *b* <img src=x> & \"q\" 'q' \x1b[2J \xe2\x80\xae "
      "\xff "
      "www.evil.example a@evil.example $x$ -->";
  auto example = small_example();
  Protocol& protocol = example->protocol;
  protocol.id = "../hostile";
  for (std::string* text :
       {&protocol.title, &protocol.question, &protocol.rationale, &protocol.prior_note,
        &protocol.arms[1].note, &protocol.predictions[0].because, &protocol.falsifiers[0].means,
        &protocol.workload.format}) {
    *text = evil;
  }
  protocol.disclosures = {evil};
  protocol.dropped = {{evil, evil}};
  for (Case& one : protocol.cases) one.extents = {{evil, 1}};
  for (Cell& one : example->view.plan.cells) one.kernel = evil;
  for (Verdict& verdict : example->view.verdicts) verdict.reason = evil;
  Evidence& evidence = example->evidence;
  for (InvocationStarted& started : evidence.invocations) {
    DeviceInfo& device = started.device;
    for (std::string* text : {&device.name, &device.identity, &device.driver, &device.runtime})
      *text = evil;
    device.notes = {evil};
  }
  evidence.run.build.compiler = evil;
  evidence.run.id = evil;
  evidence.run.started = evil;
  evidence.bindings.push_back({.invocation = 0, .cell = 1, .unavailable = evil});
  evidence.events = {{0, evil, evil, evil}};
  example->view.runs.front().device = evil;
  return example;
}

/// The whole comma world: decimal comma and grouping, for streams and for printf where the system
/// has one.
class CommaLocale {
 public:
  CommaLocale() : before_(std::locale::global(std::locale(std::locale(), new Comma))) {
    std::setlocale(LC_ALL, "de_DE.UTF-8");
  }
  ~CommaLocale() {
    std::locale::global(before_);
    std::setlocale(LC_ALL, "C");
  }
  CommaLocale(const CommaLocale&) = delete;
  CommaLocale& operator=(const CommaLocale&) = delete;

 private:
  struct Comma : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
  };
  std::locale before_;
};

TEST(Report, of_hostile_text_is_the_golden_one) {
  expect_golden_report("hostile", render(hostile_example()->view));
}

TEST(Report, hostile_text_stays_text) {
  const Report report = render(hostile_example()->view);
  for (const std::string& file : {report.markdown, report.plot}) {
    EXPECT_THAT(file, Not(HasSubstr("<script")));
    EXPECT_THAT(file, Not(HasSubstr("<img")));
    EXPECT_THAT(file, Not(HasSubstr("\x1b")));
    EXPECT_THAT(file, Not(HasSubstr("\xe2\x80\xae")));
    EXPECT_THAT(file, Not(HasSubstr("\xff")));
  }
  EXPECT_THAT(report.markdown, Not(HasSubstr("\n# heading")));
  EXPECT_THAT(report.markdown, Not(ContainsRegex("[^\\\\]\\]\\(javascript")));
  EXPECT_THAT(report.markdown, Not(HasSubstr("http://")));
  EXPECT_THAT(report.markdown, Not(HasSubstr("](../")));
}

TEST(Report, every_row_of_a_table_has_as_many_cells_as_its_head) {
  std::istringstream lines(render(hostile_example()->view).markdown);
  std::ptrdiff_t expected = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("|")) {
      expected = 0;
      continue;
    }
    std::ptrdiff_t bars = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (line[i] == '\\') {
        ++i;
      } else if (line[i] == '|') {
        ++bars;
      }
    }
    if (expected == 0) expected = bars;
    EXPECT_EQ(bars, expected) << line;
  }
}

TEST(Report, has_the_same_bytes_twice_and_in_every_locale) {
  const auto example = large_example();
  const Report first = render(example->view);
  const Report second = render(example->view);
  EXPECT_EQ(first.markdown, second.markdown);
  EXPECT_EQ(first.plot, second.plot);
  const CommaLocale comma;
  const Report third = render(example->view);
  EXPECT_EQ(first.markdown, third.markdown);
  EXPECT_EQ(first.plot, third.plot);
}

TEST(Report, of_a_million_repetitions_is_quick_and_small) {
  const auto example = small_example();
  std::vector<Repetition>& all = example->evidence.repetitions;
  const std::vector<Repetition> few = all;
  while (all.size() < 1'000'000) all.insert(all.end(), few.begin(), few.end());
  const auto start = std::chrono::steady_clock::now();
  const Report made = render(example->view);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(3));
  EXPECT_LT(made.plot.size(), 1'000'000U);
}

TEST(Report, gives_a_falsified_prediction_the_same_lines_as_one_that_held) {
  const std::string text = render(small_example()->view).markdown;
  const auto lines_of = [&](const std::string& name) {
    const std::size_t from = text.find("### Prediction `" + name + "`");
    const std::size_t to = text.find("\n#", from + 1);
    return std::count(text.begin() + static_cast<std::ptrdiff_t>(from),
                      text.begin() + static_cast<std::ptrdiff_t>(to), '\n');
  };
  EXPECT_EQ(lines_of("baseline-repeats"), lines_of("specialisation-pays"));
}

TEST(Report, does_not_call_caches_cold_when_the_contrast_is_too_small) {
  const auto example = small_example();
  example->protocol.gates.cold_ratio = 10;
  EXPECT_THAT(render(example->view).markdown,
              HasSubstr("does not show that rotation keeps caches cold"));
}

TEST(Report, lists_an_invocation_that_replaced_another) {
  const auto example = small_example();
  std::erase_if(example->evidence.repetitions,
                [](const Repetition& one) { return one.invocation == 2 && one.round > 3; });
  for (Repetition& one : example->evidence.repetitions) {
    if (one.invocation == 4) one.invocation = 5;
  }
  example->evidence.invocations.back().invocation = 5;
  const std::string text = render(example->view).markdown;
  EXPECT_THAT(text, HasSubstr("Invocation 2 has 28 repetitions of the 70 that were planned."));
  EXPECT_THAT(text, HasSubstr("Invocation 4 never started: its 70 repetitions are missing."));
  EXPECT_THAT(text,
              HasSubstr("Invocation 5 was not planned: it replaces one that did not finish."));
}

TEST(Report, says_whether_accesses_outside_of_the_operands_were_looked_for) {
  const auto example = small_example();
  EXPECT_THAT(render(example->view).markdown, Not(HasSubstr("outside of")));
  example->evidence.events.push_back({{}, "admitted", "2", "2000-01-02T04:00:00Z"});
  EXPECT_THAT(render(example->view).markdown, HasSubstr("operands at whose ends memory stops"));
  example->evidence.events.back().detail = "0";
  EXPECT_THAT(render(example->view).markdown,
              HasSubstr("Accesses outside of the operands: not checked"));
}

TEST(Report, says_why_the_device_throttled) {
  const auto example = small_example();
  for (const std::int64_t reasons : {0x4, 0x4 | 0x40}) {
    Repetition& one = example->evidence.repetitions.at(static_cast<std::size_t>(reasons));
    one.flags |= flag_throttled;
    one.state.throttle_reasons = reasons;
  }
  EXPECT_THAT(render(example->view).markdown,
              HasSubstr("reported throttling (power cap: 2; heat, seen by the hardware: 1). They"));
}

TEST(Report, names_the_database_that_the_protocol_writes_to) {
  const auto example = small_example();
  EXPECT_THAT(render(example->view).markdown, HasSubstr("--db results.db"));
  example->protocol.results = ResultsPlace::scratch;
  EXPECT_THAT(render(example->view).markdown, HasSubstr("--db build/scratch.db"));
}

TEST(VerdictTable, shows_the_predictions_asked_for_and_links_to_the_report) {
  const std::string block = verdict_table(small_example()->view, {"specialisation-pays"});
  EXPECT_EQ(block,
            "| predicted before measuring | measured | outcome |\n"
            "| :--- | :--- | :--- |\n"
            "| time saved by specialised over general between 3 % and 12 % in case ffn\\_gate | "
            "1.354 % (1.202 % to 1.654 %) | "
            "[**falsified**](reports/one-row-specialisation.md#prediction-specialisation-pays) |\n"
            "\n"
            "On Example Accelerator 4T: "
            "[question, evidence and every deviation](reports/one-row-specialisation.md).\n");
}

TEST(VerdictTable, refuses_a_prediction_that_the_protocol_does_not_have) {
  EXPECT_THROW(verdict_table(small_example()->view, {"no-such"}), Error);
}

TEST(Report, before_anything_ran_is_the_golden_one) {
  expect_golden("not-run.md.golden", render(empty_example()->view).markdown);
}

}  // namespace
}  // namespace membound::page
