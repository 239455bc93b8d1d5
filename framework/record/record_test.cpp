// SPDX-License-Identifier: Apache-2.0
// Tests of recording and reading: what goes in comes out, whole rounds only.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "record/example.hpp"
#include "record/reader.hpp"
#include "record/schema.hpp"

namespace membound {
namespace {

constexpr const char* id = "0123456789abcdef0123456789abcdef";

TEST(Record, costs_at_most_60_bytes_per_repetition) {
  const example::Folder folder;
  const auto size_of_run = [&](int runs) {
    const auto file = folder.file(std::to_string(runs) + ".db");
    Connection connection = open_writing(file);
    for (int i = 0; i < runs; ++i) {
      Recorder recorder(connection);
      const std::string run_id = std::string(31, 'a') + static_cast<char>('a' + i);
      recorder.begin(example::protocol(), example::plan(20), example::head(run_id));
      example::record_all(recorder, run_id,
                          example::run({.cells = 40, .rounds = 10, .invocations = 5}));
    }
    seal(connection);
    return static_cast<double>(std::filesystem::file_size(file));
  };
  const double empty = size_of_run(0);
  for (int runs : {1, 2, 5}) {
    const double s = size_of_run(runs);
    std::printf("runs %d: %.0f bytes, %.1f per repetition\n", runs, s,
                (s - empty) / (2000.0 * runs));
    EXPECT_LT((s - empty) / (2000.0 * runs), 60);
  }
}

}  // namespace
}  // namespace membound
