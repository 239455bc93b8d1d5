// SPDX-License-Identifier: Apache-2.0
// membound with arms of one's own: linking with them is all it takes.
#include "membound/main.hpp"

int main(int argc, char** argv) { return membound::main(argc, argv); }
