// SPDX-License-Identifier: Apache-2.0
// How to reproduce: commands, and the digest of what was frozen.
#include "report/safe.hpp"
#include "report/sections.hpp"
#include "report/words.hpp"

namespace membound::page {

Markdown reproduce(const View& view) {
  const std::string stem = file_stem(view.protocol->id);
  const std::string run = file_stem(prefix(view.evidence->run.id));
  const bool scratch = view.protocol->results == ResultsPlace::scratch;
  const std::string database = scratch ? "build/scratch.db" : "results.db";
  const std::string again = "tools/membound report --db " + database + " --run " + run;
  Markdown out;
  out.heading(2, "How to reproduce");
  out.paragraph(
      "Measure again, on this or another device; the verdicts are reached by the same rule:");
  out.commands({"tools/membound-run protocols/" + stem + ".yaml"});
  out.paragraph(
      "Judge the stored repetitions again and write this file, on any machine, without a device:");
  out.commands({again});
  out.paragraph(
      Inline("Digest of the frozen protocol, SHA-256 over canonical text, rules and kernel "
             "sources: ") +
      code(view.digest));
  if (const ChainHead& chain = view.evidence->chain; chain.links > 0) {
    out.paragraph(Inline("Head of the hash chain over all rows of this run, " +
                         counted(chain.links, "link") + " from that digest on: ") +
                  code(chain.digest));
  }
  return out.paragraph(Inline("This file is generated. Do not edit it; ") + code(again) +
                       Inline(" writes the same bytes again."));
}

}  // namespace membound::page
