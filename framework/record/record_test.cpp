// SPDX-License-Identifier: Apache-2.0
// Tests of recording and reading: what goes in comes out, whole rounds only.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "record/example.hpp"
#include "record/reader.hpp"
#include "record/schema.hpp"

namespace membound {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr const char* id = "0123456789abcdef0123456789abcdef";
constexpr double infinity = std::numeric_limits<double>::infinity();

// Every field of a value as text, so that a difference is shown by name.

template <class T>
std::string text(const std::optional<T>& value) {
  return value ? fmt::format("{}", *value) : "-";
}

std::string text(const RunHead& r) {
  return fmt::format("run {} {} {} {} '{}' {} {} {} {} {}", r.id, r.protocol_digest, r.started,
                     r.backend, r.device_selector, r.build.version, r.build.commit, r.build.dirty,
                     r.build.compiler, r.exploratory);
}
std::string text(const InvocationStarted& s) {
  const DeviceInfo& d = s.device;
  std::string out =
      fmt::format("started {} seed {} {} {} {} {} {} {} {} {} {} {} {}", s.invocation, s.data_seed,
                  s.time, d.backend, d.name, d.identity, d.architecture, d.driver, d.runtime,
                  d.units, d.memory.value, d.free_memory.value, d.cache.value);
  for (const std::string& note : d.notes) out += " [" + note + "]";
  return out;
}
std::string text(const CellBound& b) {
  return fmt::format("bound {} {} r{} w{} c{} s{} {} '{}'", b.invocation, b.cell, b.read.value,
                     b.written.value, b.copies, b.working_set.value, b.data_digest, b.unavailable);
}
std::string text(const Correctness& c) {
  return fmt::format("checked {} {} {} {} {} {} {}", c.invocation, c.cell, static_cast<int>(c.when),
                     c.copies, c.error, c.tolerance, c.passed);
}
std::string text(const Repetition& r) {
  return fmt::format("repetition {} {} {} {} after {} {} x {} state {} {} {} {} {} flags {}",
                     r.invocation, r.round, r.position, r.cell, r.predecessor, r.time.value,
                     r.launches, text(r.state.core_clock_mhz), text(r.state.memory_clock_mhz),
                     text(r.state.power_mw), text(r.state.temperature_c),
                     text(r.state.throttle_reasons), r.flags);
}
std::string text(const InvocationFinished& f) {
  return fmt::format("finished {} {} {}", f.invocation, f.worker_seconds, f.timed_seconds);
}
std::string text(const Event& e) {
  return fmt::format("event {} {} {} {}", text(e.invocation), e.kind, e.detail, e.time);
}

template <class T>
std::vector<std::string> texts(const std::vector<T>& values) {
  std::vector<std::string> out;
  for (const T& value : values) out.push_back(text(value));
  return out;
}

/// The messages of one kind, as they were sent.
template <class T>
std::vector<std::string> sent(const std::vector<Message>& messages) {
  std::vector<std::string> out;
  for (const Message& message : messages) {
    if (const T* value = std::get_if<T>(&message)) out.push_back(text(*value));
  }
  return out;
}

/// A run with everything that is out of the ordinary.
std::vector<Message> eventful_run() {
  std::vector<Message> all = recorded::run();
  Repetition bare = recorded::repetition(2, 0, 0, std::int64_t{1} << 52);
  bare.state = {};
  Repetition flagged = recorded::repetition(2, 0, 1, 1);
  flagged.flags = 0x8000'0001u;
  flagged.state.throttle_reasons = std::numeric_limits<std::int64_t>::min();
  CellBound missing = recorded::bound(2, 1);
  missing.unavailable = "no vendor library; it's absent";
  missing.data_digest = "";
  Correctness unwritten = recorded::checked(2, 0, Correctness::When::before);
  unwritten.error = infinity;
  unwritten.passed = false;
  InvocationStarted other = recorded::started(2, "GPU-2");
  other.device.notes = {};
  other.device.name = "na\u00efve | 'card'";
  recorded::append(
      all, {other, recorded::bound(2, 0), missing, unwritten, bare, flagged, RoundFinished{2, 0},
            Event{2, "crashed", "general on case_0: illegal address", "2026-11-30T17:31:00Z"}});
  return all;
}

TEST(Record, gives_back_every_message_as_it_was_sent) {
  Connection connection = open_writing(":memory:");
  const std::vector<Message> messages = eventful_run();
  recorded::fill(connection, id, messages);
  const Evidence evidence = read_evidence(connection, id);
  EXPECT_EQ(text(evidence.run), text(recorded::head(id)));
  EXPECT_EQ(texts(evidence.invocations), sent<InvocationStarted>(messages));
  EXPECT_EQ(texts(evidence.bindings), sent<CellBound>(messages));
  EXPECT_EQ(texts(evidence.correctness), sent<Correctness>(messages));
  EXPECT_EQ(texts(evidence.repetitions), sent<Repetition>(messages));
  EXPECT_EQ(texts(evidence.finished), sent<InvocationFinished>(messages));
  EXPECT_EQ(texts(evidence.events), sent<Event>(messages));
  EXPECT_THAT(evidence.repetitions, SizeIs(14));
}

TEST(Record, reads_an_error_that_is_no_number_back_as_infinity) {
  Connection connection = open_writing(":memory:");
  Correctness nan = recorded::checked(0, 0, Correctness::When::before);
  nan.error = std::numeric_limits<double>::quiet_NaN();
  nan.passed = false;
  recorded::fill(connection, id, {recorded::started(0), nan, InvocationFinished{0, 1, 1}});
  EXPECT_EQ(read_evidence(connection, id).correctness.at(0).error, infinity);
}

TEST(Record, keeps_the_head_before_the_first_message) {
  Connection connection = open_writing(":memory:");
  RunHead head = recorded::head(id);
  head.exploratory = true;
  head.device_selector = "GPU-1";
  Recorder(connection).begin(recorded::protocol(), recorded::plan(), head);
  const Evidence evidence = read_evidence(connection, id);
  EXPECT_EQ(text(evidence.run), text(head));
  EXPECT_EQ(evidence.status, RunStatus::running);
  EXPECT_EQ(read_protocol(connection, head.protocol_digest), recorded::protocol());
}

TEST(Record, keeps_nothing_of_an_open_round) {
  Connection connection = open_writing(":memory:");
  recorded::fill(connection, id,
                 {recorded::started(0), recorded::repetition(0, 0, 0, 10), RoundFinished{0, 0},
                  recorded::repetition(0, 1, 0, 10), Event{0, "hung", "", "t"}});
  EXPECT_THAT(read_evidence(connection, id).repetitions, SizeIs(1));
  EXPECT_THAT(read_evidence(connection, id).events, SizeIs(1));
}

TEST(Record, forgets_a_discarded_round_and_goes_on) {
  Connection connection = open_writing(":memory:");
  Recorder recorder(connection);
  recorder.begin(recorded::protocol(), recorded::plan(), recorded::head(id));
  recorded::record_all(recorder, id, {recorded::started(0), recorded::repetition(0, 0, 0, 10)});
  recorder.discard_open_round();
  recorded::record_all(
      recorder, id, {recorded::started(1), recorded::repetition(1, 0, 0, 20), RoundFinished{1, 0}});
  const Evidence evidence = read_evidence(connection, id);
  ASSERT_THAT(evidence.repetitions, SizeIs(1));
  EXPECT_EQ(evidence.repetitions[0].invocation, 1);
}

TEST(Record, keeps_the_receipts_of_an_invocation_whose_round_is_discarded) {
  Connection connection = open_writing(":memory:");
  Recorder recorder(connection);
  recorder.begin(recorded::protocol(), recorded::plan(), recorded::head(id));
  recorded::record_all(
      recorder, id,
      {recorded::started(0), recorded::bound(0, 0), recorded::repetition(0, 0, 0, 10)});
  recorder.discard_open_round();
  recorder.record(id, Event{0, "crashed", "", "t"});
  EXPECT_THAT(read_evidence(connection, id).bindings, SizeIs(1));
}

TEST(Record, refuses_to_close_a_round_that_holds_another_one) {
  Connection connection = open_writing(":memory:");
  EXPECT_THAT(
      recorded::refusal([&] {
        recorded::fill(
            connection, id,
            {recorded::started(0), recorded::repetition(0, 0, 0, 10), RoundFinished{0, 1}});
      }),
      HasSubstr("1: :memory:: round 1 of invocation 0 ended with repetitions of another round"));
  EXPECT_THAT(read_evidence(connection, id).repetitions, IsEmpty());
}

TEST(Record, derives_the_status_from_the_events) {
  const auto status_after = [](std::vector<Message> events) {
    Connection connection = open_writing(":memory:");
    recorded::fill(connection, id, events);
    return read_evidence(connection, id).status;
  };
  const auto event = [](const char* kind) { return Event{std::nullopt, kind, "", "t"}; };
  EXPECT_EQ(status_after({}), RunStatus::running);
  EXPECT_EQ(status_after({event("note")}), RunStatus::running);
  EXPECT_EQ(status_after({event("interrupted")}), RunStatus::incomplete);
  EXPECT_EQ(status_after({event("crashed")}), RunStatus::incomplete);
  EXPECT_EQ(status_after({event("crashed"), event("complete")}), RunStatus::complete);
}

TEST(Record, finds_a_run_by_a_unique_prefix) {
  Connection connection = open_writing(":memory:");
  recorded::fill(connection, "aa00");
  recorded::fill(connection, "ab00", {});
  EXPECT_EQ(read_evidence(connection, "aa").run.id, "aa00");
  EXPECT_EQ(recorded::refusal([&] { read_evidence(connection, "a"); }),
            "2: :memory:: more than one run begins with 'a': aa00 and ab00; give more digits");
  EXPECT_EQ(recorded::refusal([&] { read_evidence(connection, "c%"); }),
            "2: :memory:: no run begins with 'c%'; its view v_runs lists those that are there");
}

TEST(Record, refuses_messages_of_a_run_that_never_began) {
  Connection connection = open_writing(":memory:");
  Recorder recorder(connection);
  EXPECT_THAT(recorded::refusal([&] { recorder.record(id, recorded::started(0)); }),
              HasSubstr("2: :memory:: no run 0123"));
}

TEST(Record, stores_a_protocol_once_and_refuses_another_text_under_its_digest) {
  Connection connection = open_writing(":memory:");
  recorded::fill(connection, "aa");
  recorded::fill(connection, "bb");
  EXPECT_EQ(connection.number("SELECT count(*) FROM protocol"), 1);
  StoredProtocol edited = recorded::protocol();
  edited.text += " ";
  Recorder recorder(connection);
  EXPECT_THAT(
      recorded::refusal([&] { recorder.begin(edited, recorded::plan(), recorded::head("cc")); }),
      HasSubstr("4: :memory:: holds another text under the digest"));
  EXPECT_EQ(connection.number("SELECT count(*) FROM run"), 2);
}

TEST(Record, stores_a_device_once_and_again_when_anything_about_it_changed) {
  Connection connection = open_writing(":memory:");
  InvocationStarted updated = recorded::started(2);
  updated.device.driver = "1.3";
  recorded::fill(connection, id, {recorded::started(0), recorded::started(1), updated});
  EXPECT_EQ(connection.number("SELECT count(*) FROM device"), 2);
}

TEST(Record, lists_runs_oldest_first) {
  Connection connection = open_writing(":memory:");
  Recorder recorder(connection);
  RunHead late = recorded::head("aa");
  late.started = "2026-12-01T00:00:00Z";
  recorder.begin(recorded::protocol(), recorded::plan(), late);
  recorded::fill(connection, "bb");
  const std::vector<RunSummary> runs = read_runs(connection);
  ASSERT_THAT(runs, SizeIs(2));
  EXPECT_EQ(text(runs[0].run), text(recorded::head("bb")));
  EXPECT_EQ(runs[0].protocol, "copy-beats-read");
  EXPECT_EQ(runs[0].device, "Test Card");
  EXPECT_EQ(runs[0].status, RunStatus::complete);
  EXPECT_EQ(runs[0].invocations, 2);
  EXPECT_EQ(runs[0].repetitions, 12);
  EXPECT_EQ(text(runs[1].run), text(late));
  EXPECT_EQ(runs[1].device, "");
  EXPECT_EQ(runs[1].status, RunStatus::running);
}

/// Bytes that `runs` runs of 40 cells, 10 rounds and 5 invocations add to a sealed file, per
/// repetition.
double bytes_per_repetition(int runs) {
  const recorded::Folder folder;
  const auto size = [&](int count) {
    const auto file = folder.file(fmt::format("{}.db", count));
    Connection connection = open_writing(file);
    for (int i = 0; i < count; ++i) {
      const std::string run_id = fmt::format("{:032x}", i);
      std::vector<Message> messages = recorded::run({.cells = 40, .rounds = 10, .invocations = 5});
      for (Message& message : messages) {
        if (auto* r = std::get_if<Repetition>(&message))
          r->time.value += 17'345'678;  // 200 launches of 87 us
      }
      Recorder recorder(connection);
      recorder.begin(recorded::protocol(), recorded::plan(20), recorded::head(run_id));
      recorded::record_all(recorder, run_id, messages);
    }
    seal(connection);
    return static_cast<double>(std::filesystem::file_size(file));
  };
  return (size(runs) - size(0)) / (2000.0 * runs);
}

TEST(Record, costs_at_most_120_bytes_per_repetition) {
  // Promised: 120; this much room is for what will be added. The hash chain takes ten of them.
  EXPECT_LT(bytes_per_repetition(1), 90);
  EXPECT_LT(bytes_per_repetition(3), 90);
}

}  // namespace
}  // namespace membound
