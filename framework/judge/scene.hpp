// SPDX-License-Identifier: Apache-2.0
// Scene: a protocol, its plan and the evidence of a run, made in a few lines, for the tests of the
// judge.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "judge/rule.hpp"

namespace membound {

/// Nanoseconds of one launch, by invocation and round.
using Times = std::function<double(int invocation, int round)>;

Times always(double nanoseconds);
Times by_invocation(std::vector<double> nanoseconds);
Times by_round(std::vector<double> nanoseconds);

/// A complete run without flaw: each cell that is added is bound, correct and timed in every round.
/// Tests then spoil what they are about. All members are open to that.
struct Scene {
  Protocol protocol;
  Plan plan;
  Evidence evidence;

  Scene(int invocations, int rounds);

  /// What an added cell is; `traffic` in bytes of one launch, a fifth of it written.
  struct Added {
    CellKind kind = CellKind::arm;
    std::string name;
    Times times;
    std::int64_t traffic = 1000;
    std::string format = "read";
    std::string case_name = "c";
    int set = 0;
  };
  int add(const Added& added);  ///< index of the cell
  int arm(const std::string& name, const Times& times, const std::string& case_name = "c");

  /// Adds a prediction (or falsifier) over the cases of the scene so far.
  Prediction& predict(const Quantity& quantity, Range range);
  Prediction& predict_order(std::vector<std::string> order);
  Falsifier& falsify(const Quantity& quantity, Range region);

  [[nodiscard]] std::vector<Verdict> verdicts() const { return judge(protocol, plan, evidence); }
  /// Verdict on the only case of the only prediction.
  [[nodiscard]] CaseVerdict verdict() const;

  /// The repetition of a cell; the test fails by an exception when there is none.
  Repetition& repetition(int cell, int invocation, int round);
  Correctness& check(int cell, int invocation, Correctness::When when);
  CellBound& binding(int cell, int invocation);
  /// What is read back of a cell in every invocation, in place of what was before.
  void read_back(int cell, const std::string& name, double value);
  [[nodiscard]] std::vector<Conclusion> conclusions() const {
    return conclude(protocol, plan, evidence);
  }
  /// Removes what a predicate finds among repetitions, checks or bindings.
  void forget_repetitions(int cell, int invocation);
  void unavailable(int cell, int invocation, const std::string& reason);

 private:
  void record(const Added& added, int cell, int invocation);
};

Quantity time_of(const std::string& arm);
Quantity speedup_of(const std::string& arm, const std::string& over);
Quantity saved_by(const std::string& arm, const std::string& over);
Quantity counter_of(const std::string& arm, const std::string& name, const std::string& over = {});
Quantity share_of(const std::string& arm, CeilingScope scope);

}  // namespace membound
