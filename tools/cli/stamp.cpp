// SPDX-License-Identifier: Apache-2.0
// `membound stamp`: asks a time stamp authority about a frozen protocol, and keeps its answer.
#include <fmt/format.h>

#include <cstdio>
#include <memory>

#include "base/text.hpp"
#include "tools/cli/command.hpp"
#include "tools/cli/load.hpp"
#include "tools/cli/verbs.hpp"
#include "tools/cli/witness.hpp"

namespace membound::cli {
namespace {

namespace fs = std::filesystem;

struct StampOptions {
  fs::path file;
  fs::path token;
};

/// The frozen file that is meant, also when the protocol is named.
fs::path frozen_file(const fs::path& named) {
  const fs::path frozen = fs::exists(frozen_path(named)) ? frozen_path(named) : named;
  static_cast<void>(thaw(read_text(frozen)));  // nothing else is worth a witness
  return frozen;
}

int write_query(const fs::path& frozen) {
  const fs::path query = query_path(frozen);
  const Answer made = command({"openssl", "ts", "-query", "-data", frozen.string(), "-sha256",
                               "-cert", "-out", query.string()});
  if (made.code == 127)
    throw Error("there is no program 'openssl' here; install it, or make the query elsewhere");
  if (made.code != 0) throw Error(fmt::format("openssl made no query: {}", printable(made.output)));
  const std::string query_name = query.string();
  const std::string token_name = fs::path(query).replace_extension(".answer").string();
  std::printf(
      "%s: the query of RFC 3161, with the digest of the file and nothing else\n"
      "send    curl -H 'Content-Type: application/timestamp-query' --data-binary @%s AUTHORITY -o "
      "%s\n"
      "keep    membound stamp %s --token %s\n"
      "sign    ssh-keygen -Y sign -n membound -f KEY %s   (who, not when)\n",
      query_name.c_str(), query_name.c_str(), token_name.c_str(), frozen.c_str(),
      token_name.c_str(), frozen.c_str());
  return 0;
}

int keep_token(const fs::path& frozen, const fs::path& token) {
  if (const std::string why = why_no_token(token, frozen); !why.empty())
    throw Error(fmt::format("{}: {}; nothing was changed", token.string(), why),
                ExitCode::integrity);
  write_text(token_path(frozen), read_text(token));
  std::printf("%s\nnext    membound verify --ca CERTIFICATES\n", token_path(frozen).c_str());
  return 0;
}

}  // namespace

void add_stamp(CLI::App& app, Context& context) {
  CLI::App* verb = app.add_subcommand(
      "stamp", "write the time stamp query of a frozen protocol, or keep the token that came back");
  auto options = std::make_shared<StampOptions>();
  verb->add_option("protocol", options->file, "frozen protocol")->required()->type_name("FILE");
  verb->add_option("--token", options->token, "answer of a time stamp authority (RFC 3161)")
      ->type_name("FILE");
  verb->callback([&context, options] {
    context.chosen = [options] {
      const fs::path frozen = frozen_file(options->file);
      return options->token.empty() ? write_query(frozen) : keep_token(frozen, options->token);
    };
  });
}

}  // namespace membound::cli
