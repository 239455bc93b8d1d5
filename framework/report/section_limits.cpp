// SPDX-License-Identifier: Apache-2.0
// Limits: what all this does not show.
#include "base/text.hpp"
#include "report/caches.hpp"
#include "report/sections.hpp"
#include "report/words.hpp"

namespace membound::page {
namespace {

Inline scope(const View& view) {
  return strong("One device.") + Inline(" Everything here was measured on " + device_name(view) +
                                        ", as one device in one machine in the state described "
                                        "above. Another device, driver or "
                                        "compiler is a replication, with a verdict of its own.");
}

Inline launch_mode(const View& view) {
  const std::string mode = label(view.protocol->instrument.launch);
  const std::vector<std::string> warm = warm_arms(*view.protocol);
  const std::string except = warm.empty() ? "" : ", those of " + join(warm) + " with warm ones";
  return strong("One launch mode.") +
         Inline(" Times hold for launch mode " + mode + " with cold caches" + except +
                ". They say nothing about other modes, or "
                "about a program around the kernel.");
}

Inline registry(const View& view) {
  const std::string runs = counted(static_cast<std::int64_t>(view.runs.size()), "run");
  return strong("No proof that nobody measured before.") +
         Inline(
             " Private runs before freezing, or kept out of this database, cannot be excluded; "
             "this "
             "database knows " +
             runs +
             " of this digest. Only disclosure and independent replication "
             "help.");
}

}  // namespace

Markdown limits(const View& view) {
  Markdown out;
  out.heading(2, "What this does not show");
  return out.list(
      {scope(view), launch_mode(view),
       strong("Clocks as found.") + Inline(" Clocks and power limits were neither set nor locked; "
                                           "their state was recorded beside "
                                           "each repetition where the device reports it."),
       strong("No order in time by itself.") +
           Inline(" The digest shows that frozen text, kernel sources and rules belong together. "
                  "It does "
                  "not show when they were made, nor that rows of the database were not replaced "
                  "as a whole: "
                  "whoever owns the files can rebuild all of it. A commit pushed before the run, "
                  "or another "
                  "outside witness, shows time; a commit date alone does not."),
       registry(view),
       strong("No mechanism.") + Inline(" A range that held says what was measured, not that the "
                                        "reason given for it is right."),
       strong("Trusted arms.") + Inline(" Arms are linked into the measuring process. A hostile "
                                        "one could forge its times; read "
                                        "the sources behind the digests.")});
}

}  // namespace membound::page
