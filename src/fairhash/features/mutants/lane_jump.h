// SPDX-License-Identifier: Apache-2.0
// A register that jumps, so that values are simulated that no stimulus reaches in a reasonable time. jump.py writes its file, three
// lines of decimal numbers:
//
//   NETS..    outputs of the register's flip-flops, bit 0 first, at most 64
//   FROM      after an edge at which the register holds this value in lane 0, it gets another one in all lanes
//   TO..      that value, for each section of the stimulus

#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

struct LaneJump {
  std::vector<std::uint32_t> nets; // empty: no register jumps
  std::uint64_t from = 0;
  std::vector<std::uint64_t> to;
};

// Reads the file of a jump; ends the process if it does not have a value for each of the sections.
inline LaneJump read_jump(const std::string &path, std::size_t sections) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  std::istringstream nets(line);
  LaneJump jump{{std::istream_iterator<std::uint32_t>(nets), {}}, 0, {}};
  file >> jump.from;
  jump.to.assign(std::istream_iterator<std::uint64_t>(file), {});
  if (jump.nets.empty() || jump.nets.size() > 64 || jump.to.size() != sections) {
    std::fprintf(stderr, "%s is no jump with %zu sections\n", path.c_str(), sections);
    std::exit(1);
  }
  return jump;
}
