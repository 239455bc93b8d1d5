// SPDX-License-Identifier: Apache-2.0
// Kinds of findings: names for tools, which must not depend on the wording of messages.
#pragma once

#include <array>
#include <string_view>

namespace membound::kinds {

// The text and its YAML.
inline constexpr std::string_view unreadable = "unreadable";  // the file itself
inline constexpr std::string_view empty = "empty";
inline constexpr std::string_view too_large = "too-large";
inline constexpr std::string_view bad_character = "bad-character";
inline constexpr std::string_view not_yaml = "not-yaml";
inline constexpr std::string_view second_document = "second-document";
inline constexpr std::string_view anchor = "anchor";
inline constexpr std::string_view alias = "alias";
inline constexpr std::string_view tag = "tag";
inline constexpr std::string_view bad_key = "bad-key";
inline constexpr std::string_view duplicate_key = "duplicate-key";

// Keys and values against the table of fields.
inline constexpr std::string_view unknown_key = "unknown-key";
inline constexpr std::string_view missing_key = "missing-key";
inline constexpr std::string_view exclusive_keys = "exclusive-keys";
inline constexpr std::string_view wrong_form = "wrong-form";
inline constexpr std::string_view wrong_count = "wrong-count";
inline constexpr std::string_view unknown_word = "unknown-word";
inline constexpr std::string_view bad_name = "bad-name";
inline constexpr std::string_view bad_text = "bad-text";
inline constexpr std::string_view bad_number = "bad-number";
inline constexpr std::string_view missing_unit = "missing-unit";
inline constexpr std::string_view unknown_unit = "unknown-unit";
inline constexpr std::string_view out_of_range = "out-of-range";

// Parts of the protocol against each other and against what can be run.
inline constexpr std::string_view contradiction = "contradiction";
inline constexpr std::string_view unknown_name = "unknown-name";
inline constexpr std::string_view does_not_fit = "does-not-fit";
inline constexpr std::string_view vacuous = "vacuous";
inline constexpr std::string_view weak = "weak";  // a warning: it will hardly decide anything

inline constexpr std::string_view left_out = "left-out";  // more findings than are shown
inline constexpr std::string_view differs_from_frozen = "differs-from-frozen";

inline constexpr std::array<std::string_view, 30> all{
    unreadable,   empty,          too_large,    bad_character, not_yaml,      second_document,
    anchor,       alias,          tag,          bad_key,       duplicate_key, unknown_key,
    missing_key,  exclusive_keys, wrong_form,   wrong_count,   unknown_word,  bad_name,
    bad_text,     bad_number,     missing_unit, unknown_unit,  out_of_range,  contradiction,
    unknown_name, does_not_fit,   vacuous,      weak,          left_out,      differs_from_frozen};

}  // namespace membound::kinds
