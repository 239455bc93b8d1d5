// SPDX-License-Identifier: Apache-2.0
// Every registered arm in each of its forms, for tests that try them all.
#pragma once

#include <algorithm>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "base/catalogue.hpp"

namespace membound {

/// One arm with one format and one choice of parameters.
struct ArmCase {
  std::string arm;
  std::string format;
  Parameters parameters;
};

/// A name that a test may have: "gemv_ring_f16_lead3_ring104".
inline std::string name_of(const ArmCase& it) {
  std::string name = it.arm + "_" + it.format;
  for (const auto& [parameter, value] : it.parameters)
    name += "_" + parameter + std::to_string(value);
  std::ranges::replace(name, '/', '_');
  return name;
}

inline void PrintTo(const ArmCase& it, std::ostream* out) { *out << name_of(it); }

/// Every arm of a backend, of all when none is named, with its own parameters and with every other
/// choice of one of them.
inline std::vector<ArmCase> arm_cases(std::string_view backend = "") {
  std::vector<ArmCase> cases;
  const Catalogue catalogue = registered();
  for (const Arm& arm : catalogue.arms()) {
    if (!backend.empty() && arm.backend != backend) continue;
    for (const std::string& format : arm.formats) {
      cases.push_back({arm.name, format, complete(arm, {})});
      for (const ParameterRule& rule : arm.parameters) {
        for (const std::int64_t choice : rule.choices) {
          if (choice != rule.initial)
            cases.push_back({arm.name, format, complete(arm, {{rule.name, choice}})});
        }
      }
    }
  }
  return cases;
}

/// Whether extents satisfy the rules of a workload, or those that an arm adds to them.
inline bool accepts(const std::vector<ExtentRule>& rules, const Extents& extents) {
  return std::ranges::all_of(rules, [&](const ExtentRule& rule) {
    const std::int64_t value = extents.at(rule.name);
    return value % rule.multiple_of == 0 && value <= rule.most;
  });
}

/// The shapes on which arms of a workload are tried: `matrices` with batches of 1, 8, 7, ... where
/// these are its extents and it accepts them, else shapes of its own.
inline std::vector<Extents> shapes_of(const Workload& workload, std::vector<Extents> matrices) {
  if (workload.name == "stream")
    return {{{"bytes", 8192}}, {{"bytes", 5 * 8192}}, {{"bytes", 3 * mebi + 8192}}};
  if (workload.name == "layer") {
    return {{{"hidden", 128}, {"kv", 8}, {"inner", 128}},
            {{"hidden", 256}, {"kv", 40}, {"inner", 1152}}};
  }
  std::int64_t batch = 1;  // workloads without one do not look at it
  for (Extents& extents : matrices) {
    extents["batch"] = batch;
    batch = batch == 1 ? 8 : batch - 1;
  }
  std::erase_if(matrices,
                [&](const Extents& extents) { return !accepts(workload.extents, extents); });
  return matrices;
}

}  // namespace membound
