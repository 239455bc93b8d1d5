// SPDX-License-Identifier: Apache-2.0
// Views for tests, built by hand from made-up values: nothing here was ever measured.
#include "report/example.hpp"

#include <array>
#include <limits>

#include "report/sketch.hpp"

namespace membound::page {
namespace {

void write_small_protocol(Protocol& protocol) {
  protocol.id = "one-row-specialisation";
  protocol.title = "Does specialising the eight-row kernel for one row pay?";
  protocol.question = "At batch 1, what does carrying eight rows of accumulators cost?";
  protocol.rationale = "Fewer registers leave more warps resident, so more loads are in flight.";
  protocol.prior_data = PriorData::seen;
  protocol.prior_note = "An earlier round on another device.";
  protocol.workload = {.name = "gemv", .format = "bf16"};
  protocol.cases = {{"ffn_gate", {{"rows", 12288}, {"cols", 4096}}}};
  protocol.arms = {{"general", "gemv/splitk", "bf16", {{"batch_rows", 8}}, Role::baseline, ""},
                   {"specialised",
                    "gemv/splitk",
                    "bf16",
                    {{"batch_rows", 1}},
                    Role::treatment,
                    "stops at partial sums"}};
  protocol.dropped = {{"native_q8", "needs more memory than the device has"}};
  protocol.gates.spread_below = 0.08;
  const Quantity saved{QuantityKind::time_saved, "specialised", "general"};
  const CaseSelection all{CaseSelection::Kind::all, 0, {"ffn_gate"}};
  protocol.predictions = {{"baseline-repeats",
                           Quantity{QuantityKind::time, "general"},
                           {27000, 29000},
                           {},
                           {},
                           {},
                           {},
                           all,
                           "it repeats the previous round"},
                          {"specialisation-pays",
                           saved,
                           {0.03, 0.12},
                           {},
                           {},
                           {},
                           {},
                           all,
                           "occupancy relief; the bytes moved are equal"},
                          {"near-the-ceiling",
                           Quantity{QuantityKind::share_of_ceiling, "specialised"},
                           {0.912, {}},
                           {},
                           {},
                           {},
                           {},
                           all,
                           "one load in flight per lane is enough"}};
  protocol.falsifiers = {
      {"not-occupancy", saved, {{}, 0.03}, all, "latency or traffic binds; drop this line"}};
  protocol.disclosures = {"The kernels stop at split-K partial sums."};
}

Times small_times() {
  return {{{"ffn_gate", "general"}, 28000},
          {{"ffn_gate", "specialised"}, 27580},
          {{"ffn_gate", "traffic"}, 1.00663e8},
          {{"large", "stream/read_wide"}, 67000},
          {{"large", "stream/read_bulk"}, 66200},
          {{"large", "traffic"}, 2.68435e8},
          {{"probe", "stream/read_wide"}, 4400},
          {{"probe", "stream/read_wide_hot"}, 1400},
          {{"probe", "traffic"}, 1.6e7},
          {{"null", "stream/nothing"}, 1900},
          {{"null", "traffic"}, 0}};
}

constexpr std::array<double, 4> case_times{1100, 35000, 1.4e6, 9.6e7};
const std::array<std::string, 4> case_names{"tiny", "attention_output",
                                            "ffn_gate_and_up_projection", "vocabulary"};

void write_large_protocol(Protocol& protocol) {
  protocol.id = "wider-loads";
  protocol.title = "Do wider loads pay, and from which size on?";
  protocol.question = "How much of the time of a matrix-vector product does load width explain?";
  protocol.workload = {.name = "gemv", .format = "bf16"};
  protocol.instrument.invocations = 8;
  for (std::size_t i = 0; i < case_names.size(); ++i) {
    const auto rows = static_cast<std::int64_t>(1024) << (3 * i);
    protocol.cases.push_back({case_names[i], {{"rows", rows}, {"cols", 4096}}});
  }
  const auto arm = [&](const char* name, const char* kernel, std::int64_t width, Role role) {
    protocol.arms.push_back({name, kernel, "bf16", {{"width", width}}, role, ""});
  };
  arm("narrow", "gemv/warp", 2, Role::baseline);
  arm("wide", "gemv/warp", 8, Role::treatment);
  arm("wider_with_bulk_copy_and_a_ring", "gemv/bulk", 16, Role::treatment);
  arm("two_rows", "gemv/rows", 2, Role::treatment);
  arm("cublas", "gemv/cublas", 0, Role::vendor);
  arm("narrow_again", "gemv/warp", 2, Role::control);
  arm("copy_probe", "gemv/probe", 0, Role::probe);
  arm("late_idea", "gemv/late", 4, Role::post_hoc);
}

void write_large_predictions(Protocol& protocol) {
  const auto over = [](CaseSelection::Kind kind, int count, std::size_t cases) {
    return CaseSelection{
        kind, count, {case_names.begin(), case_names.begin() + static_cast<int>(cases)}};
  };
  const auto all = over(CaseSelection::Kind::all, 0, 4);
  const auto quantity = [](QuantityKind kind, const char* arm, const char* reference = "") {
    return Quantity{kind, arm, reference, CeilingScope::large};
  };
  protocol.predictions = {
      {"wide-saves-time",
       quantity(QuantityKind::time_saved, "wide", "narrow"),
       {0.03, 0.12},
       {},
       {},
       {},
       {},
       all,
       "fewer instructions per byte"},
      {"wide-is-as-fast-as-told",
       quantity(QuantityKind::speedup, "two_rows", "narrow"),
       {1.0, 1.03},
       {},
       {},
       {},
       {},
       over(CaseSelection::Kind::at_least, 3, 4),
       "two rows share their loads of x"},
      {"bulk-reaches-the-ceiling",
       quantity(QuantityKind::share_of_ceiling, "wider_with_bulk_copy_and_a_ring"),
       {0.9, {}},
       {},
       {},
       {},
       {},
       over(CaseSelection::Kind::any, 0, 3),
       "enough bytes in flight"},
      {"vendor-rate",
       quantity(QuantityKind::bandwidth, "cublas"),
       {3.4e12, 3.8e12},
       {},
       {},
       {},
       {},
       all,
       ""},
      {"narrow-repeats",
       quantity(QuantityKind::time, "narrow"),
       {{}, 1200},
       {},
       {},
       {},
       {},
       over(CaseSelection::Kind::all, 0, 1),
       "it was so before"},
      {"in-order", {}, {}, {"wide", "narrow"}, {}, {}, {}, all, "width decides"},
      {"counted-elsewhere",
       quantity(QuantityKind::time_saved, "late_idea", "narrow"),
       {0.01, {}},
       {},
       {},
       {},
       {},
       over(CaseSelection::Kind::all, 0, 1),
       "not for this device"}};
}

Times large_times() {
  const std::array<double, 8> factors{1, 0.94, 0.9, 0.985, 0.97, 1.001, 0.85, 0.99};
  const std::array<std::string, 8> arms{"narrow",     "wide",     "wider_with_bulk_copy_and_a_ring",
                                        "two_rows",   "cublas",   "narrow_again",
                                        "copy_probe", "late_idea"};
  Times times;
  for (std::size_t c = 0; c < case_names.size(); ++c) {
    times[{case_names[c], "traffic"}] = case_times[c] * 3550;
    for (std::size_t a = 0; a < arms.size(); ++a) {
      times[{case_names[c], arms[a]}] =
          case_times[c] * (factors[a] + (a == 1 && c == 3 ? 0.08 : 0));
    }
  }
  return times;
}

/// Outcomes that the sketch itself never reaches.
void set_outcomes(View& view) {
  const auto set = [&](std::size_t prediction, Outcome outcome, const std::string& reason) {
    Verdict& verdict = view.verdicts.at(prediction);
    verdict.outcome = outcome;
    verdict.reason = reason;
    for (CaseVerdict& one : verdict.cases) {
      one.outcome = one.sensitivity = outcome;
      one.reason = reason;
      one.more_invocations.reset();
    }
  };
  set(2, Outcome::voided,
      "gate 'steady': spread of wider_with_bulk_copy_and_a_ring in invocation 3 was 9.1 %");
  set(5, Outcome::not_run, "late rounds are missing");
  set(6, Outcome::not_applicable, "the protocol asks for another device");
  view.verdicts.at(6).cases.clear();
}

void add_incidents(Example& example) {
  Evidence& evidence = example.evidence;
  evidence.run.exploratory = true;
  evidence.run.build.dirty = true;
  evidence.run.build.compiler = "GNU 13.3.0";
  evidence.status = RunStatus::incomplete;
  evidence.invocations.at(6).device.identity = "GPU-11111111-0000-0000-0000-000000000000";
  evidence.invocations.at(7).device.driver = "1.2.4";
  evidence.finished.pop_back();
  evidence.repetitions.resize(evidence.repetitions.size() - 64);
  for (std::size_t i = 0; i < evidence.repetitions.size(); i += 100) {
    evidence.repetitions[i].flags |= flag_throttled;
  }
  evidence.repetitions[5].flags |= flag_above_ceiling;
  for (CellSummary& one : example.view.summaries) one.flagged = one.cell % 3;
  evidence.events = {{2, "crashed", "worker ended by signal 11", "2000-01-02T04:00:00Z"},
                     {{}, "interrupted", "", "2000-01-02T05:00:00Z"},
                     {{}, "complete", "", "2000-01-02T06:00:00Z"}};
  evidence.correctness.at(1).error = std::numeric_limits<double>::infinity();
  evidence.correctness.at(1).passed = false;
  evidence.bindings.push_back(
      {.invocation = 0, .cell = 4, .unavailable = "the vendor library was not found"});
}

void add_earlier_runs(Example& example) {
  KnownRun& self = example.view.runs.front();
  self.run = example.evidence.run;
  self.status = example.evidence.status;
  self.invocations = finished_invocations(example.view);
  KnownRun earlier = self;
  earlier.run.id = "ffeeddccbbaa00998877665544332211";
  earlier.run.started = "2000-01-01T01:00:00Z";
  earlier.run.exploratory = false;
  earlier.status = RunStatus::running;
  earlier.invocations = 0;
  earlier.verdicts.clear();
  example.view.runs.insert(example.view.runs.begin(), earlier);
}

}  // namespace

std::unique_ptr<Example> small_example() {
  auto example = headed();
  write_small_protocol(example->protocol);
  add_arm_cells(*example);
  add_control(*example, CellKind::large_ceiling, "large", "stream/read_wide", "read");
  add_control(*example, CellKind::large_ceiling, "large", "stream/read_bulk", "read");
  add_control(*example, CellKind::cold_probe, "probe", "stream/read_wide", "read");
  add_control(*example, CellKind::hot_probe, "probe", "stream/read_wide_hot", "read");
  add_control(*example, CellKind::null_launch, "null", "stream/nothing", "");
  example->view.kernels = {{"gemv/splitk", std::string(64, 'a')},
                           {"stream/read_wide", std::string(64, 'b')}};
  finish(*example, small_times());
  return example;
}

std::unique_ptr<Example> large_example() {
  auto example = headed();
  write_large_protocol(example->protocol);
  write_large_predictions(example->protocol);
  add_arm_cells(*example);
  finish(*example, large_times());
  set_outcomes(example->view);
  add_incidents(*example);
  add_earlier_runs(*example);
  return example;
}

std::unique_ptr<Example> empty_example() {
  auto example = headed();
  write_small_protocol(example->protocol);
  add_arm_cells(*example);
  example->evidence.status = RunStatus::incomplete;
  return example;
}

}  // namespace membound::page
