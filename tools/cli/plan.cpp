// SPDX-License-Identifier: Apache-2.0
// `membound plan`: what a run of a protocol would do.
#include "plan/plan.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <memory>

#include "backend/open.hpp"
#include "base/text.hpp"
#include "execute/execute.hpp"
#include "execute/footprint.hpp"
#include "tools/cli/load.hpp"
#include "tools/cli/pilot.hpp"
#include "tools/cli/verbs.hpp"

namespace membound::cli {
namespace {

const char* name_of(CellKind kind) {
  switch (kind) {
    case CellKind::arm: return "arm";
    case CellKind::matched_ceiling: return "ceiling, matched";
    case CellKind::large_ceiling: return "ceiling, large";
    case CellKind::cold_probe: return "probe, cold";
    case CellKind::hot_probe: return "probe, hot";
    case CellKind::null_launch: return "null launch";
  }
  return "";
}

std::string cells_text(const Plan& plan) {
  std::string out;
  int index = 0;
  for (const Cell& cell : plan.cells) {
    out += fmt::format("{:>4}  {:<16}  {:<14}  {:<18}  {:<24}  {} launches{}\n", index++,
                       name_of(cell.kind), cell.case_name, cell.arm, cell.kernel, cell.launches,
                       cell.rotation == Rotation::none ? " on one copy" : "");
  }
  return out;
}

/// Copies and memory on the device of this machine, when its backend can be opened.
std::string memory_text(const Plan& plan, const Catalogue& catalogue,
                        const FrozenProtocol& frozen) {
  const std::string backend = catalogue.arm(frozen.protocol().arms.front().kernel)->backend;
  if (const std::string why = why_unavailable(backend); !why.empty()) {
    return "memory not checked: " + why + "\n";
  }
  const std::unique_ptr<Backend> device = open(backend, "");
  const Bytes set = working_set(frozen, *device);
  return fmt::format(
      "memory  {} MiB of {} MiB free on {}, every operand set rotating over at least {} MiB\n",
      footprint(plan, catalogue, set).value / mebi, device->device().free_memory.value / mebi,
      device->device().name, set.value / mebi);
}

struct PlanOptions {
  std::filesystem::path file;
  bool pilot = false;
  PilotOptions piloting;
};

std::string power_of(const PlanOptions& options, const Protocol& protocol, const Plan& made,
                     const Catalogue& catalogue) {
  const std::optional<Pilot> pilot =
      options.pilot ? run_pilot(options.file, protocol, catalogue, options.piloting)
                    : find_pilot(options.file);
  if (pilot) return forecast_text(protocol, made, *pilot);
  return "time and power not known: --pilot measures the baseline against itself and says what "
         "each prediction can come to\n";
}

int show_plan(const PlanOptions& options, const Catalogue& catalogue) {
  const std::filesystem::path& file = options.file;
  const Protocol protocol = load(file, catalogue);
  const auto before = find_frozen(file);
  const FrozenProtocol frozen =
      before ? *before : freeze(protocol, catalogue, {.build = build(), .time = utc_now()});
  const Plan made = plan(frozen);
  const bool blocked = protocol.instrument.order == Order::blocked;
  std::string order =
      blocked ? "all rounds of each cell before the next, in this order:" : "first round:";
  const Invocation first = invocation(frozen, made, 0);
  for (const int cell : first.rounds.front()) order += " " + std::to_string(cell);
  std::fputs(printable_lines(
                 fmt::format(
                     "{} ({}{})\n{} invocations of {} rounds of {} cells: {} "
                     "repetitions\n\n{}\n{}\n{}\n{}",
                     protocol.id, frozen.digest().substr(0, 12), before ? "" : ", if frozen now",
                     protocol.instrument.invocations, protocol.instrument.rounds, made.cells.size(),
                     made.cells.size() * static_cast<std::size_t>(protocol.instrument.invocations *
                                                                  protocol.instrument.rounds),
                     cells_text(made), order, memory_text(made, catalogue, frozen),
                     power_of(options, protocol, made, catalogue)))
                 .c_str(),
             stdout);
  return 0;
}

}  // namespace

void add_plan(CLI::App& app, Context& context) {
  CLI::App* verb =
      app.add_subcommand("plan", "show what a run would do: cells, order, memory, time, power");
  auto options = std::make_shared<PlanOptions>();
  verb->add_option("protocol", options->file, "protocol file")->required()->type_name("FILE");
  verb->add_flag("--pilot", options->pilot,
                 "first run the baseline against itself, which shows the noise and no effect");
  verb->add_option("--device", options->piloting.device,
                   "for the pilot: GPU by UUID or index; CPU by number of threads")
      ->type_name("DEVICE");
  verb->add_flag("--quiet", options->piloting.quiet, "no progress");
  add_database_option(*verb, options->piloting.store);
  verb->callback([&context, options] {
    context.chosen = [&context, options] { return show_plan(*options, context.catalogue); };
  });
}

}  // namespace membound::cli
