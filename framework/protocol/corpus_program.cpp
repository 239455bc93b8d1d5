// SPDX-License-Identifier: Apache-2.0
// The program `membound` on the catalogue of the corpus instead of real kernels, for tests alone.
#include <vector>

#include "membound/main.hpp"
#include "protocol/test_catalogue.hpp"

int main(int argc, char** argv) {
  for (membound::Workload& workload : membound::testing::test_workloads()) {
    membound::Registration{std::move(workload)};
  }
  for (membound::Arm& arm : membound::testing::test_arms()) {
    membound::Registration{std::move(arm)};
  }
  return membound::main(argc, argv);
}
