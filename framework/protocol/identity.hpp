// SPDX-License-Identifier: Apache-2.0
// Identity: what the digest of a frozen protocol covers, and the text that carries it.
#pragma once

#include <map>
#include <string>

#include "protocol/freeze.hpp"

namespace membound {

/// What makes two frozen protocols the same experiment.
struct Identified {
  int rules = rules_version;
  const std::map<std::string, std::string>& kernels;  ///< source digest per kernel
  const Protocol& protocol;
  bool exploratory = false;  ///< such a text never has the digest of a frozen one
};

/// SHA-256 over rules, kernels and canonical text.
std::string identity(const Identified& of);

/// Source digest per kernel that an arm or a ceiling uses; empty where the build knows no sources.
std::map<std::string, std::string> kernel_digests(const Protocol& protocol,
                                                  const Catalogue& catalogue);

/// Text of a frozen file.
std::string frozen_text(const Identified& of, const std::string& digest,
                        const Provenance& provenance);

}  // namespace membound
