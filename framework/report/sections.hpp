// SPDX-License-Identifier: Apache-2.0
// Sections of a report, in the order in which they are printed; each is a function of the view
// alone.
#pragma once

#include "report/markdown.hpp"
#include "report/view.hpp"

namespace membound::page {

Markdown head(const View& view);          ///< title, outcome in one line, question, plot
Markdown lineage(const View& view);       ///< what an amended protocol replaces
Markdown verdicts(const View& view);      ///< one table of all predictions
Markdown conclusions(const View& view);   ///< claims, decisions and stop rules, if there are any
Markdown predictions(const View& view);   ///< the evidence for each prediction
Markdown falsifiers(const View& view);    ///< conditions stated in advance, and their consequence
Markdown observations(const View& view);  ///< what is reported without a prediction, if anything
Markdown arms(const View& view);          ///< every arm on every case
Markdown spread(const View& view);        ///< between and within invocations, arm by arm
Markdown controls(const View& view);      ///< ceilings, hot and cold probe, null launch
Markdown correctness(const View& view);   ///< outputs against the reference
Markdown readings(const View& view);      ///< counters and receipts, if any were read back
Markdown beforehand(const View& view);    ///< what was measured before the freeze, if anything
Markdown outliers(const View& view);      ///< repetitions that the frozen rule dropped, if any
Markdown deviations(const View& view);    ///< what differed from what was frozen
Markdown disclosures(const View& view);   ///< what the author wants known; arms that were dropped
Markdown every_run(const View& view);     ///< all runs of this digest
Markdown agreement(const View& view);     ///< where the other runs came to other verdicts, and why
Markdown method(const View& view);        ///< instrument, analysis and gates as frozen
Markdown environment(const View& view);   ///< device, state while measuring, build, sources
Markdown limits(const View& view);        ///< what all this does not show
Markdown reproduce(const View& view);     ///< commands, and the digest

/// The predictions of a report as one small table, for another document.
std::string verdict_table(const View& view, const std::vector<std::string>& names);

}  // namespace membound::page
