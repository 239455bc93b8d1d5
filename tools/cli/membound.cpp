// SPDX-License-Identifier: Apache-2.0
// The program `membound`: every verb.
#include "membound/main.hpp"

int main(int argc, char** argv) { return membound::main(argc, argv); }
