// SPDX-License-Identifier: Apache-2.0
// Draft: what accumulates while a protocol is read or checked: findings and the places of things.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/kinds.hpp"
#include "protocol/protocol.hpp"

namespace membound::yaml {

/// Findings in the making. Beyond a limit they are counted, not kept, so that a hostile file stays
/// cheap.
class Findings {
 public:
  /// `kind` is what further findings are that name no kind of their own.
  void about(std::string_view kind) { kind_ = kind; }
  void add(Finding finding);
  void error(Mark mark, std::string message, std::string next = {}, std::string_view kind = {});
  void warning(Mark mark, std::string message, std::string next = {}, std::string_view kind = {});
  /// True when further findings will not be kept: do not compute suggestions.
  [[nodiscard]] bool full() const { return kept_.size() >= limit; }
  /// Sorted by position.
  [[nodiscard]] std::vector<Finding> take();

 private:
  static constexpr std::size_t limit = 100;
  std::string_view kind_ = kinds::contradiction;
  std::vector<Finding> kept_;
  std::size_t left_out_ = 0;
};

struct Draft {
  Findings findings;
  Marks marks;
  /// Names of the cases that each swept entry of `cases` stands for.
  std::map<std::string, std::vector<std::string>, std::less<>> sweeps;
  /// Paths of the cases and arms that swept entries have made.
  std::set<std::string> made;
};

/// Gives `copy` the places of `path` and of all that is below it.
void repeat(Marks& marks, const std::string& path, const std::string& copy);

/// Place of `path`, or of the nearest thing round it that has one.
Mark mark_of(const Marks& marks, std::string_view path);

}  // namespace membound::yaml
