// SPDX-License-Identifier: Apache-2.0
// Applies the inputs on standard input to a circuit, one line a cycle: rst, in_valid, out_ready and in_data, in hexadecimal. Prints
// in_ready, out_valid and out_data of each cycle before its edge.

#include <cstdio>
#include <cstdlib>
#include <iostream>

#include "dut.h"

int main(int argc, char **argv) {
  const auto dut = make_dut(argc > 1 ? argv[1] : "", argc > 2 ? static_cast<std::uint32_t>(std::atoi(argv[2])) : 1);
  unsigned rst = 0, valid = 0, ready = 0;
  std::uint64_t data = 0;
  while (std::cin >> std::hex >> rst >> valid >> ready >> data) {
    Inputs inputs{};
    inputs.rst = rst != 0;
    inputs.in_valid = valid != 0;
    inputs.out_ready = ready != 0;
    inputs.in_data = data;
    const Outputs outputs = dut->settle(inputs);
    std::printf("%d %d %llx\n", outputs.in_ready, outputs.out_valid, static_cast<unsigned long long>(outputs.out_data));
    dut->edge(true);
  }
}
