// SPDX-License-Identifier: Apache-2.0
// The program `membound`: one verb, one file.
#include <cstdio>

#include "base/build.hpp"

int main() {
  std::printf("membound %s %s\n", membound::build().version.c_str(), membound::build().commit.c_str());
  return 0;
}
