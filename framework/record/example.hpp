// SPDX-License-Identifier: Apache-2.0
// Example: a small run for the tests of this folder, as its messages.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "record/recorder.hpp"

namespace membound::recorded {

/// A folder that is removed with everything in it.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "membound-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] std::filesystem::path file(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

inline StoredProtocol protocol(const std::string& id = "copy-beats-read") {
  return {"digest-of-" + id, id, "Does '" + id + "' hold?", "membound: 1\nid: " + id + "\n"};
}

inline RunHead head(const std::string& id, const std::string& protocol_digest = protocol().digest) {
  return {
      .id = id,
      .protocol_digest = protocol_digest,
      .started = "2026-11-30T17:22:00Z",
      .backend = "scripted",
      .device_selector = "",
      .build = {.version = "0.1.0", .commit = "0123abc", .dirty = true, .compiler = "GNU 12.2.0"}};
}

/// `pairs` cases with a baseline (even cells) and a treatment (odd cells) each.
inline Plan plan(int pairs = 1) {
  Plan plan;
  for (int i = 0; i < pairs; ++i) {
    const std::string name = "case_" + std::to_string(i);
    plan.sets.push_back(
        {name, "gemv", {.extents = {{"rows", 4096}, {"cols", 1024 * (i + 1)}}, .format = "bf16"}});
    const Cell baseline{.case_name = name,
                        .arm = "general",
                        .kernel = "gemv/splitk",
                        .format = "bf16",
                        .parameters = {{"batch_rows", 8}},
                        .role = Role::baseline,
                        .set = i,
                        .launches = 10};
    Cell treatment = baseline;
    treatment.arm = "special";
    treatment.parameters = {{"batch_rows", 1}};
    treatment.role = Role::treatment;
    plan.cells.push_back(baseline);
    plan.cells.push_back(treatment);
  }
  return plan;
}

inline InvocationStarted started(int invocation, const std::string& identity = "GPU-1") {
  return {.invocation = invocation,
          .device = {.backend = "scripted",
                     .name = "Test Card",
                     .identity = identity,
                     .architecture = "sm_00",
                     .driver = "1.2",
                     .runtime = "3.4",
                     .units = 8,
                     .memory = {8 * gibi},
                     .free_memory = {7 * gibi},
                     .cache = {4 * mebi},
                     .notes = {"ECC on", "no 'MIG'"}},
          .data_seed = 0xfedcba9876543210u + static_cast<unsigned>(invocation),
          .time = "2026-11-30T17:22:01Z"};
}

inline CellBound bound(int invocation, int cell) {
  return {.invocation = invocation,
          .cell = cell,
          .read = {8000},
          .written = {2000},
          .copies = 3,
          .working_set = {256 * mebi},
          .data_digest = std::string(64, 'd'),
          .unavailable = ""};
}

inline Correctness checked(int invocation, int cell, Correctness::When when) {
  return {.invocation = invocation,
          .cell = cell,
          .when = when,
          .copies = 3,
          .error = 0.1 + 0.2,
          .tolerance = 1e-3,
          .passed = true};
}

inline Reading reading(int invocation, int cell) {
  return {invocation, cell, "registers", 40.5, "scripted", "kernel"};
}

inline Repetition repetition(int invocation, int round, int position, std::int64_t time) {
  return {.invocation = invocation,
          .round = round,
          .position = position,
          .cell = position,
          .predecessor = position - 1,
          .launches = 10,
          .time = {time},
          .state = {.core_clock_mhz = 1980,
                    .memory_clock_mhz = 3201,
                    .power_mw = 412'345,
                    .temperature_c = 55,
                    .throttle_reasons = 0}};
}

/// A whole round: cell i takes (100 + 10 i + round) ns per launch.
inline std::vector<Message> round(int invocation, int number, int cells) {
  std::vector<Message> messages;
  for (int i = 0; i < cells; ++i)
    messages.push_back(repetition(invocation, number, i, 10 * (100 + 10 * i + number)));
  messages.push_back(RoundFinished{invocation, number});
  return messages;
}

inline void append(std::vector<Message>& all, std::vector<Message> more) {
  all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

struct Size {
  int cells = 2;
  int rounds = 3;
  int invocations = 2;
};

/// A complete run without a mishap, ending with the event that says so.
inline std::vector<Message> run(const Size& size = {}) {
  std::vector<Message> all;
  for (int i = 0; i < size.invocations; ++i) {
    all.push_back(started(i));
    for (int cell = 0; cell < size.cells; ++cell) {
      all.push_back(bound(i, cell));
      all.push_back(checked(i, cell, Correctness::When::before));
      all.push_back(reading(i, cell));
    }
    for (int r = 0; r < size.rounds; ++r) append(all, round(i, r, size.cells));
    for (int cell = 0; cell < size.cells; ++cell)
      all.push_back(checked(i, cell, Correctness::When::after));
    all.push_back(InvocationFinished{i, 12.345678901, 3.5});
  }
  all.push_back(Event{std::nullopt, "complete", "", "2026-11-30T17:30:00Z"});
  return all;
}

inline void record_all(Recorder& recorder, const std::string& id,
                       const std::vector<Message>& messages) {
  for (const Message& message : messages) recorder.record(id, message);
}

/// Begins the run `id` and records all messages.
inline void fill(Connection& connection, const std::string& id,
                 const std::vector<Message>& messages = run()) {
  Recorder recorder(connection);
  recorder.begin(protocol(), plan(), head(id));
  record_all(recorder, id, messages);
}

/// Answer of a query as lines of "a|b|c"; NULL is "-".
inline std::string ask(Connection& connection, const std::string& sql) {
  Statement row(connection, sql);
  std::string answer;
  while (row.step()) {
    for (int i = 0; i < row.columns(); ++i) {
      if (i > 0) answer += '|';
      answer += row.take<std::optional<std::string>>().value_or("-");
    }
    answer += '\n';
  }
  return answer;
}

/// Message and exit code of the Error that `action` throws: "2: results.db: not a ...".
template <class Action>
std::string refusal(Action action) {
  try {
    action();
  } catch (const Error& error) {
    return std::to_string(static_cast<int>(error.code())) + ": " + error.what();
  }
  return "nothing was refused";
}

}  // namespace membound::recorded
