// SPDX-License-Identifier: Apache-2.0
// Numbers as text: the same digits on every machine, whatever its locale.
#include "report/number.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace membound::page {
namespace {

std::string written(double value, std::chars_format format, int precision) {
  std::array<char, 400> buffer{};  // the longest double has 309 digits before its point
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format, precision);
  return {buffer.data(), end.ptr};
}

/// Power of ten of the first digit once the value is rounded: 4 for 99999.9 at four digits is 5.
int exponent(double value, int significant) {
  const std::string text = written(value, std::chars_format::scientific, significant - 1);
  const std::size_t at = text.find('e');
  const bool negative = text[at + 1] == '-';
  int power = 0;
  std::from_chars(text.data() + at + 2, text.data() + text.size(), power);
  return negative ? -power : power;
}

std::string not_finite(double value) {
  if (std::isnan(value)) return "not a number";
  return value > 0 ? "infinite" : "minus infinite";
}

std::string without_trailing_zeros(std::string text) {
  if (text.find('.') == std::string::npos) return text;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

/// Twelve digits: all that anybody writes by hand, without the last bits of a unit conversion.
std::string digits_of(double value, Digits digits, int most_decimals) {
  if (digits == Digits::measured) return rounded(value, 4, most_decimals);
  return without_trailing_zeros(rounded(value, 12, 15));
}

std::string plural(const std::string& noun) { return noun + (noun.ends_with("ch") ? "es" : "s"); }

}  // namespace

std::string fixed(double value, int decimals) {
  if (!std::isfinite(value)) return not_finite(value);
  std::string text = written(value, std::chars_format::fixed, decimals);
  const bool zero = text.find_first_not_of("-0.") == std::string::npos;
  return zero && text.front() == '-' ? text.substr(1) : text;
}

std::string rounded(double value, int significant, int most_decimals) {
  if (!std::isfinite(value)) return not_finite(value);
  if (value == 0) return "0";
  return fixed(value, std::clamp(significant - 1 - exponent(value, significant), 0, most_decimals));
}

std::string time_text(double nanoseconds, Digits digits) {
  const double size = std::abs(nanoseconds);
  if (size < 1e3) return digits_of(nanoseconds, digits, 3) + " ns";
  if (size < 1e6) return digits_of(nanoseconds / 1e3, digits, 3) + " us";
  if (size < 1e9) return digits_of(nanoseconds / 1e6, digits, 3) + " ms";
  return digits_of(nanoseconds / 1e9, digits, 3) + " s";
}

std::string rate_text(double bytes_per_second, Digits digits) {
  if (std::abs(bytes_per_second) < 1e12) {
    return digits_of(bytes_per_second / 1e9, digits, 4) + " GB/s";
  }
  return digits_of(bytes_per_second / 1e12, digits, 4) + " TB/s";
}

std::string percent_text(double ratio, Digits digits) {
  return digits_of(ratio * 100, digits, 3) + " %";
}

std::string factor_text(double ratio, Digits digits) { return digits_of(ratio, digits, 4) + " x"; }

std::string size_text(Bytes size) {
  struct Unit {
    std::int64_t bytes;
    const char* name;
  };
  for (const Unit unit : {Unit{gibi, " GiB"}, Unit{mebi, " MiB"}, Unit{kibi, " KiB"}}) {
    if (size.value < unit.bytes) continue;
    const double count = static_cast<double>(size.value) / static_cast<double>(unit.bytes);
    return without_trailing_zeros(rounded(count, 4, 3)) + unit.name;
  }
  return std::to_string(size.value) + " B";
}

std::string error_text(double error) {
  if (!std::isfinite(error)) return not_finite(error);
  if (error == 0) return "0";
  if (std::abs(error) >= 1e-3 && std::abs(error) < 1e4) {
    return without_trailing_zeros(rounded(error, 3));
  }
  const std::string text = written(error, std::chars_format::scientific, 1);
  return without_trailing_zeros(text.substr(0, text.find('e'))) + "e" +
         std::to_string(exponent(error, 2));
}

std::string value_text(QuantityKind kind, double value, Digits digits) {
  switch (kind) {
    case QuantityKind::time: return time_text(value, digits);
    case QuantityKind::bandwidth: return rate_text(value, digits);
    case QuantityKind::speedup:
    case QuantityKind::bytes_ratio: return factor_text(value, digits);
    case QuantityKind::share_of_ceiling:
    case QuantityKind::spread:
    case QuantityKind::time_saved: return percent_text(value, digits);
    case QuantityKind::error: return error_text(value);
    case QuantityKind::tokens_per_second: return digits_of(value, digits, 3);
    case QuantityKind::counter:
    case QuantityKind::receipt:
      return digits == Digits::given ? digits_of(value, digits, 0)
                                     : without_trailing_zeros(rounded(value, 6, 6));
  }
  return {};
}

std::string counted(std::int64_t count, const std::string& noun) {
  if (count == 0) return "no " + plural(noun);
  return std::to_string(count) + " " + (count == 1 ? noun : plural(noun));
}

}  // namespace membound::page
