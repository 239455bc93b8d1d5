// SPDX-License-Identifier: Apache-2.0
// The layer workload: the four matrix-vector products of a decoder layer for one token.
//
// Queries, keys and values (qkv), the output of attention (o), gate and up, and down: what decoding
// has to read of a layer even when attention, norms and activations cost nothing. The products are
// those of workload dequant, in its formats and with its quantisation. Each one's input is the
// beginning of the one before it, and the weights are so small that values neither grow nor decay.
//
// y is all outputs as halves. The reference of each product is the double-precision product of what
// the reference of the one before it stores as halves.
#include "layer/layer.hpp"

#include <algorithm>

#include "base/catalogue.hpp"
#include "generate.hpp"
#include "half.hpp"
#include "matvec.hpp"

namespace membound {
namespace {

using layer::Product;

const Workload& dequant() {
  static const Workload found = [] {
    const Catalogue all = registered();
    const Workload* const one = all.workload("dequant");
    if (one == nullptr) throw Error("workload 'layer' needs workload 'dequant' in the same build");
    return *one;
  }();
  return found;
}

/// A product as a problem of workload dequant, with weights that keep its y as large as its x.
Problem problem_of(const Problem& whole, const Product& product) {
  Problem one{{{"rows", product.rows}, {"cols", product.cols}}, whole.format, whole.data};
  const double scale = matvec_scale(one);
  one.data = {whole.data.low * scale, whole.data.high * scale};
  return one;
}

std::vector<Operand> operands(const Extents& extents, std::string_view format) {
  std::vector<Operand> all;
  for (const Product& product : layer::products(extents)) {
    const Extents shape{{"rows", product.rows}, {"cols", product.cols}};
    for (Operand& operand : dequant().operands(shape, format)) {
      if (operand.name != "weights" && operand.name != "scales") continue;
      operand.name = operand.name == "weights" ? product.name : product.name + "_scales";
      all.push_back(std::move(operand));
    }
  }
  all.push_back({"x", Element::f16, {extents.at("hidden")}, Access::read});
  all.push_back({"y", Element::f16, {layer::outputs(extents)}, Access::write});
  return all;
}

void generate(const Problem& problem, std::uint64_t seed, const Operands& operands) {
  std::uint64_t k = 0;
  for (const Product& product : layer::products(problem.extents)) {
    Operands one = layer::matrix_of(operands, product);
    std::vector<std::uint16_t> unused(static_cast<std::size_t>(product.cols));
    one.views["x"] = std::as_writable_bytes(std::span(unused));
    dequant().generate(problem_of(problem, product), splitmix64(seed, k++), one);
  }
  generate_f16(latents(problem, seed, k), operands.elements<std::uint16_t>("x"));
}

std::vector<double> reference(const Problem& problem, const Operands& operands) {
  std::vector<std::uint16_t> stored(static_cast<std::size_t>(layer::outputs(problem.extents)));
  std::vector<double> y(stored.size());
  Operands all = operands;
  all.views["y"] = std::as_writable_bytes(std::span(stored));
  for (const Product& product : layer::products(problem.extents)) {
    const std::vector<double> out =
        dequant().reference(problem_of(problem, product), layer::operands_of(all, product));
    std::ranges::copy(out, y.begin() + product.to);
    std::ranges::transform(out, stored.begin() + product.to, half_from);
  }
  return y;
}

std::string checker(std::string_view backend, std::string_view format) {
  return backend == "cpu" ? "layer/cpu_portable" : "layer/" + std::string(format) + "_block";
}

// The tolerance: outputs are about 0.6 and up to 3, and storing them as halves costs up to 3e-4.
// Sums in single precision differ by 1e-6, which decides how a few elements of a vector are
// rounded, and each product hands on the differences. At worst every rounding of three vectors is
// another one: 3e-4 in most outputs, 1e-3 in the largest of 100000. One of 28672 products left out
// is 3e-3 in most rows and 1e-2 in some.
const Registration registration{Workload{
    .name = "layer",
    .summary = "the four matrix-vector products of a decoder layer for one token",
    .extents = {{.name = "hidden",
                 .multiple_of = 128,
                 .help = "elements of x, and of what the next layer reads"},
                {.name = "kv", .multiple_of = 8, .help = "elements of the keys, and of the values"},
                {.name = "inner",
                 .multiple_of = 128,
                 .help = "elements of the gates, and columns of the product down"}},
    .formats = {"f16", "q8", "q4"},
    .ceiling = CeilingKind::read,
    .error = {ErrorMetric::scaled_absolute, 1, 4e-3},
    .chain = ChainRule{"x", [](const Problem&) { return 1.0; }, checker},
    .operands = operands,
    .generate = generate,
    .reference = reference,
}};

}  // namespace
}  // namespace membound
