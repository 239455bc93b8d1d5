// SPDX-License-Identifier: Apache-2.0
#include "execute/message.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace membound {
namespace {

/// Everything a message says, through the wire and back.
std::string again(const Message& message) { return encode(decode_message(encode(message))); }

TEST(Message, every_kind_survives_the_wire) {
  DeviceInfo device{.backend = "cuda",
                    .name = "N",
                    .identity = "GPU-1",
                    .units = 132,
                    .memory = {1},
                    .notes = {"ECC on"}};
  const std::vector<Message> messages{
      InvocationStarted{3, device, 0xffffffffffffffffULL, "2026-11-30T00:00:00Z"},
      CellBound{.invocation = 1,
                .cell = 2,
                .read = {3},
                .written = {4},
                .copies = 5,
                .working_set = {6},
                .data_digest = "d"},
      Correctness{.invocation = 1,
                  .cell = 2,
                  .when = Correctness::When::after,
                  .copies = 3,
                  .error = 1e-5,
                  .tolerance = 1e-3,
                  .passed = true},
      Repetition{.invocation = 1,
                 .round = 2,
                 .position = 3,
                 .cell = 4,
                 .predecessor = 5,
                 .launches = 6,
                 .time = {7},
                 .state = {1980, 3201, 300000, 55, 4},
                 .flags = 1},
      RoundFinished{1, 2},
      InvocationFinished{1, 2.5, 1.25},
      Event{4, "crashed", "a \"quoted\" detail\nof two lines", "2026-11-30T00:00:00Z"},
      Reading{1, 2, "dram_bytes_written", 1572864.5, "cupti", "launch"}};
  for (const Message& message : messages) {
    EXPECT_EQ(again(message), encode(message));
    EXPECT_EQ(encode(message).find('\n'), std::string::npos);
  }
  const auto sample = std::get<Repetition>(decode_message(encode(messages[3])));
  const auto reading = std::get<Reading>(decode_message(encode(messages.back())));
  EXPECT_EQ(reading.name, "dram_bytes_written");
  EXPECT_EQ(reading.value, 1572864.5);
  EXPECT_EQ(reading.scope, "launch");
  EXPECT_EQ(sample.time.value, 7);
  EXPECT_EQ(sample.state.power_mw, 300000);
  EXPECT_EQ(std::get<InvocationStarted>(decode_message(encode(messages[0]))).data_seed, ~0ULL);
}

TEST(Message, absent_device_state_stays_absent) {
  const auto back = std::get<Repetition>(decode_message(encode(Repetition{.time = {1}})));
  EXPECT_EQ(back.state, DeviceState{});
}

TEST(Message, an_error_that_is_no_number_comes_back_as_infinite) {
  const auto back =
      std::get<Correctness>(decode_message(encode(Correctness{.error = std::nan("")})));
  EXPECT_TRUE(std::isinf(back.error));
}

TEST(Message, refuses_what_is_not_a_message) {
  EXPECT_THROW(decode_message("{"), Error);
  EXPECT_THROW(decode_message(R"({"is":"unheard"})"), Error);
  EXPECT_THROW(decode_message(R"({"is":"round"})"), Error);
  EXPECT_THROW(decode_order("hello"), Error);
}

TEST(Message, a_work_order_survives_the_wire) {
  const WorkOrder order{
      "text\n", {"run", 7, {{1, "it failed"}, {2, "it hung"}}, true, Task::count}, "cuda", "0"};
  const WorkOrder back = decode_order(encode(order));
  EXPECT_EQ(back.frozen_text, order.frozen_text);
  EXPECT_EQ(back.job, order.job);
  EXPECT_EQ(back.device, "0");
}

}  // namespace
}  // namespace membound
