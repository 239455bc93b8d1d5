// SPDX-License-Identifier: Apache-2.0
// `membound splice`: puts verdicts from a database into a document that people write.
#include "report/splice.hpp"

#include <cstdio>
#include <map>
#include <memory>
#include <string_view>

#include "base/text.hpp"
#include "report/verdict_block.hpp"
#include "tools/cli/load.hpp"
#include "tools/cli/place.hpp"
#include "tools/cli/publish.hpp"

namespace membound::cli {
namespace {

struct SpliceOptions {
  StoreOptions store;
  std::filesystem::path file;
};

/// Names of the blocks of a document: "PROTOCOL:PREDICTION,PREDICTION".
std::vector<std::string> block_names(const std::string& document) {
  constexpr std::string_view before = "<!-- membound:begin ";
  constexpr std::string_view after = " -->";
  std::vector<std::string> names;
  for (std::size_t at = document.find(before); at != std::string::npos;
       at = document.find(before, at)) {
    at += before.size();
    const std::size_t end = document.find(after, at);
    if (end == std::string::npos) break;
    names.push_back(document.substr(at, end - at));
  }
  return names;
}

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

std::string block(const Database& database, const std::string& name) {
  const std::size_t colon = name.find(':');
  const std::string protocol = name.substr(0, colon);
  const auto summary = representative(database.runs(), protocol);
  if (colon == std::string::npos || !summary) {
    throw Error(
        "block '" + name +
            "' is not PROTOCOL:PREDICTION[,PREDICTION...] of a protocol with a complete run",
        ExitCode::usage);
  }
  return verdict_block(dossier(database, summary->run.id).input(), split(name.substr(colon + 1)));
}

int splice_file(const SpliceOptions& options) {
  const std::string document = read_text(options.file);
  const Places where = places(options.store, {}, ResultsPlace::repository);
  const Database database(where.database, Database::Mode::read_only);
  std::map<std::string, std::string> blocks;
  for (const std::string& name : block_names(document)) blocks[name] = block(database, name);
  const std::string spliced = splice(document, blocks);
  if (spliced != document) write_text(options.file, spliced);
  std::printf("%s: %zu blocks%s\n", options.file.c_str(), blocks.size(),
              spliced == document ? ", nothing changed" : " written");
  return 0;
}

}  // namespace

void add_splice(CLI::App& app, Context& context) {
  CLI::App* verb = app.add_subcommand("splice",
                                      "put verdicts into a document, between '<!-- membound:begin "
                                      "PROTOCOL:PREDICTION -->' and '<!-- membound:end ... -->'");
  auto options = std::make_shared<SpliceOptions>();
  verb->add_option("document", options->file, "Markdown file")->required()->type_name("FILE");
  add_database_option(*verb, options->store);
  verb->callback(
      [&context, options] { context.chosen = [options] { return splice_file(*options); }; });
}

}  // namespace membound::cli
