// SPDX-License-Identifier: Apache-2.0
// `membound export`: a frozen protocol as the answers to the form of a registry.
#include <cstdio>
#include <map>
#include <memory>

#include "report/registration.hpp"
#include "tools/cli/load.hpp"
#include "tools/cli/verbs.hpp"

namespace membound::cli {
namespace {

struct ExportOptions {
  Form form = Form::osf;
  std::filesystem::path file;
};

int export_form(const ExportOptions& options) {
  const std::filesystem::path beside = frozen_path(options.file);
  const bool is_draft = std::filesystem::exists(beside);
  const FrozenProtocol frozen = thaw(read_text(is_draft ? beside : options.file));
  std::fputs(registration(frozen, options.form).c_str(), stdout);
  return 0;
}

}  // namespace

void add_export(CLI::App& app, Context& context) {
  CLI::App* verb = app.add_subcommand(
      "export", "print a frozen protocol as the answers to the form of a registry");
  auto options = std::make_shared<ExportOptions>();
  const std::map<std::string, Form> forms{{"osf", Form::osf}, {"aspredicted", Form::aspredicted}};
  verb->add_option("form", options->form, "osf or aspredicted")
      ->required()
      ->type_name("FORM")
      ->transform(CLI::CheckedTransformer(forms));
  verb->add_option("protocol", options->file, "frozen protocol, or the protocol beside it")
      ->required()
      ->type_name("FILE");
  verb->callback(
      [&context, options] { context.chosen = [options] { return export_form(*options); }; });
}

}  // namespace membound::cli
