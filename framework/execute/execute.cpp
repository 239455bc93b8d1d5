// SPDX-License-Identifier: Apache-2.0
// Execution: the only timing loop.
#include "execute/execute.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <numeric>
#include <utility>

#include "base/digest.hpp"
#include "base/random.hpp"
#include "base/text.hpp"
#include "evidence/reasons.hpp"
#include "execute/arena.hpp"
#include "execute/bound.hpp"
#include "execute/footprint.hpp"
#include "execute/phases.hpp"
#include "execute/short_launches.hpp"
#include "execute/verify.hpp"

namespace membound {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::uint32_t flags_of(const DeviceState& state) {
  const bool throttled = (state.throttle_reasons.value_or(0) & ~harmless_reasons) != 0;
  return throttled ? std::uint32_t{flag_throttled} : 0U;
}

/// How outputs are compared: as the workload does, with the protocol's tolerance.
ErrorRule rule_of(const Protocol& protocol, const Catalogue& catalogue) {
  const Workload* workload = catalogue.workload(protocol.workload.name);
  if (workload == nullptr)
    throw Error("workload '" + protocol.workload.name + "' is not in this build", ExitCode::usage);
  ErrorRule rule = workload->error;
  rule.tolerance = protocol.gates.max_error;
  return rule;
}

/// One invocation in its phases; the phases share what the plan is bound to.
class Execution {
 public:
  Execution(const FrozenProtocol& frozen, Job job, const Bench& bench)
      : frozen_(frozen),
        plan_(plan(frozen)),
        job_(std::move(job)),
        catalogue_(bench.catalogue),
        backend_(bench.backend),
        observer_(bench.observer),
        verifier_(bench.backend, rule_of(frozen.protocol(), bench.catalogue)) {}

  void run() {
    const Clock::time_point start = Clock::now();
    observer_.message(
        InvocationStarted{job_.invocation, backend_.device(), data_seed(job_), utc_now()});
    phases_.enter("program");
    event(program_event, program_digest());
    build_arenas();
    phases_.enter("bind");
    bind_cells();
    phases_.enter("compare");
    check_before();
    phases_.enter("warm-up");
    warm_up();
    measure();
    phases_.enter("audit");
    if (job_.audited) audit();
    check_after();
    event(phases_event, phases_.told());
    observer_.message(InvocationFinished{job_.invocation, seconds_since(start), timed_seconds_});
  }

 private:
  void build_arenas() {
    phases_.enter("operands");
    require_fit(frozen_, catalogue_, backend_);
    for (std::size_t i = 0; i < plan_.sets.size(); ++i) {
      const OperandSet& set = plan_.sets[i];
      const Workload& workload = *catalogue_.workload(set.workload);
      const int links = launches_of_arms(plan_, static_cast<int>(i));
      const Contents contents{splitmix64(data_seed(job_), i), working_set(frozen_, backend_),
                              links == 0};
      stage_.arenas.push_back(std::make_unique<Arena>(workload, set, contents, backend_));
      stage_.chains.emplace_back();
      if (links == 0) continue;
      Arena& arena = *stage_.arenas.back();
      arena.compute_reference(workload, set);
      if (plan_.launch != LaunchMode::chain) continue;
      stage_.chains.back() = std::make_unique<Chain>(
          ChainSetup{workload, set, arena, links, job_.invocation}, catalogue_, backend_);
    }
    phases_.enter("references");
    for (const auto& arena : stage_.arenas) arena->wait();  // launches are timed from here on
  }

  /// Sends the receipt of a cell and keeps the cell when it can be timed.
  void bind_cell(int index) {
    const Cell& cell = plan_.cells[static_cast<std::size_t>(index)];
    CellBound receipt{.invocation = job_.invocation, .cell = index};
    receipt.unavailable = why_left_out(plan_, index, job_, {catalogue_, backend_, observer_});
    if (receipt.unavailable.empty()) {
      observer_.running(index);
      bind_operands(index, receipt);
    }
    observer_.message(receipt);
    if (cell.kind == CellKind::arm && receipt.unavailable.empty()) tell_receipts(index);
  }

  /// An arm that cannot handle the operands is left out, with its own words as the reason.
  void bind_operands(int index, CellBound& receipt) {
    try {
      BoundCell bound = bind(stage_, index);
      receipt.read = bound.read;
      receipt.written = bound.written;
      receipt.copies = static_cast<int>(bound.copies.size());
      if (bound.arena != nullptr) {
        receipt.working_set = bound.arena->layout().stride * receipt.copies;
        receipt.data_digest = bound.arena->data_digest();
      }
      receipt.unavailable = short_launches_.refusal(bound);
      if (receipt.unavailable.empty()) cells_.emplace(index, std::move(bound));
    } catch (const Refusal& refusal) {
      receipt.unavailable = refusal.what();
    }
  }

