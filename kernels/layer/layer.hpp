// SPDX-License-Identifier: Apache-2.0
// Layer: the four products of a decoder layer, where each reads and writes, and their launches.
//
// y holds the results of all four, what the next layer reads at its beginning: so every row of
// every product is compared with the reference, also those that no later product reads.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "membound/arm.hpp"

namespace membound::layer {

/// One product, rows x cols. Its input is x, or the beginning of an earlier product's output.
struct Product {
  std::string name;  ///< of its weights; that of its scales, if any, ends in "_scales"
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  std::int64_t to = 0;               ///< index in y of its first output
  std::optional<std::int64_t> from;  ///< index in y of its first input; absent: it reads x
};

/// The products in their order. Attention, norms and the gate are left out: o reads the queries of
/// qkv, down the gates of gate_up.
inline std::array<Product, 4> products(const Extents& extents) {
  const std::int64_t hidden = extents.at("hidden");
  const std::int64_t kv = extents.at("kv");
  const std::int64_t inner = extents.at("inner");
  const std::int64_t qkv = hidden;
  const std::int64_t o = qkv + hidden + 2 * kv;
  const std::int64_t gate_up = o + hidden;
  return {{{"qkv", hidden + 2 * kv, hidden, qkv, {}},
           {"o", hidden, hidden, o, qkv},
           {"gate_up", 2 * inner, hidden, gate_up, o},
           {"down", hidden, inner, 0, gate_up}}};
}

/// Elements of y.
inline std::int64_t outputs(const Extents& extents) {
  std::int64_t count = 0;
  for (const Product& product : products(extents)) count += product.rows;
  return count;
}

inline std::span<std::byte> view(const Operands& operands, const std::string& name) {
  const auto it = operands.views.find(name);
  if (it == operands.views.end()) throw Error("no operand named '" + name + "'");
  return it->second;
}

/// The weights of a product, with their scales if they have any, by the names that they have in a
/// matrix-vector product.
inline Operands matrix_of(const Operands& layer, const Product& product) {
  Operands one;
  one.views["weights"] = view(layer, product.name);
  const auto scales = layer.views.find(product.name + "_scales");
  if (scales != layer.views.end()) one.views["scales"] = scales->second;
  return one;
}

/// All operands of a product: its matrix, and as x and y the halves that it reads and writes.
inline Operands operands_of(const Operands& layer, const Product& product) {
  const auto part = [](std::span<std::byte> halves, std::int64_t first, std::int64_t count) {
    return halves.subspan(static_cast<std::size_t>(2 * first), static_cast<std::size_t>(2 * count));
  };
  const std::span<std::byte> y = view(layer, "y");
  Operands one = matrix_of(layer, product);
  one.views["x"] =
      part(product.from ? y : view(layer, "x"), product.from.value_or(0), product.cols);
  one.views["y"] = part(y, product.to, product.rows);
  return one;
}

/// A product as a matrix-vector product that stores halves; alone and in a chain y is the same.
inline Binding binding_of(const Binding& layer, const Product& product) {
  Binding one = layer;
  one.operands = operands_of(layer.operands, product);
  one.extents = {{"rows", product.rows}, {"cols", product.cols}};
  one.link = Link{1, Element::f16};
  return one;
}

/// One launch of what bind(binding of a product) returns for the four products in turn.
template <class Bind>
Launch in_turn(const Binding& layer, Bind bind) {
  std::vector<Launch> launches;
  for (const Product& product : products(layer.extents))
    launches.push_back(bind(binding_of(layer, product)));
  return [launches = std::move(launches)](Stream queue) {
    for (const Launch& one : launches) one(queue);
  };
}

}  // namespace membound::layer
