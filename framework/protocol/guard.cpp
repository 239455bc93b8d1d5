// SPDX-License-Identifier: Apache-2.0
// Guard: YAML text into a small tree, refusing whatever could be read in two ways.
#include "protocol/guard.hpp"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <map>
#include <optional>
#include <sstream>

#include "protocol/characters.hpp"
#include "protocol/kinds.hpp"
#include "protocol/phrases.hpp"

namespace membound::yaml {
namespace {

/// Ends the reading: after it the rest of the file cannot be understood.
struct Refused {
  Finding finding;
};

Finding error(Mark mark, std::string_view kind, std::string message, std::string next) {
  return {Finding::Severity::error, mark, std::move(message), std::move(next), kind};
}

constexpr const char* alias_remedy =
    "write the value out where it is needed; a text that starts with '*' or '&' must be in quotes";

/// Turns byte positions into lines and columns of characters, both from 1.
class Positions {
 public:
  explicit Positions(std::string_view text) : text_(text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '\n') starts_.push_back(i + 1);
      if (continues(text[i])) continuations_.push_back(i);
    }
  }

  [[nodiscard]] std::size_t offset(const YAML::Mark& mark) const {
    if (mark.is_null() || starts_.empty()) return 0;
    const auto line =
        std::clamp<std::size_t>(static_cast<std::size_t>(mark.line), 0, starts_.size() - 1);
    return std::min(starts_[line] + static_cast<std::size_t>(mark.column), text_.size());
  }

  [[nodiscard]] Mark mark(std::size_t offset) const {
    const auto line = std::ranges::upper_bound(starts_, offset) - starts_.begin();
    const std::size_t start = starts_[static_cast<std::size_t>(line - 1)];
    const auto inside = std::ranges::lower_bound(continuations_, offset) -
                        std::ranges::lower_bound(continuations_, start);
    return {static_cast<int>(line),
            static_cast<int>(offset - start) - static_cast<int>(inside) + 1};
  }

  [[nodiscard]] Mark mark(const YAML::Mark& of) const { return mark(offset(of)); }
  [[nodiscard]] std::string_view text() const { return text_; }
  [[nodiscard]] char at(std::size_t offset) const {
    return offset < text_.size() ? text_[offset] : '\0';
  }

 private:
  std::string_view text_;
  std::vector<std::size_t> starts_{0};
  std::vector<std::size_t> continuations_;
};

/// True when the text has no quote that closes the one at `offset`; the YAML parser takes what is
/// there to the end of the file for the text.
bool is_open_quote(std::string_view text, std::size_t offset) {
  const char quote = offset < text.size() ? text[offset] : '\0';
  if (quote != '"' && quote != '\'') return false;
  for (std::size_t i = offset + 1; i < text.size(); ++i) {
    if (quote == '"' && text[i] == '\\') {
      ++i;
    } else if (text[i] == quote) {
      return false;  // a doubled one closes and opens again
    }
  }
  return true;
}

/// Builds the tree from the events of the YAML parser.
class Builder final : public YAML::EventHandler {
 public:
  Builder(const Positions& positions, const Limits& limits)
      : positions_(positions), limits_(limits) {}

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++documents_ > 1) {
      throw Refused{error(positions_.mark(mark), kinds::second_document,
                          "a second document starts here",
                          "a protocol is one document: remove '---' and what follows")};
    }
  }
  void OnDocumentEnd() override {}
  void OnAnchor(const YAML::Mark&, const std::string&) override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    admit(mark, "?", anchor);
    if (expects_key()) {
      throw Refused{error(positions_.mark(mark), kinds::bad_key, "a key is missing or is 'null'",
                          "name the key; put quotes round 'null' and '~'")};
    }
    add({.kind = Node::Kind::null, .mark = positions_.mark(mark)});
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    admit(mark, "?", 0);
    tree.findings.push_back(
        error(positions_.mark(mark), kinds::alias, "aliases are not allowed", alias_remedy));
    if (expects_key()) throw Refused{not_text(mark)};
    add({.kind = Node::Kind::refused, .mark = positions_.mark(mark)});
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    admit(mark, tag, anchor);
    const Mark at = positions_.mark(mark);
    if (tag == "!" && is_open_quote(positions_.text(), positions_.offset(mark))) {
      throw Refused{error(at, kinds::not_yaml,
                          "not valid YAML: a quote opens here and never closes",
                          "close it, or put the whole text in quotes of the other kind")};
    }
    Node::Kind kind = Node::Kind::scalar;
    if (const auto bad = bad_character(value, "\n\t")) {
      tree.findings.push_back(
          error(at, kinds::bad_character, bad->message + " in a quoted text", bad->next));
      kind = Node::Kind::refused;
    }
    if (expects_key()) return begin_entry(value, at);
    add({.kind = kind, .mark = at, .quoted = tag == "!", .text = value});
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(mark, tag, anchor, Node::Kind::sequence);
  }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(mark, tag, anchor, Node::Kind::mapping);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapEnd() override { close(); }

  Tree tree{.root = {.kind = Node::Kind::null, .mark = {}}, .findings = {}};

 private:
  /// A sequence or mapping that is still being read.
  struct Frame {
    Node node;
    bool holds_key = false;  ///< a key was read and waits for its value
    std::string key;
    Mark key_mark;
    std::map<std::string, Mark> seen;
  };

  [[nodiscard]] bool expects_key() const {
    return !frames_.empty() && frames_.back().node.kind == Node::Kind::mapping &&
           !frames_.back().holds_key;
  }

  /// What every node must satisfy.
  void admit(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
    const Mark at = positions_.mark(mark);
    if (++nodes_ > limits_.nodes) {
      throw Refused{error(at, kinds::too_large,
                          fmt::format("more than {} keys and values", limits_.nodes),
                          "split the protocol into several files")};
    }
    // The parser gives "!" to quoted scalars and "?" to everything else that has no tag; a bare "!"
    // can only be told from a quote by looking at the text.
    const bool tagged = (tag != "?" && tag != "!") || positions_.at(positions_.offset(mark)) == '!';
    if (tagged)
      tree.findings.push_back(error(at, kinds::tag, "tags are not allowed", "remove the tag"));
    if (anchor != 0)
      tree.findings.push_back(error(at, kinds::anchor, "anchors are not allowed", alias_remedy));
  }

  void open(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
            Node::Kind kind) {
    admit(mark, tag, anchor);
    if (expects_key()) throw Refused{not_text(mark)};
    if (frames_.size() == most_depth) {
      throw Refused{error(positions_.mark(mark), kinds::too_large,
                          fmt::format("nested deeper than {} levels", most_depth),
                          "a protocol never needs that many; look for an unclosed bracket")};
    }
    frames_.push_back({.node = {.kind = kind, .mark = positions_.mark(mark)}});
  }

  void close() {
    Node node = std::move(frames_.back().node);
    frames_.pop_back();
    add(std::move(node));
  }

  void begin_entry(const std::string& key, Mark mark) {
    Frame& frame = frames_.back();
    const auto [first, is_new] = frame.seen.try_emplace(key, mark);
    if (!is_new) {
      tree.findings.push_back(error(mark, kinds::duplicate_key,
                                    fmt::format("duplicate key {}", shown(key)),
                                    fmt::format("first at {}:{}; keep one of them",
                                                first->second.line, first->second.column)));
    }
    frame.holds_key = true;
    frame.key = key;
    frame.key_mark = mark;
  }

  void add(Node node) {
    if (frames_.empty()) {
      tree.root = std::move(node);
      return;
    }
    Frame& frame = frames_.back();
    if (frame.node.kind == Node::Kind::sequence) {
      frame.node.items.push_back(std::move(node));
      return;
    }
    if (node.kind == Node::Kind::null) node.mark = frame.key_mark;
    frame.node.entries.push_back({std::move(frame.key), frame.key_mark, std::move(node)});
    frame.holds_key = false;
  }

  [[nodiscard]] Finding not_text(const YAML::Mark& mark) const {
    return error(positions_.mark(mark), kinds::bad_key, "a key must be a plain text",
                 "write 'key: value'");
  }

  const Positions& positions_;
  const Limits& limits_;
  std::vector<Frame> frames_;
  std::size_t nodes_ = 0;
  int documents_ = 0;
};

