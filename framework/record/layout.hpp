// SPDX-License-Identifier: Apache-2.0
// Layout: which columns of which tables a chain covers. Part of the format: a change is a new
// format.
#pragma once

#include <array>
#include <string_view>

namespace membound {

struct Layout {
  std::string_view table;
  std::string_view of_run;   ///< condition on the rows of the run whose local key is ?1
  std::string_view keys;     ///< that name a row within its run, in order
  std::string_view columns;  ///< all but the run's local key, which differs between files
};

/// Every table of evidence. Verdicts are not here: they follow from these rows.
inline constexpr std::array layouts{
    Layout{"protocol", "digest = (SELECT protocol FROM run WHERE key = ?1)", "",
           "digest, id, title, text"},
    Layout{"run", "key = ?1", "",
           "id, protocol, started, backend, device_selector, version, commit_id, dirty, compiler, "
           "exploratory"},
    Layout{"cell", "run = ?1", "cell",
           "cell, kind, case_name, arm, kernel, format, role, launches, parameters, workload, "
           "extents"},
    Layout{"device", "digest IN (SELECT device FROM invocation WHERE run = ?1)", "digest",
           "digest, backend, name, identity, architecture, driver, runtime, units, memory_bytes, "
           "cache_bytes, notes"},
    Layout{"invocation", "run = ?1", "invocation",
           "invocation, device, free_memory_bytes, data_seed, started"},
    Layout{"finished", "run = ?1", "invocation", "invocation, worker_ns, timed_ns"},
    Layout{"binding", "run = ?1", "invocation, cell",
           "invocation, cell, read_bytes, written_bytes, copies, working_set_bytes, data_digest, "
           "unavailable"},
    Layout{"correctness", "run = ?1", "invocation, moment, cell",
           "invocation, moment, cell, copies, error, tolerance, passed"},
    Layout{"repetition", "run = ?1", "invocation, round, position",
           "invocation, round, position, cell, predecessor, launches, time_ns, flags, core_mhz, "
           "memory_mhz, power_mw, temperature_c, throttle"},
    Layout{"reading", "run = ?1", "invocation, cell, name",
           "invocation, cell, name, value, collector, scope"},
    Layout{"event", "run = ?1", "sequence", "sequence, invocation, kind, detail, time"},
};

}  // namespace membound
