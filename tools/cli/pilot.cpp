// SPDX-License-Identifier: Apache-2.0
// Pilots: run one, and keep what it showed beside its protocol.
#include "tools/cli/pilot.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "tools/cli/load.hpp"
#include "tools/cli/measure.hpp"
#include "tools/cli/place.hpp"

namespace membound {

// Names of the members are the keys of the file.
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Variation, centre, between, within)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(PilotCase, case_name, time, ratio, share)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Pilot, run, time, device, invocations, rounds,
                                   invocation_seconds, others_seconds, cases)

namespace cli {
namespace {

/// One row per forecast: what may happen where the truth might lie.
std::string row(const Forecast& one) {
  const std::string head =
      fmt::format("  {:<32} {:<14} {:>7.2f} %", one.prediction, one.case_name, 100 * one.deviation);
  if (one.resolution) {
    if (std::isinf(*one.resolution)) return head + "   too few invocations for an interval\n";
    return head + fmt::format("   holds 4 times in 5 when the truth is {:.2f} % beyond its bound\n",
                              100 * std::expm1(*one.resolution));
  }
  const auto triple = [](const Chances& c) {
    return fmt::format("{:>4.2f} {:>4.2f} {:>4.2f}", c.held, c.falsified, c.inconclusive);
  };
  return head + fmt::format("   {} | {} | {}\n", triple(*one.centre), triple(*one.halfway),
                            triple(*one.outside));
}

std::string duration(double seconds) {
  const auto whole = static_cast<long long>(std::llround(seconds));
  return whole < 120 ? fmt::format("{} s", whole)
                     : fmt::format("{} min {:02} s", whole / 60, whole % 60);
}

}  // namespace

std::filesystem::path pilot_path(const std::filesystem::path& file) {
  return file.parent_path() / (file.stem().string() + ".pilot.json");
}

std::optional<Pilot> find_pilot(const std::filesystem::path& file) {
  const std::filesystem::path path = pilot_path(file);
  if (!std::filesystem::exists(path)) return std::nullopt;
  try {
    return nlohmann::json::parse(read_text(path)).get<Pilot>();
  } catch (const nlohmann::json::exception& problem) {
    throw Error(path.string() + " is no pilot of this version: " + problem.what() +
                    "; delete it and run 'membound plan --pilot' again",
                ExitCode::usage);
  }
}

Evidence explore(const FrozenProtocol& unfrozen, const Catalogue& catalogue,
                 const PilotOptions& options, const std::filesystem::path& folder) {
  catch_signals();
  const Places where = places(options.store, folder, ResultsPlace::scratch);
  Database database(where.database, Database::Mode::read_write);
  const std::string backend = backend_of(unfrozen.protocol(), catalogue, "");
  const DeviceInfo device = describe(unfrozen, backend, options.device);
  const RunHead head = new_run(unfrozen, device, options.device);
  database.begin(unfrozen, plan(unfrozen), head);
  constexpr int deadline = 60;
  if (measure(request_for(unfrozen, head, deadline), database, options.quiet) !=
      RunResult::complete) {
    throw Error("the trial was not completed; what it has is kept as exploratory run " + head.id +
                    " in " + where.database.string() + ". Start it again",
                ExitCode::incomplete);
  }
  database.seal();
  return database.evidence(head.id);
}

Pilot run_pilot(const std::filesystem::path& file, const Protocol& protocol,
                const Catalogue& catalogue, const PilotOptions& options) {
  const FrozenProtocol frozen = unfrozen(pilot_protocol(protocol), catalogue);
  const Evidence evidence = explore(frozen, catalogue, options, file.parent_path());
  Pilot shown = pilot(frozen.protocol(), plan(frozen), evidence);
  write_text(pilot_path(file), nlohmann::json(shown).dump(2) + "\n");
  return shown;
}

std::string forecast_text(const Protocol& protocol, const Plan& plan, const Pilot& pilot) {
  const Instrument& by = protocol.instrument;
  std::string out = fmt::format(
      "A/A pilot {:.12} of {} on {}: {} invocations of {} rounds, the baseline alone\n"
      "about {} for {} invocations of {} rounds, if every arm is as fast as the baseline\n\n"
      "chance of held, falsified, inconclusive when the truth is at the centre of the range | "
      "half-way to an end | half a width outside\n"
      "  {:<32} {:<14} {:>9}\n",
      pilot.run, pilot.time, pilot.device, pilot.invocations, pilot.rounds,
      duration(experiment_seconds(protocol, plan, pilot)), by.invocations, by.rounds, "prediction",
      "noisiest case", "sd of unit");
  for (const Forecast& one : forecasts(protocol, pilot, {by.invocations, by.rounds}))
    out += row(one);
  const auto sizes = recommended(protocol, plan, pilot);
  if (!sizes) {
    return out +
           "\nrecommended: wider ranges or a quieter machine; a hundred invocations would "
           "not do for these\n";
  }
  Protocol sized = protocol;
  sized.instrument.invocations = sizes->invocations;
  sized.instrument.rounds = sizes->rounds;
  return out + fmt::format(
                   "\nrecommended: invocations: {}, rounds: {} (about {}); then ranges "
                   "hold nine times in ten at their centre, and orders and bounds tell "
                   "1 %\n",
                   sizes->invocations, sizes->rounds,
                   duration(experiment_seconds(sized, plan, pilot)));
}

std::string power_text(const Protocol& protocol, const Pilot& pilot) {
  std::string out;
  const Sizes sizes{protocol.instrument.invocations, protocol.instrument.rounds};
  for (const Forecast& one : forecasts(protocol, pilot, sizes)) {
    out += out.empty() ? "" : ", ";
    out += one.centre ? fmt::format("{} {:.2f}", one.prediction, one.centre->held)
                      : fmt::format("{} {:.2f} %", one.prediction,
                                    100 * std::expm1(one.resolution.value()));
  }
  return fmt::format(
      "A/A pilot {:.12} of {} on {}: chance to hold at the centre of a range, or the distance "
      "beyond a bound that holds 4 times in 5: {}",
      pilot.run, pilot.time, pilot.device, out);
}

void refuse_low_power(const Protocol& protocol, const Pilot& pilot) {
  const Sizes sizes{protocol.instrument.invocations, protocol.instrument.rounds};
  const std::vector<Forecast> bad = underpowered(forecasts(protocol, pilot, sizes));
  if (bad.empty()) return;
  std::string which;
  for (const Forecast& one : bad) {
    which += fmt::format(
        "  {} on {}: held with probability {:.2f} if it is true at the centre of "
        "its range\n",
        one.prediction, one.case_name, one.centre ? one.centre->held : 0.0);
  }
  throw Error("'" + protocol.id + "' is hopelessly under-powered, says its pilot:\n" + which +
                  "Follow 'membound plan' (wider ranges, more invocations), or freeze with "
                  "--accept-low-power \"reason\"; the reason is printed in the report",
              ExitCode::usage);
}

}  // namespace cli
}  // namespace membound