/// The YAML parser's own complaint, with a remedy where the cause is usually the same.
Finding syntax_error(const YAML::Exception& problem, const Positions& positions) {
  const std::string& what = problem.msg;
  const bool alias =
      what.find("alias") != std::string::npos || what.find("anchor") != std::string::npos;
  const bool token = what.find("unknown token") != std::string::npos;
  const std::string_view kind = alias ? kinds::alias : kinds::not_yaml;
  std::string next = "check indentation, brackets, quotes and the space after ':'";
  if (alias) next = alias_remedy;
  if (token)
    next = "put quotes round a text that starts with a special character such as '%', '@' or '`'";
  return error(positions.mark(problem.mark), kind, "not valid YAML: " + what, std::move(next));
}

/// What makes a text unfit for the YAML parser.
std::optional<Finding> unreadable(std::string_view text, const Positions& positions,
                                  const Limits& limits) {
  if (text.size() > limits.bytes) {
    return error({}, kinds::too_large,
                 fmt::format("the file has {} bytes, more than {}", text.size(), limits.bytes),
                 "a protocol is a short text; is this the right file?");
  }
  if (const auto bad = bad_character(text, "\n")) {
    return error(positions.mark(bad->offset), kinds::bad_character, bad->message, bad->next);
  }
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    if (end - start > most_bytes_of_line) {
      return error(positions.mark(start), kinds::too_large,
                   fmt::format("a line of {} bytes, more than {}", end - start, most_bytes_of_line),
                   "break the line");
    }
    start = end + 1;
  }
  return std::nullopt;
}

void read(std::string_view text, Builder& builder) {
  std::istringstream stream{std::string(text)};
  YAML::Parser parser(stream);
  while (parser.HandleNextDocument(builder)) {
  }
  if (builder.tree.root.kind == Node::Kind::null) {
    throw Refused{error({}, kinds::empty, "the protocol is empty",
                        "start with 'membound: 1' and 'id: my-experiment'")};
  }
}

}  // namespace

const Entry* Node::find(std::string_view key) const {
  const auto it = std::ranges::find(entries, key, &Entry::key);
  return it == entries.end() ? nullptr : &*it;
}

Tree guard(std::string_view text, const Limits& limits) {
  const Positions positions(text);
  Tree refused{.root = {.kind = Node::Kind::refused, .mark = {}}, .findings = {}};
  if (auto finding = unreadable(text, positions, limits)) {
    refused.findings.push_back(std::move(*finding));
    return refused;
  }
  Builder builder(positions, limits);
  try {
    read(text, builder);
    return std::move(builder.tree);
  } catch (const Refused& refusal) {
    builder.tree.findings.push_back(refusal.finding);
  } catch (const YAML::Exception& problem) {
    builder.tree.findings.push_back(syntax_error(problem, positions));
  } catch (const std::exception& problem) {
    builder.tree.findings.push_back(error({}, kinds::not_yaml, "not valid YAML", problem.what()));
  }
  refused.findings = std::move(builder.tree.findings);
  return refused;
}

}  // namespace membound::yaml
