// SPDX-License-Identifier: Apache-2.0
// The schema against the table of fields; agreement_test.py holds it against parser and editors.
#include "protocol/schema.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "protocol/describe.hpp"
#include "protocol/test_protocols.hpp"

namespace membound::yaml {
namespace {

using Json = nlohmann::ordered_json;
using ::testing::HasSubstr;

const Json& schema() {
  static const Json parsed = Json::parse(protocol_schema());
  return parsed;
}

/// The alternatives of a value: itself, or what stands under anyOf or allOf.
std::vector<Json> alternatives(const Json& value) {
  for (const char* key : {"anyOf", "allOf"}) {
    if (value.contains(key) && !value.contains("properties")) {
      return value.at(key).get<std::vector<Json>>();
    }
  }
  return {value};
}

/// The schema of the field of a path, found from the top of the file or of a definition.
Json at(std::string_view path) {
  Json here = schema();
  if (path.starts_with('<')) {
    const std::size_t end = path.find('>');
    here = schema().at("definitions").at(std::string(path.substr(1, end - 1)));
    path.remove_prefix(end + 2);
  }
  while (!path.empty()) {
    const bool item = path.starts_with("[]");
    const std::size_t end = item ? 2 : std::min({path.find('.'), path.find("[]"), path.size()});
    const std::string part(path.substr(0, end));
    path.remove_prefix(end);
    if (path.starts_with('.')) path.remove_prefix(1);
    Json next;
    for (const Json& one : alternatives(here)) {
      if (item && one.contains("items")) next = one.at("items");
      if (part == "*" && one.contains("propertyNames")) next = one.at("additionalProperties");
      if (one.contains("properties") && one.at("properties").contains(part)) {
        next = one.at("properties").at(part);
      }
    }
    if (next.is_null()) return next;
    here = next;
  }
  return here;
}

TEST(Schema, is_the_published_one) {
  const auto file =
      std::filesystem::path(MEMBOUND_SOURCE_DIR) / "protocols" / "protocol.schema.json";
  EXPECT_EQ(testing::read_text(file), protocol_schema())
      << "membound schema > protocols/protocol.schema.json";
}

TEST(Schema, has_every_field_with_its_help_example_and_no_other_key) {
  for (const Field& field : fields()) {
    const Json found = at(field.path);
    ASSERT_FALSE(found.is_null()) << field.path;
    EXPECT_THAT(found.at("description").get<std::string>(), HasSubstr(std::string(field.help)));
    EXPECT_THAT(found.at("description").get<std::string>(), HasSubstr(std::string(field.example)));
    const Json example = value_from_yaml(field.example);
    if (found.contains("examples")) {
      EXPECT_EQ(found.at("examples"), Json::array({example})) << field.path;
    } else {
      EXPECT_EQ(found.at("defaultSnippets")[0].at("body"), example) << field.path;
    }
    if (field.forms.has(Form::word)) {
      EXPECT_THAT(found.dump(), HasSubstr(fmt::format("\"{}\"", field.choices.front())));
    }
    if (!field.shares.empty()) {
      EXPECT_THAT(found.dump(), HasSubstr("#/definitions/" + shown_path(field.shares)));
    }
  }
  EXPECT_EQ(schema().at("properties").size(), fields_of("").size());
  EXPECT_EQ(schema().at("additionalProperties"), false);
}

TEST(Schema, asks_for_what_is_required_and_stands_alone) {
  EXPECT_EQ(at("instrument").at("required"),
            Json({"launch", "launches", "warmup", "rounds", "invocations"}));
  EXPECT_FALSE(at("gates").contains("required"));
}

TEST(Schema, knows_the_groups) {
  EXPECT_EQ(schema().at("definitions").at("selection").at("oneOf"),
            Json::parse(R"([{"required":["any"]},{"required":["at_least"]}])"));
  const Json prediction = at("predictions.*").at("allOf");
  EXPECT_EQ(prediction[0], Json::parse(R"({"oneOf":[{"required":["quantity"]},
      {"required":["order"]},{"required":["monotone"]},{"required":["fastest"]},
      {"required":["equal"]},{"required":["unavailable"]}]})"));
  const Json apart = prediction[1].at("not").at("anyOf");
  EXPECT_EQ(apart.size(), 10U);  // pairs of between, at_least, at_most, near and equals
  EXPECT_EQ(apart[0], Json::parse(R"({"required":["between","at_least"]})"));
}

TEST(Schema, knows_which_keys_go_together) {
  const Json dependencies = at("predictions.*").at("dependencies");
  EXPECT_EQ(dependencies.at("tolerance"),
            Json::parse(R"({"anyOf":[{"required":["near"]},{"required":["equals"]}]})"));
}

TEST(Schema, knows_the_keys_among_names_of_the_author) {
  EXPECT_EQ(at("cases.*").at("properties").at("except").at("type"), "array");
}

TEST(Schema, writes_quantities_as_patterns_and_numbers_only_where_they_need_no_unit) {
  const Json warmup = at("instrument.warmup");
  EXPECT_EQ(warmup.at("type"), "string");
  EXPECT_EQ(warmup.at("pattern"),
            R"(^(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)? ?(ns|us|ms|s)$)");
  const Json ratio = at("gates.cold.ratio_above");
  EXPECT_EQ(ratio.at("type"), Json({"number", "string"}));
  EXPECT_EQ(ratio.at("minimum"), 1.0);
  EXPECT_EQ(at("gates.correct.max_error").at("type"), "number");
  EXPECT_EQ(at("instrument.rounds").at("maximum"), 100000);
}

TEST(Schema, proposes_quantities_as_snippets_which_editors_do_not_quote) {
  EXPECT_EQ(at("instrument.warmup").at("defaultSnippets"),
            Json::parse(R"([{"label":"0.5 s","body":"0.5 s"}])"));
  EXPECT_FALSE(at("instrument.warmup").contains("examples"));
  EXPECT_FALSE(at("instrument.large_ceiling").contains("default"));
}

TEST(Schema, gives_a_default_only_where_it_is_a_value) {
  EXPECT_EQ(at("gates.cold.ratio_above").at("default"), 1.2);
  EXPECT_EQ(at("predictions.*.cases").at("default"), "all");
  EXPECT_FALSE(at("instrument.probe").contains("default"));
  EXPECT_FALSE(at("arms.*.note").contains("default"));
}

TEST(Schema, reads_examples_as_yaml_does) {
  EXPECT_EQ(value_from_yaml("{a: [1, 2.5, 3 %], b: \"7\", c: text}"),
            Json::parse(R"({"a":[1,2.5,"3 %"],"b":"7","c":"text"})"));
}

}  // namespace
}  // namespace membound::yaml
