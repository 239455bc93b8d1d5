// SPDX-License-Identifier: Apache-2.0
// Plot: times of every arm and intervals of every prediction as one SVG.
#pragma once

#include <string>
#include <vector>

#include "report/panel.hpp"
#include "report/view.hpp"

namespace membound::page {

/// One panel per case, one row per arm: repetitions, medians, predicted ranges.
std::vector<Panel> time_panels(const View& view);

/// One panel per prediction, one row per case: predicted range, interval, estimate,
/// outcome.
std::vector<Panel> prediction_panels(const View& view);

/// Colours that stay apart for colour-blind readers (Okabe and Ito 2008, darkened for text on
/// white).
std::string_view colour_of(Role role);
std::string_view colour_of(Outcome outcome);
Shape shape_of(Outcome outcome);

/// The whole file.
std::string plot(const View& view);

}  // namespace membound::page