  void tell_receipts(int index) {
    for (const Receipt& one : cells_.at(index).receipts) {
      observer_.message(Reading{job_.invocation, index, one.name, one.value,
                                backend_.device().backend, one.scope});
    }
  }

  /// In an order drawn for this invocation, because where the driver places what it prepares
  /// depends on it, and an arm must not owe its place to its line in the protocol. The null launch
  /// comes first: isolated arms are held against it.
  void bind_cells() {
    std::vector<int> order(plan_.cells.size());
    std::iota(order.begin(), order.end(), 0);
    shuffle(order, splitmix64(data_seed(job_), plan_.sets.size()));
    std::ranges::stable_partition(order, [this](int index) {
      return plan_.cells[static_cast<std::size_t>(index)].kind == CellKind::null_launch;
    });
    for (const int index : order) bind_cell(index);
  }

  void tell(Correctness result) {
    result.invocation = job_.invocation;
    observer_.message(result);
  }

  void check_before() {
    for (auto& [index, bound] : cells_) {
      observer_.running(index);
      poison_outputs(bound, backend_);
      (void)bound.batch->time();
      if (bound.arena != nullptr) tell(verifier_.before(bound));
    }
  }

  void warm_up() {
    const Clock::time_point start = Clock::now();
    const double seconds = static_cast<double>(frozen_.protocol().instrument.warmup.value) * 1e-9;
    while (!cells_.empty() && seconds_since(start) < seconds) {
      for (auto& [index, bound] : cells_) {
        observer_.running(index);
        (void)bound.batch->time();
        if (seconds_since(start) >= seconds) break;
      }
    }
    timed_seconds_ += seconds_since(start);
  }

  void measure() {
    const Invocation order = invocation(frozen_, plan_, job_.invocation);
    if (frozen_.protocol().instrument.order == Order::blocked) return measure_blocks(order);
    for (int round = 0; round < rounds(); ++round) {
      std::vector<Repetition> taken;
      for (const int cell : order.rounds[static_cast<std::size_t>(round)])
        take({.round = round, .position = static_cast<int>(taken.size()), .cell = cell}, taken);
      watch();
      tell_round(round, taken);
    }
  }

  /// Whole rounds are what is recorded, so all are kept until the last cell has had its own.
  void measure_blocks(const Invocation& order) {
    std::vector<std::vector<Repetition>> taken(order.rounds.size());
    int position = 0;
    for (const int cell : order.rounds.front()) {
      for (int round = 0; round < rounds(); ++round) {
        const Repetition place{.round = round, .position = position, .cell = cell};
        position += take(place, taken[static_cast<std::size_t>(round)]) ? 1 : 0;
      }
      watch();
    }
    for (int round = 0; round < rounds(); ++round)
      tell_round(round, taken[static_cast<std::size_t>(round)]);
  }

  /// One repetition at a place; false when its cell cannot run. What every timed repetition of an
  /// arm leaves is looked at before the next poisons it; of the ceilings, which are our own, that
  /// of the last round.
  bool take(const Repetition& place, std::vector<Repetition>& taken) {
    const auto found = cells_.find(place.cell);
    if (found == cells_.end()) return false;
    Repetition repetition = repeat(found->second);
    repetition.round = place.round;
    repetition.position = place.position;
    repetition.predecessor = std::exchange(predecessor_, place.cell);
    taken.push_back(repetition);
    phases_.enter("look");
    if (found->second.cell->kind == CellKind::arm || place.round + 1 == rounds())
      look(found->second);
    return true;
  }

  void tell_round(int round, const std::vector<Repetition>& taken) {
    phases_.enter("commit");
    for (const Repetition& one : taken) observer_.message(one);
    observer_.message(RoundFinished{job_.invocation, round});
  }

  [[nodiscard]] int rounds() const { return frozen_.protocol().instrument.rounds; }

  /// What the device reported of itself since the last round. Where it cannot be trusted any more,
  /// no arm is to blame, and the run ends.
  void watch() {
    phases_.enter("state");
    for (const Incident& incident : backend_.incidents()) {
      event(device_event, incident.what);
      if (!incident.fatal) continue;
      observer_.running(-1);
      throw Error("the device cannot be trusted: " + incident.what +
                  "; look at nvidia-smi -q -d ECC,ROW_REMAPPER and at the log of the kernel, and "
                  "measure on another device");
    }
  }

