// SPDX-License-Identifier: Apache-2.0
// Need: what a quantity takes of the evidence of a run, and why it cannot have it.
#pragma once

#include <string>
#include <vector>

#include "judge/gates.hpp"
#include "judge/series.hpp"

namespace membound {

/// A run with what its gates say of it.
struct Gated {
  Observed observed;
  Blocked blocked;
};

/// A quantity on a case, with the cells that it takes.
struct Need {
  Quantity quantity;
  std::string case_name;
  QuantityCells cells;
};

Need need_of(const Protocol& protocol, const Plan& plan, const Quantity& quantity,
             const std::string& case_name);

/// Why a quantity was not measured as frozen: an arm that is not planned or did not run, a missing
/// round, a ceiling or a reading that is not there. Empty when it was.
std::string why_not_run(const Protocol& protocol, const Observed& observed, const Need& need);

/// Which gate makes it unusable; empty when none does.
std::string why_void(const Gated& gated, const Need& need);

}  // namespace membound
