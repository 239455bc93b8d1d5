// SPDX-License-Identifier: Apache-2.0
// Finding: one thing that is wrong with a protocol, and where.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace membound {

/// A position in a protocol file; line and column count from 1, 0 means "the whole file".
struct Mark {
  int line = 0;
  int column = 0;
  bool operator==(const Mark&) const = default;
};

/// Compiler-style finding. `next` says what to do ("did you mean 'rounds'?", "known keys here:
/// ...").
struct Finding {
  enum class Severity { error, warning };
  Severity severity = Severity::error;
  Mark mark;
  std::string message;
  std::string next;
  std::string_view kind = {};  ///< one of kinds.hpp: for tools, since messages may be reworded
};

/// "error", "warning".
std::string_view name_of(Finding::Severity severity);

/// By line and column; findings at one place keep their order.
std::vector<Finding> sorted_by_place(std::vector<Finding> findings);

bool has_errors(const std::vector<Finding>& findings);

/// `file:line:column: error: message`, the source line, a caret, then `next` indented; one block
/// per finding, sorted by position. `text` is the protocol's source, or empty when it could not be
/// read.
std::string render(const std::vector<Finding>& findings, const std::string& file,
                   const std::string& text);

}  // namespace membound
