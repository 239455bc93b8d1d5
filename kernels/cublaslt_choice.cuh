// SPDX-License-Identifier: Apache-2.0
// Which of cuBLASLt's algorithms an arm runs: the fastest of what its heuristic proposes, timed
// before anything is measured, once per process and product.
//
// A candidate whose launches would overlap where they must not is left out: the library may launch
// programmatically unasked, and whether it does shows in the edges of a captured graph.
#pragma once

#include <map>

#include "cublaslt_trial.cuh"

namespace membound::cublaslt {

/// What an algorithm is wanted for.
struct Wanted {
  Product product;
  std::uint32_t alignment = 256;  ///< of the arrays
  bool may_overlap = false;       ///< Binding::may_overlap
  bool heuristic_only = false;    ///< the first that can be used, without timing the others
  auto operator<=>(const Wanted&) const = default;
};

struct Choice {
  Candidate candidate;
  int candidates = 0;  ///< from which it was chosen
};

inline Choice search(const Wanted& wanted) {
  const auto candidates = Description(wanted.product).candidates(wanted.alignment);
  const Trial trial(wanted.product);
  const Candidate* best = nullptr;
  float least = INFINITY;
  for (const Candidate& candidate : candidates) {
    const std::optional<float> time = trial.time(candidate.algorithm, wanted.may_overlap);
    if (!time || *time >= least) continue;
    least = *time;
    best = &candidate;
    if (wanted.heuristic_only) break;
  }
  if (best != nullptr) return {*best, static_cast<int>(candidates.size())};
  throw Error("cuBLASLt proposes " + std::to_string(candidates.size()) +
              " algorithms for this product, of which none runs" +
              (wanted.may_overlap ? "" : " without overlapping") + ": leave the arm out");
}

inline const Choice& chosen(const Wanted& wanted) {
  static std::map<Wanted, Choice> known;
  const auto it = known.find(wanted);
  return it != known.end() ? it->second : known.emplace(wanted, search(wanted)).first->second;
}

/// The largest power of two, at most 256, to which all arrays are aligned.
inline std::uint32_t alignment_of(const Arrays& arrays) {
  const auto bits = reinterpret_cast<std::uintptr_t>(arrays.weights) |
                    reinterpret_cast<std::uintptr_t>(arrays.x) |
                    reinterpret_cast<std::uintptr_t>(arrays.y) | 256U;
  return static_cast<std::uint32_t>(bits & (~bits + 1));
}

inline Launch bind(const Wanted& wanted, const Arrays& arrays, float scale) {
  return [description = Description(wanted.product), algorithm = chosen(wanted).candidate.algorithm,
          arrays, scale](Stream stream) {
    check(description.queue(algorithm, arrays, scale, cuda_stream(stream)), "cublasLtMatmul");
  };
}

/// Which algorithm was chosen, in the library's own numbers (cublasLt.h), what it needs, and where
/// it stood among the candidates.
inline std::vector<Receipt> receipts(const Wanted& wanted) {
  const Choice& choice = chosen(wanted);
  std::vector<Receipt> out;
  const auto add = [&out](const char* name, double value) {
    out.push_back({name, value, "cublasLtMatmul"});
  };
  const auto add_configured = [&](const char* name, cublasLtMatmulAlgoConfigAttributes_t what) {
    std::int32_t value = 0;
    std::size_t written = 0;
    check(
        library().configuration(&choice.candidate.algorithm, what, &value, sizeof value, &written),
        "cublasLtMatmulAlgoConfigGetAttribute");
    add(name, value);
  };
  add_configured("algorithm", CUBLASLT_ALGO_CONFIG_ID);
  add_configured("tile", CUBLASLT_ALGO_CONFIG_TILE_ID);
  add_configured("stages", CUBLASLT_ALGO_CONFIG_STAGES_ID);
  add_configured("split_k", CUBLASLT_ALGO_CONFIG_SPLITK_NUM);
  add_configured("reduction_scheme", CUBLASLT_ALGO_CONFIG_REDUCTION_SCHEME);
  add("workspace_bytes", static_cast<double>(choice.candidate.workspace_bytes));
  add("rank", choice.candidate.rank);
  add("candidates", choice.candidates);
  return out;
}

/// Whether a binding asks for the heuristic's first; the parameter is `heuristic_parameter`.
inline bool heuristic_only(const Binding& binding) {
  return binding.parameters.at("heuristic_only") == 1;
}

inline ParameterRule heuristic_parameter() {
  return {
      .name = "heuristic_only",
      .initial = 0,
      .choices = {0, 1},
      .help = "1: the heuristic's first algorithm; 0: the fastest of up to 32 that it proposes"};
}

}  // namespace membound::cublaslt
