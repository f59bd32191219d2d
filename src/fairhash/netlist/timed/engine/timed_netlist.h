// SPDX-License-Identifier: Apache-2.0
// The program of the timed simulator, which engine.py writes, and the parameters of one run.
//
//   nets N                                         nets are numbered from 0; net N is the value of a missing input
//   in NAME (NET DELAY)..                          bit 0 first; NET -1 where the core does not use the bit
//   out NAME REGISTER..                            the registers, numbered from 0, that capture the port
//   table OUT TABLE (NET DELAY)..                  in an order in which the inputs are ready; TABLE hexadecimal
//   register CLOCK Q DELAY TABLE (NET DELAY)..  CLOCK 0: clk, 1: io_clk; DELAY with the setup time; the table's last input is Q
//
// The file of a run has: program FILE, period PS, settled YES, unknown YES, states FILE, report FILE.

#ifndef FAIRHASH_TIMED_NETLIST_H
#define FAIRHASH_TIMED_NETLIST_H

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "waveforms.h"

struct Table {
  std::uint32_t out = 0, table = 0, inputs = 0;
  std::uint32_t net[MAX_INPUTS] = {};
  std::int32_t delay[MAX_INPUTS] = {};
};

constexpr unsigned REGISTER_INPUTS = 3; // data, enable, reset

struct Register {
  std::uint32_t clock = 0, q = 0, table = 0, inputs = 0;
  std::int32_t clock_to_q = 0;
  std::uint32_t net[REGISTER_INPUTS] = {};
  std::int32_t delay[REGISTER_INPUTS] = {}; // wire and setup time
};

struct PortBit {
  std::int32_t net = -1, delay = 0;
};

struct Run {
  std::string program, states, report;
  std::int32_t period = 0;
  bool settled = false; // each period lasts until nothing changes any more
  bool unknown = false; // a change that arrives too late is captured as X
};

[[noreturn]] inline void fail(const std::string &path, const char *what) {
  std::fprintf(stderr, "%s: %s\n", path.c_str(), what);
  std::exit(1);
}

inline Run read_run(const std::string &path) {
  Run run;
  std::ifstream file(path);
  std::string key, value;
  while (file >> key && std::getline(file >> std::ws, value)) {
    if (key == "program") run.program = value;
    if (key == "states") run.states = value;
    if (key == "report") run.report = value;
    if (key == "period") run.period = std::atoi(value.c_str());
    if (key == "settled") run.settled = value == "1";
    if (key == "unknown") run.unknown = value == "1";
  }
  if (run.program.empty()) fail(path, "not the file of a run");
  return run;
}

struct Netlist {
  std::size_t nets = 0;
  std::vector<Table> tables;
  std::vector<Register> registers;
  std::map<std::string, std::vector<PortBit>> inputs;
  std::map<std::string, std::vector<std::uint32_t>> outputs;
  std::int32_t longest = 0; // the largest delay of one input, or from a clock

  explicit Netlist(const std::string &path) {
    std::ifstream file(path);
    std::string line;
    while (std::getline(file, line)) {
      std::istringstream words(line);
      read_line(words);
    }
    if (nets == 0 || registers.empty()) fail(path, "not the program of a timed netlist");
  }

private:
  void read_line(std::istringstream &words) {
    std::string kind, name;
    words >> kind;
    if (kind == "nets") words >> nets;
    if (kind == "in") {
      words >> name;
      for (PortBit bit; words >> bit.net >> bit.delay; keep(bit.delay)) inputs[name].push_back(bit);
    }
    if (kind == "out") {
      words >> name;
      for (std::uint32_t number = 0; words >> number;) outputs[name].push_back(number);
    }
    if (kind == "table") {
      Table table;
      words >> table.out >> std::hex >> table.table >> std::dec;
      for (unsigned &k = table.inputs; k < MAX_INPUTS && words >> table.net[k] >> table.delay[k]; ++k) keep(table.delay[k]);
      for (unsigned k = table.inputs; k < MAX_INPUTS; ++k) table.net[k] = static_cast<std::uint32_t>(nets);
      tables.push_back(table);
    }
    if (kind == "register") {
      Register reg;
      words >> reg.clock >> reg.q >> reg.clock_to_q >> std::hex >> reg.table >> std::dec;
      for (unsigned &k = reg.inputs; k < REGISTER_INPUTS && words >> reg.net[k] >> reg.delay[k]; ++k) keep(reg.delay[k]);
      keep(reg.clock_to_q);
      for (unsigned k = reg.inputs; k < REGISTER_INPUTS; ++k) reg.net[k] = static_cast<std::uint32_t>(nets);
      registers.push_back(reg);
    }
  }

  void keep(std::int32_t delay) { longest = std::max(longest, delay); }
};

#endif
