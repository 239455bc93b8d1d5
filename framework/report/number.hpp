// SPDX-License-Identifier: Apache-2.0
// Numbers as text: the same digits on every machine, whatever its locale.
#pragma once

#include <cstdint>
#include <string>

#include "membound/units.hpp"
#include "protocol/protocol.hpp"

namespace membound::page {

/// Decimal point and exactly `decimals` places; never an exponent, never "-0".
std::string fixed(double value, int decimals);

/// Fixed notation with `significant` digits and at most `most_decimals` places. Digits before the
/// point are never rounded away: 12345.6 is "12346". Says so in words when the value is not finite.
std::string rounded(double value, int significant = 4, int most_decimals = 12);

/// How exact a number is: a measurement (four significant digits) or a given number (all that it
/// has).
enum class Digits { measured, given };

std::string time_text(double nanoseconds, Digits digits = Digits::measured);       ///< "138.2 us"
std::string rate_text(double bytes_per_second, Digits digits = Digits::measured);  ///< "4.312 TB/s"
std::string percent_text(double ratio, Digits digits = Digits::measured);          ///< "4.250 %"
std::string factor_text(double ratio, Digits digits = Digits::measured);           ///< "1.043 x"
std::string size_text(Bytes size);                                                 ///< "64 MiB"
std::string error_text(double error);                                              ///< "2.4e-7"

/// A value of a quantity in its own unit.
std::string value_text(QuantityKind kind, double value, Digits digits = Digits::measured);

/// "no runs", "1 run", "3 runs".
std::string counted(std::int64_t count, const std::string& noun);

}  // namespace membound::page
