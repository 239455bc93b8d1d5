// SPDX-License-Identifier: Apache-2.0
// `membound init`: starts a protocol from a template.
#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "backend/open.hpp"
#include "base/text.hpp"
#include "membound/error.hpp"
#include "protocol/phrases.hpp"
#include "protocol/schema.hpp"
#include "tools/cli/load.hpp"
#include "tools/cli/templates/templates.hpp"
#include "tools/cli/verbs.hpp"

namespace membound::cli {
namespace {

namespace fs = std::filesystem;

struct InitOptions {
  fs::path file;
  std::string name = "comparison";  ///< of the template
  std::string backend;              ///< empty: what this machine has
};

[[noreturn]] void refuse(const std::string& why) { throw Error(why, ExitCode::usage); }

std::string backend_here() { return why_unavailable("cuda").empty() ? "cuda" : "cpu"; }

const Template& choose(const std::string& name, const std::string& backend) {
  std::vector<std::string> names;
  for (const Template& one : templates()) {
    if (one.name == name && one.backend == backend) return one;
    if (one.backend == backend) names.emplace_back(one.name);
  }
  if (names.empty()) {
    refuse("no template for the backend " + shown(backend) + "; known backends: cpu, cuda");
  }
  refuse("no template is called " + shown(name) + "\n" + suggest(name, names, "templates"));
}

/// The path with its ending, and the id that it gives the protocol.
struct Target {
  fs::path file;
  std::string id;
};

Target target_of(fs::path file) {
  if (!file.has_extension()) file += ".yaml";
  if (file.extension() != ".yaml") refuse(file.string() + ": a protocol's file ends in .yaml");
  const std::string id = file.stem().string();
  const auto lower = [](char c) { return c >= 'a' && c <= 'z'; };
  const bool good =
      id.size() <= 64 && lower(id.front()) &&
      id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string::npos;
  if (!good) {
    refuse(shown(id) +
           " names the experiment, so use a lower-case letter, then up to 63 lower-case letters, "
           "digits and '-'; for example wider-loads.yaml");
  }
  return {std::move(file), id};
}

/// Where the schema lies for protocols in a folder: there, or in protocols/ of a folder above it;
/// nothing when it is in none.
fs::path find_schema(const fs::path& folder) {
  constexpr const char* name = "protocol.schema.json";
  if (fs::exists(folder / name)) return folder / name;
  for (fs::path above = folder;; above = above.parent_path()) {
    if (fs::exists(above / "protocols" / name)) return above / "protocols" / name;
    if (above == above.parent_path()) return {};
  }
}

/// Writes a file that must not be there yet.
void write_new(const fs::path& file, const std::string& text) {
  std::FILE* out = std::fopen(file.c_str(), "wbx");
  if (out == nullptr && errno == EEXIST) {
    refuse(file.string() + " exists; nothing was written. Choose another name, or remove it first");
  }
  const bool written =
      out != nullptr && std::fwrite(text.data(), 1, text.size(), out) == text.size();
  const bool closed = out != nullptr && std::fclose(out) == 0;
  if (!written || !closed)
    throw Error("cannot write " + file.string() + ": " + std::strerror(errno));
}

std::string with_id(std::string_view text, const std::string& id) {
  constexpr std::string_view planted = "\nid: my-experiment\n";
  const std::size_t at = text.find(planted);
  return std::string(text.substr(0, at)) + "\nid: " + id + "\n" +
         std::string(text.substr(at + planted.size()));
}

int init(const InitOptions& options) {
  const std::string backend = options.backend.empty() ? backend_here() : options.backend;
  const Template& from = choose(options.name, backend);
  const Target target = target_of(options.file);
  const fs::path folder = fs::weakly_canonical(fs::absolute(target.file).parent_path());
  if (!fs::is_directory(folder))
    refuse("there is no folder " + folder.string() + "; create it first");

  fs::path schema = find_schema(folder);
  const bool bring_schema = schema.empty();
  if (bring_schema) schema = folder / "protocol.schema.json";
  const std::string line = fmt::format("# yaml-language-server: $schema={}\n",
                                       schema.lexically_relative(folder).string());
  write_new(target.file, line + with_id(from.text, target.id));
  if (bring_schema) write_new(schema, protocol_schema());

  std::printf("%s: template '%s' for the backend %s\n", target.file.c_str(), options.name.c_str(),
              backend.c_str());
  if (bring_schema) std::puts("protocol.schema.json beside it: completion and checks in editors");
  std::printf("next    edit what its comments ask for, then: membound check %s\n",
              target.file.c_str());
  return 0;
}

}  // namespace

void add_init(CLI::App& app, Context& context) {
  CLI::App* verb = app.add_subcommand("init", "start a protocol from a template");
  auto options = std::make_shared<InitOptions>();
  verb->add_option("file", options->file, "the protocol to write; its name becomes the id")
      ->required()
      ->type_name("NAME.yaml");
  verb->add_option("--template", options->name,
                   "kernel: one against a ceiling; comparison: a treatment against baselines; "
                   "sweep: over shapes (default: comparison)")
      ->type_name("NAME");
  verb->add_option("--backend", options->backend,
                   "cpu or cuda (default: cuda where there is a device, else cpu)")
      ->type_name("NAME");
  verb->callback([&context, options] { context.chosen = [options] { return init(*options); }; });
}

}  // namespace membound::cli
