// SPDX-License-Identifier: Apache-2.0
// A register that jumps, so that values are simulated that no stimulus reaches in a reasonable time. jump.py writes its file, lines of
// decimal numbers:
//
//   NETS..        outputs of the register's flip-flops, bit 0 first, at most 64
//   [FROM TO]..   for each section of the stimulus: after an edge at which the register holds FROM in lane 0, it gets TO there, and the
//                 same bits change in all lanes, so that a lane that differs in a bit goes on to differ in it

#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

struct RegisterChange {
  std::uint64_t from;
  std::uint64_t to;
};

struct LaneJump {
  std::vector<std::uint32_t> nets;                   // empty: no register jumps
  std::vector<std::vector<RegisterChange>> sections; // changes of each
};

// Reads the file of a jump; ends the process if it does not have a line for each of the sections.
inline LaneJump read_jump(const std::string &path, std::size_t sections) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  std::istringstream nets(line);
  LaneJump jump{{std::istream_iterator<std::uint32_t>(nets), {}}, {}};
  while (std::getline(file, line)) {
    std::istringstream numbers(line);
    std::vector<RegisterChange> &changes = jump.sections.emplace_back();
    for (RegisterChange change; numbers >> change.from >> change.to;) changes.push_back(change);
  }
  if (jump.nets.empty() || jump.nets.size() > 64 || jump.sections.size() != sections) {
    std::fprintf(stderr, "%s is no jump with %zu sections\n", path.c_str(), sections);
    std::exit(1);
  }
  return jump;
}
