// SPDX-License-Identifier: Apache-2.0
// Sketch: made-up repetitions, summaries and verdicts that follow from a protocol and a table of
// times.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "report/example.hpp"

namespace membound::page {

/// Time of one launch by case and arm, in nanoseconds, before noise; arm "traffic" holds the bytes.
using Times = std::map<std::pair<std::string, std::string>, double>;

/// An example with run head, digest, provenance and instrument, and no protocol yet.
std::unique_ptr<Example> headed();

void add_arm_cells(Example& example);
void add_control(Example& example, CellKind kind, const std::string& in_case,
                 const std::string& kernel, const std::string& format);

/// Rounds, repetitions, receipts, summaries, verdicts and the list of runs.
void finish(Example& example, const Times& times);

}  // namespace membound::page
