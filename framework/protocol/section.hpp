// SPDX-License-Identifier: Apache-2.0
// Section: one mapping of the file, read by the table of fields.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/draft.hpp"
#include "protocol/fields.hpp"
#include "protocol/guard.hpp"

namespace membound::yaml {

/// A value with its place in the tree and its field in the table.
struct Value {
  const Node* node = nullptr;
  const Field* field = nullptr;
  std::string path;  ///< of this very value: "arms.naive.kernel"
  Mark key;          ///< of the key before it; of an item of a list, its own

  /// Where to point: at the value when it is one word or text, else at the key that names it.
  [[nodiscard]] Mark mark() const { return node->kind == Node::Kind::scalar ? node->mark : key; }
};

/// Place of the value among its field's choices; 0 when it is none of them.
std::size_t word_of(Draft& draft, const Value& value);

/// Where a section stands: `table` is the path of the mapping's fields ("arms.*").
struct Standing {
  std::string path;
  std::string_view table;
  Mark mark;
};

/// Reads the values of one mapping. Whatever is wrong becomes a finding, and the caller gets a
/// harmless value.
class Section {
 public:
  /// Checks the keys: unknown ones, missing ones, and groups of which there must be one.
  Section(Draft& draft, const Node& node, Standing standing);

  /// The value of `key` when it is there and has one of its field's forms.
  [[nodiscard]] std::optional<Value> find(std::string_view key) const;
  [[nodiscard]] bool has(std::string_view key) const { return node_.find(key) != nullptr; }
  /// Place of a key that is there, else of the section.
  [[nodiscard]] Mark place(std::string_view key) const;
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] Mark mark() const { return mark_; }

  [[nodiscard]] std::string text(std::string_view key) const;
  [[nodiscard]] std::int64_t integer(std::string_view key) const;
  [[nodiscard]] std::optional<double> number(std::string_view key) const;
  template <class Enumeration>
  [[nodiscard]] Enumeration word(std::string_view key, Enumeration absent = {}) const {
    const auto value = find(key);
    return value ? static_cast<Enumeration>(word_of(draft_, *value)) : absent;
  }
  [[nodiscard]] std::optional<Section> section(std::string_view key) const;
  /// Items of a list of texts, each once; their marks are kept at "<path>.<key>.<item>".
  [[nodiscard]] std::vector<std::string> texts(std::string_view key) const;
  /// Calls `each` for every entry of a mapping whose keys the author chose.
  void entries(std::string_view key,
               const std::function<void(const std::string& name, const Value&)>& each) const;

 private:
  /// Returns what the unknown keys were probably meant to be: those are there after all, and not
  /// missing too.
  [[nodiscard]] std::set<std::string> check_keys() const;
  void check_missing(const std::set<std::string>& guessed) const;
  void check_groups(const std::set<std::string>& guessed) const;
  /// Keys that need another key beside them have it.
  void check_company(const std::set<std::string>& guessed) const;
  /// One of the keys is of a group of which one must be there, and none is: a finding says so.
  [[nodiscard]] bool lacks_group(const std::vector<std::string>& keys) const;

  Draft& draft_;
  const Node& node_;
  std::string path_;
  std::string_view table_;
  Mark mark_;
};

// The same for values that do not stand under a key of their own.
std::string text_of(Draft& draft, const Value& value);
std::int64_t integer_of(Draft& draft, const Value& value);
std::optional<double> number_of(Draft& draft, const Value& value);
std::optional<double> number_of(Draft& draft, const Value& value, Dimension dimension);
/// A size or time in whole natural units.
std::optional<std::int64_t> whole_of(Draft& draft, const Value& value);
Section section_of(Draft& draft, const Value& value);
std::vector<std::string> texts_of(Draft& draft, const Value& value);
/// The value of a key that has a meaning of its own among the names that the author chose.
std::optional<Value> named_entry(Draft& draft, const Value& entries, std::string_view key);
/// Leaves out the keys that have a meaning of their own.
void entries_of(Draft& draft, const Value& value,
                const std::function<void(const std::string& name, const Value&)>& each);

/// The item of a list at a place; its path ends in the place, counted from 0.
Value item_of(const Value& list, std::size_t place);

/// True when the node has one of the field's forms; otherwise makes a finding.
bool has_form(Draft& draft, const Value& value);

}  // namespace membound::yaml
