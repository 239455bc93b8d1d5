// SPDX-License-Identifier: Apache-2.0
// Replay: published numbers as the run of a protocol of testdata/sources/, for the tests that judge
// and report them.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "protocol/freeze.hpp"
#include "report/report.hpp"

namespace membound {

/// Microseconds of one launch of a cell in a round, as published; none where nothing is.
using Told = std::function<std::optional<double>(const Cell& cell, Bytes traffic, int round)>;

/// A complete run, alike in every invocation.
struct Replay {
  FrozenProtocol frozen;
  Plan plan;
  Evidence evidence;

  [[nodiscard]] Outcome outcome(const std::string& prediction) const;
  [[nodiscard]] Verdict verdict(const std::string& prediction) const;
  [[nodiscard]] Conclusion conclusion(const std::string& name) const;
  [[nodiscard]] std::string report() const;

  /// Sets the time of one repetition of an arm on every case.
  void set(const std::string& arm, int round, double microseconds);
  /// Adds what was read back of an arm, on one case or on all.
  void read_back(const std::string& arm, const std::string& name, double value,
                 const std::string& case_name = {});
  /// Says that an arm cannot run.
  void unavailable(const std::string& arm, const std::string& why);
};

/// A protocol of the corpus by its name, against the catalogue of the published kernels.
Protocol source(const std::string& name);

/// Bytes of every cell come from its operands; every output is correct.
Replay replay(const Protocol& protocol, const std::string& device, const Told& told);

}  // namespace membound
