// SPDX-License-Identifier: Apache-2.0
// Hostile and broken files: refused in bounded time, never a crash.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ctime>

#include "base/random.hpp"
#include "protocol/guard.hpp"
#include "protocol/test_protocols.hpp"

namespace membound {
namespace {

using testing::check;
using testing::good_text;

std::string repeated(std::string_view piece, std::size_t bytes) {
  std::string text;
  text.reserve(bytes + piece.size());
  while (text.size() < bytes) text += piece;
  text.resize(bytes);
  return text;
}

/// Numbers every `#` of a piece, so that a file of many pieces has no duplicate keys.
std::string numbered(std::string_view piece, std::size_t bytes) {
  std::string text;
  for (std::size_t i = 0; text.size() < bytes; ++i) {
    for (const char c : piece) {
      if (c == '#') {
        text += std::to_string(i);
      } else {
        text += c;
      }
    }
  }
  text.resize(bytes);
  return text;
}

std::string framed(std::string_view before, std::string_view body, std::string_view after = {}) {
  return std::string(before).append(body).append(after);
}

/// Processor seconds of this thread: what a busy machine does not change.
double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Sanitizers slow everything down several times over.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr double patience = 20;
#else
constexpr double patience = 1;
#endif

struct Hostile {
  std::string name;
  std::string text;
};

std::vector<Hostile> hostile_files() {
  constexpr std::size_t full = yaml::limits_of_protocol.bytes;
  std::string bomb = "a0: &a0 [x, x]\n";
  for (int i = 1; i < 30; ++i) {
    bomb += fmt::format("a{0}: &a{0} [*a{1}, *a{1}]\n", i, i - 1);
  }
  std::string junk(full, ' ');
  for (std::size_t i = 0; i < junk.size(); ++i)
    junk[i] = static_cast<char>(splitmix64(1, i) % 95 + 32);
  const std::string minimal = good_text("minimal.yaml");
  return {
      {"alias_bomb", bomb},
      {"deep_flow_sequences", std::string(100'000, '[')},
      {"deep_flow_mappings", repeated("{a: ", 400'000)},
      {"deep_block_sequences", repeated("- ", full)},
      {"deep_questions", repeated("? ", full)},
      {"junk", junk},
      {"junk_bytes", repeated("\xff\xfe\x80", full)},
      {"one_letter", std::string(full, 'a')},
      {"one_quoted_text", framed("\"", std::string(full - 2, 'a'), "\"")},
      {"open_quote", framed("'", std::string(full - 1, 'a'))},
      {"folded_lines", framed("a: \"", repeated("x\n ", full - 5), "\"")},
      {"block_scalar", framed("a: |\n", repeated(" x\n", full - 6))},
      {"comment", std::string(full, '#')},
      {"comments", repeated("#\n", full)},
      {"spaces", std::string(full, ' ')},
      {"line_ends", std::string(full, '\n')},
      {"commas", framed("[", std::string(full - 1, ','))},
      {"colons", repeated(": ", full)},
      {"items", repeated("- a\n", full)},
      {"one_line_of_items", framed("[", repeated("a,", full - 1))},
      {"keys", numbered("key#: 1\n", full)},
      {"flow_keys", framed("{", numbered("key#: 1, ", full - 1))},
      {"wide_flow_keys", framed("{", numbered("k\xc3\xa4y#: 1, ", full - 1))},
      {"duplicate_keys", repeated("id: a\n", full)},
      {"long_keys", numbered("predictions_and_falsifiers_and_more_of_that_kind_#: 1\n", full)},
      {"anchors", numbered("- &a# x\n", full)},
      {"aliases", framed("a: &a x\n", repeated("b: *a\n", full - 8))},
      {"tags", repeated("- !t x\n", full)},
      {"tag_directives", repeated("%TAG ! tag:x,2000:\n", full)},
      {"documents", repeated("---\na\n", full)},
      {"exclamation_marks", std::string(full, '!')},
      {"ampersands", std::string(full, '&')},
      {"percents", std::string(full, '%')},
      {"long_number", minimal + "disclosures: [" + std::string(60'000, '9') + "]\n"},
      {"long_text", minimal + "disclosures: [\"" + repeated("x\n ", 60'000) + "\"]\n"},
      {"too_large", std::string(full + 1, 'a')},
      {"many_predictions",
       minimal + numbered("  p#: {order: [warp, warp], because: x}\n", 900'000)},
      {"many_cases", numbered("c#: {rows: 8, cols: 8}\n", 500'000)},
      {"lists_of_cases", minimal + "    cases: [" + numbered("c#, ", 60'000) + "]\n"},
  };
}

class HostileFile : public ::testing::TestWithParam<Hostile> {};

TEST_P(HostileFile, is_refused_in_bounded_time) {
  const double start = processor_seconds();
  const std::vector<Finding> findings = check(GetParam().text);
  const double took = processor_seconds() - start;
  EXPECT_TRUE(has_errors(findings));
  EXPECT_LE(findings.size(), 101U);
  EXPECT_LT(took, 0.2 * patience);
  EXPECT_LT(render(findings, "hostile.yaml", GetParam().text).size(), 100'000U);
}

INSTANTIATE_TEST_SUITE_P(Hostile, HostileFile, ::testing::ValuesIn(hostile_files()),
                         [](const auto& file) { return file.param.name; });

}  // namespace
}  // namespace membound
