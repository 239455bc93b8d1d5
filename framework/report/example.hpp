// SPDX-License-Identifier: Apache-2.0
// Views for tests, built by hand from made-up values: nothing here was ever measured.
#pragma once

#include <memory>

#include "report/view.hpp"

namespace membound::page {

/// A view with what it points to.
struct Example {
  Protocol protocol;
  Evidence evidence;
  View view;
  Example() = default;
  ~Example() = default;
  Example(const Example&) = delete;
  Example& operator=(const Example&) = delete;
};

/// One case, two arms, complete: one prediction held, one falsified, one inconclusive, a falsifier
/// fired.
std::unique_ptr<Example> small_example();

/// Four cases from 1 us to 100 ms, eight arms, every outcome, incidents of every kind, exploratory.
std::unique_ptr<Example> large_example();

/// The small one before anything ran.
std::unique_ptr<Example> empty_example();

}  // namespace membound::page
