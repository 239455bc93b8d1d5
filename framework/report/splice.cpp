// SPDX-License-Identifier: Apache-2.0
// Splice: generated blocks inside a document that people write.
#include "report/splice.hpp"

#include <optional>
#include <set>

#include "membound/error.hpp"

namespace membound {
namespace {

struct Marker {
  bool begins = false;
  std::string name;
};

[[noreturn]] void refuse(int line, const std::string& what) {
  throw Error("line " + std::to_string(line) + ": " + what, ExitCode::usage);
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

/// The marker that a line consists of, if it does.
std::optional<Marker> marker_in(std::string_view line, int number) {
  constexpr std::string_view opening = "<!-- membound:";
  constexpr std::string_view closing = "-->";
  const std::string_view text = trimmed(line);
  if (!text.starts_with(opening)) return std::nullopt;
  if (!text.ends_with(closing)) refuse(number, "a membound marker that does not end with '-->'");
  const std::string_view inner =
      trimmed(text.substr(opening.size(), text.size() - opening.size() - closing.size()));
  const std::size_t space = inner.find(' ');
  const std::string_view verb = inner.substr(0, space);
  const std::string_view name =
      space == std::string_view::npos ? std::string_view{} : trimmed(inner.substr(space));
  if ((verb != "begin" && verb != "end") || name.empty()) {
    refuse(number, "'" + std::string(text) + "' is not a marker; write 'begin NAME' or 'end NAME'");
  }
  return Marker{verb == "begin", std::string(name)};
}

/// Walks over the lines of a document, with the marker that is open.
class Splicer {
 public:
  explicit Splicer(const std::map<std::string, std::string>& blocks) : blocks_(blocks) {}

  void line(std::string_view text) {
    ++number_;
    const std::optional<Marker> marker = marker_in(text, number_);
    if (marker && marker->begins) {
      begin(*marker, text);
    } else if (marker) {
      end(*marker, text);
    } else if (open_.empty()) {
      out_ += text;
    }
  }

  std::string finish() {
    if (!open_.empty()) refuse(number_, "'begin " + open_ + "' has no end; add its end marker");
    for (const auto& [name, block] : blocks_) {
      if (!seen_.contains(name)) {
        throw Error("the document has no markers for '" + name + "'; add <!-- membound:begin " +
                        name + " --> and <!-- membound:end " + name + " -->, each on its own line",
                    ExitCode::usage);
      }
    }
    return std::move(out_);
  }

 private:
  void begin(const Marker& marker, std::string_view text) {
    if (!open_.empty()) {
      refuse(number_,
             "'begin " + marker.name + "' stands inside '" + open_ + "', which is not ended");
    }
    if (!blocks_.contains(marker.name)) {
      refuse(number_, "no block is named '" + marker.name + "'; correct the marker or remove it");
    }
    if (!seen_.insert(marker.name).second) {
      refuse(number_, "'" + marker.name + "' begins a second time; a name has one place");
    }
    open_ = marker.name;
    out_ += text;
    const std::string& block = blocks_.at(marker.name);
    out_ += block;
    if (!block.empty() && block.back() != '\n') out_ += '\n';
  }

  void end(const Marker& marker, std::string_view text) {
    if (marker.name != open_) {
      refuse(number_, "'end " + marker.name + "' does not end " +
                          (open_.empty() ? "anything" : "'" + open_ + "'"));
    }
    open_.clear();
    out_ += text;
  }

  const std::map<std::string, std::string>& blocks_;
  std::set<std::string> seen_;
  std::string open_;  ///< name of the open marker; empty outside
  std::string out_;
  int number_ = 0;
};

}  // namespace

std::string splice(std::string_view document, const std::map<std::string, std::string>& blocks) {
  Splicer splicer(blocks);
  while (!document.empty()) {
    const std::size_t newline = document.find('\n');
    const std::size_t length = newline == std::string_view::npos ? document.size() : newline + 1;
    splicer.line(document.substr(0, length));
    document.remove_prefix(length);
  }
  return splicer.finish();
}

}  // namespace membound
