// SPDX-License-Identifier: Apache-2.0
// Amendment text: the key `amends` in the text of a protocol that a person wrote.
#include "tools/cli/amendment_text.hpp"

#include "protocol/words.hpp"
#include "protocol/writer.hpp"

namespace membound::cli {
namespace {

constexpr std::string_view heading = "# Written by membound amend.\n";

/// Removes the line at `begin` and those that belong to it: indented ones and the blank between.
void remove_block(std::string& text, std::size_t begin) {
  std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
  for (std::size_t next = end; next < text.size();) {
    const std::size_t stop = std::min(text.find('\n', next), text.size() - 1) + 1;
    const char first = text[next];
    if (first != ' ' && first != '\t' && first != '\n' && first != '\r') break;
    next = stop;
    if (first == ' ' || first == '\t') end = stop;
  }
  text.erase(begin, end - begin);
}

}  // namespace

std::string with_amendment(std::string_view text, const Amendment& amendment) {
  std::string out(text);
  const std::size_t before = out.starts_with("amends:") ? 0 : out.find("\namends:");
  if (before != std::string::npos) remove_block(out, before == 0 ? 0 : before + 1);
  if (const std::size_t old = out.find(heading); old != std::string::npos)
    out.erase(old, heading.size());
  while (out.ends_with("\n\n")) out.pop_back();
  if (!out.ends_with('\n')) out += '\n';
  yaml::Writer writer;
  writer.mapping("amends", [&] {
    writer.text("parent", amendment.parent);
    writer.text("reason", amendment.reason);
    writer.word("seen", name_of(amendment.seen));
  });
  return out + "\n" + std::string(heading) + writer.str();
}

}  // namespace membound::cli
