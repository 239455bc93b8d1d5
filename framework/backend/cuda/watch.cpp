// SPDX-License-Identifier: Apache-2.0
// Watch: faults that a GPU reports of itself while it is measured.
#include "backend/cuda/watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace membound::cuda {
namespace {

/// Meanings after NVIDIA's catalogue of Xid errors, as far as they concern a measurement.
struct Meaning {
  int xid;
  std::string_view text;
  bool fatal;
};
constexpr std::array meanings{
    Meaning{13, "a kernel raised an exception", false},
    Meaning{31, "a kernel accessed memory that is not mapped", false},
    Meaning{43, "a program's work was stopped", false},
    Meaning{45, "a program's work was cleaned up", false},
    Meaning{48, "uncorrectable memory error", true},
    Meaning{63, "a memory row is to be replaced", true},
    Meaning{64, "a memory row could not be replaced", true},
    Meaning{79, "the GPU is gone from the bus", true},
    Meaning{94, "contained memory error", true},
    Meaning{95, "uncontained memory error", true},
};

Incident of_xid(int xid) {
  const auto it = std::ranges::find(meanings, xid, &Meaning::xid);
  if (it == meanings.end())
    return {fmt::format("Xid {}: see the catalogue of Xid errors of the driver", xid)};
  return {fmt::format("Xid {}: {}", xid, it->text), it->fatal};
}

}  // namespace

std::vector<Incident> Watch::look() {
  std::vector<Incident> found;
  for (const int xid : nvml_.xids()) found.push_back(of_xid(xid));
  const std::optional<MemoryErrors> now = nvml_.memory_errors();
  if (now && seen_ && now->uncorrected > seen_->uncorrected) {
    found.push_back({fmt::format("{} memory errors that ECC could not correct",
                                 now->uncorrected - seen_->uncorrected),
                     true});
  }
  if (now && seen_ && now->corrected > seen_->corrected) {
    found.push_back(
        {fmt::format("{} memory errors, corrected by ECC", now->corrected - seen_->corrected)});
  }
  if (now) seen_ = now;
  return found;
}

}  // namespace membound::cuda