  void look(const BoundCell& bound) {
    if (bound.arena != nullptr) verifier_.look(bound);
  }

  /// Changes inputs where they lie and runs each arm once more, untimed: what it kept of earlier
  /// launches - outputs, unpacked weights, the address of the first copy - is wrong now.
  void audit() {
    std::vector<bool> altered;
    for (std::size_t i = 0; i < plan_.sets.size(); ++i) altered.push_back(alter(i));
    int arms = 0;
    for (auto& [index, bound] : cells_) {
      if (bound.cell->kind != CellKind::arm || !altered[static_cast<std::size_t>(bound.cell->set)])
        continue;
      ++arms;
      observer_.running(index);
      poison_outputs(bound, backend_);
      (void)bound.batch->time();
      if (verifier_.follows(bound)) continue;
      event("stale", fmt::format("the outputs of '{}' ({}) on case '{}' did not follow when inputs "
                                 "were changed where they lie: it keeps what it had computed "
                                 "before, or reads one copy in the place of another",
                                 bound.cell->arm, bound.cell->kernel, bound.cell->case_name));
    }
    event(audited_event, std::to_string(arms));
  }

  /// In a chain the input is what the link before wrote, so it is left alone.
  bool alter(std::size_t set) {
    if (launches_of_arms(plan_, static_cast<int>(set)) == 0) return false;
    const Workload& workload = *catalogue_.workload(plan_.sets[set].workload);
    const bool chained = stage_.chains[set] != nullptr;
    return stage_.arenas[set]->alter(
        workload, plan_.sets[set],
        {splitmix64(~data_seed(job_), set), chained ? workload.chain->input : ""}, backend_);
  }

  void event(const char* kind, const std::string& detail) {
    observer_.message(Event{{}, kind, detail, utc_now()});
  }

  void check_after() {
    for (const auto& [index, bound] : cells_) {
      if (bound.arena != nullptr) tell(verifier_.after(bound));
    }
  }

  /// One timed sample: poisoned outputs, caches in a known state, all launches between two clock
  /// readings.
  Repetition repeat(BoundCell& bound) {
    phases_.enter("launch");
    observer_.running(bound.index);
    poison_outputs(bound, backend_);
    backend_.settle();
    const Nanoseconds time = bound.batch->time();
    phases_.enter("state");
    timed_seconds_ += static_cast<double>(time.value) * 1e-9;
    const DeviceState state = backend_.state();
    return {.invocation = job_.invocation,
            .cell = bound.index,
            .launches = bound.cell->launches,
            .time = time,
            .state = state,
            .flags = flags_of(state)};
  }

  const FrozenProtocol& frozen_;
  const Plan plan_;
  const Job job_;
  const Catalogue& catalogue_;
  Backend& backend_;
  const Observer& observer_;
  Verifier verifier_;
  Phases phases_;
  Stage stage_{plan_, catalogue_, backend_, job_.invocation, {}, {}};
  ShortLaunchRule short_launches_{frozen_.protocol().instrument};
  std::map<int, BoundCell> cells_;
  int predecessor_ = -1;  ///< cell of the repetition before
  double timed_seconds_ = 0;
};

}  // namespace

Bytes working_set(const FrozenProtocol& frozen, const Backend& backend) {
  const Bytes asked = frozen.protocol().instrument.working_set.value_or(Bytes{});
  return std::max(asked, backend.cold_working_set());
}

void require_fit(const FrozenProtocol& frozen, const Catalogue& catalogue, const Backend& backend) {
  const Bytes need = footprint(plan(frozen), catalogue, working_set(frozen, backend));
  const Bytes have = backend.device().free_memory;
  if (have.value == 0 || need <= have) return;
  throw Error("the protocol needs " + std::to_string(need.value / mebi) + " MiB on '" +
                  backend.device().name + "' and " + std::to_string(have.value / mebi) +
                  " MiB are free; use smaller or fewer cases, or a smaller instrument.working_set",
              ExitCode::usage);
}

std::string why_left_out(const Plan& plan, int index, const Job& job, const Bench& bench) {
  const auto excluded = job.excluded.find(index);
  if (excluded != job.excluded.end()) return excluded->second;
  const Cell& cell = plan.cells[static_cast<std::size_t>(index)];
  return why_not(cell, bench.catalogue, bench.backend.device());
}

std::uint64_t data_seed(const Job& job) {
  return seed_from("membound-data-1 " + job.run_id + " " + std::to_string(job.invocation));
}

void execute(const FrozenProtocol& frozen, const Job& job, const Bench& bench) {
  Execution(frozen, job, bench).run();
}

}  // namespace membound
