// SPDX-License-Identifier: Apache-2.0
// Messages between supervisor and worker as lines of JSON.
#include "execute/message.hpp"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

namespace membound {
namespace {

using nlohmann::json;

template <class T>
json optional_to_json(const std::optional<T>& value) {
  return value ? json(*value) : json();
}

template <class T>
std::optional<T> optional_from(const json& object, const char* key) {
  const json& value = object.at(key);
  return value.is_null() ? std::nullopt : std::optional<T>(value.get<T>());
}

/// Numbers that JSON cannot hold become null, which reads back as infinity: never as something that
/// passes.
json number(double value) { return std::isfinite(value) ? json(value) : json(); }
double number_from(const json& value) {
  return value.is_null() ? std::numeric_limits<double>::infinity() : value.get<double>();
}

json to_json(const DeviceInfo& d) {
  return {{"backend", d.backend},
          {"name", d.name},
          {"identity", d.identity},
          {"architecture", d.architecture},
          {"driver", d.driver},
          {"runtime", d.runtime},
          {"units", d.units},
          {"memory", d.memory.value},
          {"free", d.free_memory.value},
          {"cache", d.cache.value},
          {"notes", d.notes}};
}

DeviceInfo device_from(const json& j) {
  return {.backend = j.at("backend"),
          .name = j.at("name"),
          .identity = j.at("identity"),
          .architecture = j.at("architecture"),
          .driver = j.at("driver"),
          .runtime = j.at("runtime"),
          .units = j.at("units"),
          .memory = {j.at("memory").get<std::int64_t>()},
          .free_memory = {j.at("free").get<std::int64_t>()},
          .cache = {j.at("cache").get<std::int64_t>()},
          .notes = j.at("notes")};
}

json to_json(const DeviceState& s) {
  return {optional_to_json(s.core_clock_mhz), optional_to_json(s.memory_clock_mhz),
          optional_to_json(s.power_mw), optional_to_json(s.temperature_c),
          optional_to_json(s.throttle_reasons)};
}

DeviceState state_from(const json& j) {
  const auto at = [&](std::size_t i) {
    return j.at(i).is_null() ? std::nullopt : std::optional<int>(j.at(i).get<int>());
  };
  return {
      at(0), at(1), at(2), at(3),
      j.at(4).is_null() ? std::nullopt : std::optional<std::int64_t>(j.at(4).get<std::int64_t>())};
}

struct Encoder {
  json operator()(const InvocationStarted& m) const {
    return {{"is", "started"},
            {"invocation", m.invocation},
            {"device", to_json(m.device)},
            {"seed", m.data_seed},
            {"time", m.time}};
  }
  json operator()(const CellBound& m) const {
    return {{"is", "bound"},
            {"invocation", m.invocation},
            {"cell", m.cell},
            {"read", m.read.value},
            {"written", m.written.value},
            {"copies", m.copies},
            {"set", m.working_set.value},
            {"digest", m.data_digest},
            {"unavailable", m.unavailable}};
  }
  json operator()(const Correctness& m) const {
    return {{"is", "correctness"},      {"invocation", m.invocation},
            {"cell", m.cell},           {"after", m.when == Correctness::When::after},
            {"copies", m.copies},       {"error", number(m.error)},
            {"tolerance", m.tolerance}, {"passed", m.passed}};
  }
  json operator()(const Repetition& m) const {
    return {{"is", "repetition"},
            {"invocation", m.invocation},
            {"round", m.round},
            {"position", m.position},
            {"cell", m.cell},
            {"predecessor", m.predecessor},
            {"launches", m.launches},
            {"time", m.time.value},
            {"state", to_json(m.state)},
            {"flags", m.flags}};
  }
  json operator()(const RoundFinished& m) const {
    return {{"is", "round"}, {"invocation", m.invocation}, {"round", m.round}};
  }
  json operator()(const InvocationFinished& m) const {
    return {{"is", "finished"},
            {"invocation", m.invocation},
            {"worker", m.worker_seconds},
            {"timed", m.timed_seconds}};
  }
  json operator()(const Event& m) const {
    return {{"is", "event"},
            {"invocation", optional_to_json(m.invocation)},
            {"kind", m.kind},
            {"detail", m.detail},
            {"time", m.time}};
  }
  json operator()(const Reading& m) const {
    return {{"is", "reading"}, {"invocation", m.invocation}, {"cell", m.cell},
            {"name", m.name},  {"value", number(m.value)},   {"collector", m.collector},
            {"scope", m.scope}};
  }
};

Message decode(const json& j) {
  const std::string is = j.at("is");
  if (is == "started") {
    return InvocationStarted{j.at("invocation"), device_from(j.at("device")), j.at("seed"),
                             j.at("time")};
  }
  if (is == "bound") {
    return CellBound{.invocation = j.at("invocation"),
                     .cell = j.at("cell"),
                     .read = {j.at("read").get<std::int64_t>()},
                     .written = {j.at("written").get<std::int64_t>()},
                     .copies = j.at("copies"),
                     .working_set = {j.at("set").get<std::int64_t>()},
                     .data_digest = j.at("digest"),
                     .unavailable = j.at("unavailable")};
  }
  if (is == "correctness") {
    return Correctness{
        .invocation = j.at("invocation"),
        .cell = j.at("cell"),
        .when = j.at("after").get<bool>() ? Correctness::When::after : Correctness::When::before,
        .copies = j.at("copies"),
        .error = number_from(j.at("error")),
        .tolerance = j.at("tolerance"),
        .passed = j.at("passed")};
  }
  if (is == "repetition") {
    return Repetition{.invocation = j.at("invocation"),
                      .round = j.at("round"),
                      .position = j.at("position"),
                      .cell = j.at("cell"),
                      .predecessor = j.at("predecessor"),
                      .launches = j.at("launches"),
                      .time = {j.at("time").get<std::int64_t>()},
                      .state = state_from(j.at("state")),
                      .flags = j.at("flags")};
  }
  if (is == "round") return RoundFinished{j.at("invocation"), j.at("round")};
  if (is == "finished")
    return InvocationFinished{j.at("invocation"), j.at("worker"), j.at("timed")};
  if (is == "event")
    return Event{optional_from<int>(j, "invocation"), j.at("kind"), j.at("detail"), j.at("time")};
  if (is == "reading") {
    return Reading{.invocation = j.at("invocation"),
                   .cell = j.at("cell"),
                   .name = j.at("name"),
                   .value = number_from(j.at("value")),
                   .collector = j.at("collector"),
                   .scope = j.at("scope")};
  }
  throw Error("a worker sent a message of unknown kind '" + is + "'");
}

}  // namespace

std::string encode(const Message& message) {
  return std::visit(Encoder{}, message).dump(-1, ' ', false, json::error_handler_t::replace);
}

Message decode_message(std::string_view line) {
  try {
    return decode(json::parse(line));
  } catch (const json::exception& problem) {
    throw Error(std::string("a worker sent a message that cannot be read: ") + problem.what());
  }
}

std::string encode(const WorkOrder& order) {
  const json j = {{"frozen", order.frozen_text},        {"run", order.job.run_id},
                  {"invocation", order.job.invocation}, {"excluded", order.job.excluded},
                  {"audited", order.job.audited},       {"task", order.job.task},
                  {"backend", order.backend},           {"device", order.device}};
  return j.dump();
}

WorkOrder decode_order(std::string_view text) {
  try {
    const json j = json::parse(text);
    return {j.at("frozen"),
            {.run_id = j.at("run"),
             .invocation = j.at("invocation"),
             .excluded = j.at("excluded"),
             .audited = j.at("audited"),
             .task = j.at("task")},
            j.at("backend"),
            j.at("device")};
  } catch (const json::exception& problem) {
    throw Error(std::string("this is not a work order of a supervisor: ") + problem.what(),
                ExitCode::usage);
  }
}

}  // namespace membound
