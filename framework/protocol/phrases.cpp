// SPDX-License-Identifier: Apache-2.0
// Wording that findings share.
#include "protocol/phrases.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "protocol/characters.hpp"

namespace membound {
namespace {

constexpr std::size_t longest_shown = 80;    // bytes
constexpr std::size_t longest_guessed = 64;  // a longer word is no slip of the finger
constexpr std::size_t most_listed = 40;

}  // namespace

std::string shown(std::string_view text) {
  std::size_t end = std::min(text.size(), longest_shown);
  while (end > 0 && end < text.size() && yaml::continues(text[end])) --end;
  return fmt::format("'{}{}'", printable(text.substr(0, end)), end < text.size() ? "..." : "");
}

std::string guess(std::string_view word, const std::vector<std::string>& candidates) {
  return word.size() <= longest_guessed ? nearest(word, candidates) : std::string();
}

std::string suggest(std::string_view word, const std::vector<std::string>& candidates,
                    std::string_view what) {
  std::string lines;
  const std::string near = guess(word, candidates);
  if (!near.empty()) lines = fmt::format("did you mean '{}'?\n", near);
  if (candidates.empty()) return lines + fmt::format("{}: none", what);
  std::vector<std::string> listed = candidates;
  if (listed.size() > most_listed) {
    listed.resize(most_listed);
    listed.emplace_back("...");
  }
  return lines + fmt::format("{}: {}", what, join(listed));
}

std::string counted(std::size_t count, std::string_view singular) {
  return fmt::format("{} {}{}", count, singular, count == 1 ? "" : "s");
}

}  // namespace membound
