// SPDX-License-Identifier: Apache-2.0
// The program of the timed simulator, which engine.py writes, and the parameters of one run.
//
//   nets N                                         nets are numbered from 0; net N is the value of a missing input
//   in NAME (NET DELAY)..                          bit 0 first; NET -1 where the core does not use the bit
//   out NAME REGISTER..                            the registers, numbered from 0, that capture the port
//   table OUT TABLE (NET DELAY)..                  in an order in which the inputs are ready; TABLE hexadecimal
//   register CLOCK Q DELAY TABLE (NET DELAY)..  CLOCK 0: clk, 1: io_clk; DELAY with the setup time; the table's last input is Q
//   memory BITS NET                                memories are numbered from 0; BITS 0, 1 or x, location 0 first; NET changes
//                                                  when a bit has changed, -1 if no table reads the memory
//   write MEMORY CLOCK BASE N (REGISTER WEIGHT).. (OFFSET ENABLE DATA)..
//                                                  N address bits; a location is BASE + OFFSET + weights of bits that are 1;
//                                                  ENABLE and DATA are registers
//   read MEMORY CLOCK BASE N (REGISTER WEIGHT).. ENABLE RESET (OFFSET NET DELAY ENABLE DATA)..
//                                                  NET is the output; ENABLE and DATA as of the same port's write if it shows
//                                                  the written word, else -1
//   lookup MEMORY TABLE LOCATION..                 the table reads the memory: its bit i is that at the i-th location; its
//                                                  last input is the memory's NET
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

struct AddressBit {
  std::uint32_t reg = 0, weight = 0;
};

struct WrittenBit {
  std::uint32_t offset = 0, enable = 0, data = 0;
};

struct ReadBit {
  std::uint32_t offset = 0, net = 0;
  std::int32_t delay = 0, enable = -1, data = -1;
};

struct MemoryPort {
  std::uint32_t memory = 0, clock = 0, base = 0;
  std::vector<AddressBit> address;
};

struct WritePort : MemoryPort {
  std::vector<WrittenBit> bits;
};

struct ReadPort : MemoryPort {
  std::uint32_t enable = 0, reset = 0;
  std::vector<ReadBit> bits;
};

struct Lookup {
  std::uint32_t table = 0;
  std::vector<std::uint32_t> locations;
};

struct Memory {
  std::string bits;
  std::int32_t written = -1;
  std::vector<Lookup> lookups;
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
  std::vector<Memory> memories;
  std::vector<WritePort> writes;
  std::vector<ReadPort> reads;
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
    read_memory_line(kind, words);
  }

  void read_memory_line(const std::string &kind, std::istringstream &words) {
    if (kind == "memory") {
      Memory memory;
      words >> memory.bits >> memory.written;
      memories.push_back(memory);
    }
    if (kind == "write") {
      WritePort port;
      read_port(port, words);
      for (WrittenBit bit; words >> bit.offset >> bit.enable >> bit.data;) port.bits.push_back(bit);
      writes.push_back(port);
    }
    if (kind == "read") {
      ReadPort port;
      read_port(port, words);
      words >> port.enable >> port.reset;
      for (ReadBit bit; words >> bit.offset >> bit.net >> bit.delay >> bit.enable >> bit.data; keep(bit.delay))
        port.bits.push_back(bit);
      reads.push_back(port);
    }
    if (kind == "lookup") {
      std::size_t memory = 0;
      Lookup lookup;
      words >> memory >> lookup.table;
      for (std::uint32_t location = 0; words >> location;) lookup.locations.push_back(location);
      memories.at(memory).lookups.push_back(lookup);
    }
  }

  static void read_port(MemoryPort &port, std::istringstream &words) {
    std::size_t count = 0;
    words >> port.memory >> port.clock >> port.base >> count;
    port.address.resize(count);
    for (AddressBit &bit : port.address) words >> bit.reg >> bit.weight;
  }

  void keep(std::int32_t delay) { longest = std::max(longest, delay); }
};

#endif
