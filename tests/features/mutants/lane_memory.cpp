// SPDX-License-Identifier: Apache-2.0
// Writes and reads random words of a LaneMemory and of one array for each lane. Prints the first difference and ends with status 1.

#include <cstdio>
#include <cstdlib>
#include <random>

#include "lane_memory.h"

namespace {

using Nets = std::vector<std::uint32_t>;
std::mt19937_64 draw(1);

bool get(const std::vector<Net> &values, std::uint32_t net, std::size_t lane) {
  return values[net].bits[lane / 64] >> lane % 64 & 1;
}

std::size_t get_address(const std::vector<Net> &values, const Nets &nets, std::size_t lane) {
  std::size_t address = 0;
  for (std::size_t i = 0; i < nets.size(); ++i) address |= std::size_t{get(values, nets[i], lane)} << i;
  return address;
}

void compare(std::size_t address_bits, std::size_t bits) {
  const std::size_t words = std::size_t{1} << address_bits;
  std::vector<bool> contents(words * bits);
  for (std::size_t i = 0; i < contents.size(); ++i) contents[i] = draw() & 1;
  std::vector<std::vector<bool>> expected(LANES, contents);
  LaneMemory memory(words, bits, contents);
  std::uint32_t net = 0;
  const auto numbered = [&](std::size_t count) {
    Nets nets;
    while (nets.size() < count) nets.push_back(net++);
    return nets;
  };
  const Nets written = numbered(address_bits), read = numbered(address_bits), enable = numbered(bits);
  const Nets data = numbered(bits), found = numbered(bits);
  std::vector<Net> values(net);
  for (unsigned cycle = 0; cycle < 100; ++cycle) {
    for (Net &value : values)
      for (std::size_t chunk = 0; chunk < CHUNKS; ++chunk) value.bits[chunk] = draw();
    memory.write(values.data(), written, enable, data);
    memory.read(values.data(), read, found);
    for (std::size_t lane = 0; lane < LANES; ++lane) {
      const std::size_t target = get_address(values, written, lane) * bits, source = get_address(values, read, lane) * bits;
      for (std::size_t i = 0; i < bits; ++i)
        if (get(values, enable[i], lane)) expected[lane][target + i] = get(values, data[i], lane);
      for (std::size_t i = 0; i < bits; ++i)
        if (get(values, found[i], lane) != expected[lane][source + i]) {
          std::printf("%zu words of %zu bits: lane %zu, cycle %u, bit %zu\n", words, bits, lane, cycle, i);
          std::exit(1);
        }
    }
  }
}

} // namespace

int main() {
  compare(4, 4);  // LUT RAM
  compare(5, 70); // small, and more bits than a number has
  compare(9, 36); // block RAM
  compare(6, 70);
  return 0;
}
