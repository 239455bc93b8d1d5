// SPDX-License-Identifier: Apache-2.0
// The one table of fields: what a protocol may contain. Parser, suggestions, schema and reference
// come from it.
#pragma once

#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/scalar.hpp"

namespace membound::yaml {

/// What a value may be; a field whose value may take several forms has several bits.
enum class Form : unsigned {
  mapping = 1u << 0,  ///< its keys are the fields below it (or below `Field::shares`)
  /// Its keys are names that the author chooses; what they hold is the field "<path>.*". A field
  /// "<path>.key" is a key with a meaning of its own among them ("cases.*.except").
  entries = 1u << 1,
  list = 1u << 2,     ///< its items are the field "<path>[]"
  word = 1u << 3,     ///< one of `choices`
  id = 1u << 4,       ///< [a-z][a-z0-9-]{0,63}
  line = 1u << 5,     ///< text without a line break
  text = 1u << 6,     ///< text
  integer = 1u << 7,  ///< see read_integer
  number = 1u << 8,   ///< see read_quantity, as are the next four
  time = 1u << 9,
  bytes = 1u << 10,
  ratio = 1u << 11,
  bound = 1u << 12,  ///< a time, a rate, a ratio or a number, as the quantity beside it asks
  rate = 1u << 13,   ///< see read_quantity
};

/// A set of forms.
struct Forms {
  unsigned bits = 0;
  constexpr Forms(Form form) : bits(static_cast<unsigned>(form)) {}  // a single form is a set too
  constexpr explicit Forms(unsigned all) : bits(all) {}
  [[nodiscard]] constexpr bool has(Form form) const {
    return (bits & static_cast<unsigned>(form)) != 0;
  }
};
constexpr Forms operator|(Form a, Form b) {
  return Forms(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
constexpr Forms operator|(Forms a, Form b) { return Forms(a.bits | static_cast<unsigned>(b)); }

enum class Presence { required, optional };

/// One field. Of the fields of one mapping that name the same `group`, exactly one must be there
/// when they are required, and at most one when they are optional.
///
/// A mapping may share the fields of another path. Such a path stands in angle brackets and is no
/// place in the file: "<quantity>", "<expression>" (a bound that the run gives), "<selection>" (of
/// cases) and "<condition>". Conditions hold conditions, to the depth `most_nested_conditions`.
struct Field {
  std::string_view path;  ///< "instrument.launches", "arms.*.kernel", "dropped.*", "disclosures[]"
  Forms forms;
  Presence presence = Presence::required;
  std::string_view help;
  std::string_view example;       ///< value in YAML flow style
  std::string_view initial = {};  ///< value that an absent field gets, in words or YAML
  double least =
      -std::numeric_limits<double>::infinity();  ///< bound of the value, in natural units; of lists
  double most = std::numeric_limits<double>::infinity();  ///< and entries: of their number
  std::span<const std::string_view> choices = {};         ///< of a word
  std::string_view group = {};
  std::string_view shares = {};  ///< path under which the fields of this mapping are described
  std::string_view beside =
      {};  ///< keys, one of which must be there when this one is: "near equals"
  std::string_view needs = {};  ///< key that must be there when this one is
};

/// How deep `any` and `all` may stand in each other.
inline constexpr std::size_t most_nested_conditions = 8;

/// Every field, parents before children, in the order of the canonical text, shared ones last.
std::span<const Field> fields();

/// The field `key` of the mapping at `parent` ("" is the whole protocol); nullptr when there is
/// none.
const Field* field(std::string_view parent, std::string_view key);

/// The field of exactly this path; nullptr when there is none.
const Field* field(std::string_view path);

/// The fields of the mapping at `parent`, in order.
const std::vector<const Field*>& fields_of(std::string_view parent);

/// Last part of a path: "launches" of "instrument.launches".
std::string_view last(std::string_view path);

/// The keys of `Field::beside`.
std::vector<std::string> keys_beside(const Field& field);

/// The dimension of a form that is a number; nothing for the others and for `bound`.
std::optional<Dimension> dimension_of(Form form);

/// "a time", "a mapping or one of standard": what a field's value should be, for messages.
std::string expected(const Field& of);

}  // namespace membound::yaml
