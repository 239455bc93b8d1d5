// SPDX-License-Identifier: Apache-2.0
// Reasons: why a GPU's clocks were below their highest beside a repetition, in words.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace membound {

/// Clock-event reasons of NVML that say that nothing is wrong: idle, clocks set for programs.
inline constexpr std::int64_t harmless_reasons = 0x1 | 0x2;

struct ThrottleReason {
  std::int64_t bit = 0;
  std::string_view text;
};

/// All others, after the NVML API reference.
inline constexpr std::array throttle_reasons{
    ThrottleReason{0x4, "power cap"},
    ThrottleReason{0x8, "slowdown by the hardware"},
    ThrottleReason{0x10, "clocks kept equal to those of other GPUs"},
    ThrottleReason{0x20, "heat, seen by the driver"},
    ThrottleReason{0x40, "heat, seen by the hardware"},
    ThrottleReason{0x80, "power brake from outside"},
    ThrottleReason{0x100, "clocks of the display"},
};
inline constexpr std::int64_t power_reasons = 0x4 | 0x80;
inline constexpr std::int64_t heat_reasons = 0x20 | 0x40;

/// "power cap and heat, seen by the driver"; bits that are not known are left out.
inline std::string reasons_text(std::int64_t bits) {
  std::string text;
  for (const ThrottleReason& reason : throttle_reasons) {
    if ((bits & reason.bit) == 0) continue;
    if (!text.empty()) text += " and ";
    text += reason.text;
  }
  return text;
}

}  // namespace membound
