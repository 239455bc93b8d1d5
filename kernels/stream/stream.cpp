// SPDX-License-Identifier: Apache-2.0
// The stream workload: moving bytes and nothing else. Its arms are the ceilings that other arms are
// judged by.
//
// Format `read`: every 32-bit word of `source` is read once. Each thread block (or thread) writes
// the sum of the words it read, modulo 2^32, to an entry of its own in `partial_sums`; the sum over
// all entries that were written must equal the sum over the source. Format `copy`: `destination`
// becomes equal to `source`. Format `null`: nothing is read and nothing is written; what is left is
// the cost of a launch.
#include "generate.hpp"
#include "membound/arm.hpp"

namespace membound {
namespace {

constexpr std::int64_t bytes_per_partial = 4096;

std::vector<Operand> operands(const Extents& extents, std::string_view format) {
  if (format == "null") return {{"partial_sums", Element::u32, {1}, Access::witness}};
  const std::int64_t bytes = extents.at("bytes");
  if (format == "copy") {
    return {{"source", Element::u32, {bytes / 8}, Access::read},
            {"destination", Element::u32, {bytes / 8}, Access::write}};
  }
  return {{"source", Element::u32, {bytes / 4}, Access::read},
          {"partial_sums",
           Element::u32,
           {(bytes + bytes_per_partial - 1) / bytes_per_partial},
           Access::witness}};
}

void generate(const Problem& problem, std::uint64_t seed, const Operands& operands) {
  if (problem.format == "null") return;
  generate_words(seed, operands.elements<std::uint32_t>("source"));
}

std::vector<double> reference(const Problem& problem, const Operands& operands) {
  if (problem.format == "null") return {0};  // the sum over no entries
  const auto source = operands.elements<const std::uint32_t>("source");
  if (problem.format == "copy") return {source.begin(), source.end()};
  std::uint32_t sum = 0;
  for (const std::uint32_t word : source) sum += word;
  return {static_cast<double>(sum)};
}

const Registration stream{Workload{
    .name = "stream",
    .summary = "reads or copies a buffer, or does nothing: the ceilings and the cost of a launch",
    .extents = {{.name = "bytes",
                 .multiple_of = 8192,
                 .help = "traffic of one launch, read and written together"}},
    .formats = {"read", "copy", "null"},
    .ceiling = CeilingKind::read,
    .error = {ErrorMetric::exact, 0, 0},
    .operands = operands,
    .generate = generate,
    .reference = reference,
}};

}  // namespace
}  // namespace membound
