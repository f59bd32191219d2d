// SPDX-License-Identifier: Apache-2.0
// A netlist as a program for a simulator, written by program.py: a list of look-up tables and reads of memories, in an order in which
// each one's inputs are ready, a list of writes to memories and a list of flip-flops.
//
//   nets N            net 0 is 0, net 1 is 1, net 2 is an unknown constant
//   in NAME NETS..    out NAME NETS..          ports, bit 0 first
//   lut OUT TABLE A B C D                      OUT = bit {D, C, B, A} of the hexadecimal TABLE; unused inputs are net 0
//   memory WORDS BITS CONTENTS                 memories are numbered from 0; CONTENTS: bit 0 of word 0 first, x is unknown
//   read MEMORY A ADDRESS.. DATA..             DATA = the word at ADDRESS (A nets); at its position in the order of the tables
//   write MEMORY CLOCK A ADDRESS.. ENABLE.. DATA..   at an edge, the enabled bits of the word at ADDRESS become those of DATA
//   ff CLOCK D Q [INITIAL]                     CLOCK 0: clk, 1: io_clk; without INITIAL the first value is any
//   follows YES                                1 if an output depends on an input within the cycle
//   count FIRST LAST FILE                      write to FILE how often nets change from just before edge FIRST to just before LAST
//   net NUMBER NET                             count this net's changes, settled value against settled value

#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

using Nets = std::vector<std::uint32_t>;

struct TableLine {
  std::uint32_t out, table, inputs[4];
};

struct FlipFlop {
  std::uint32_t clock, d, q, initial; // initial: 0, 1, or 2 for any value
};

struct MemoryLine {
  std::size_t words, bits; // bits: of a word
  std::string contents;    // padded with x
};

struct Read {
  std::size_t after; // number of tables before it
  std::uint32_t memory;
  Nets address, data;
};

struct Write {
  std::uint32_t memory, clock;
  Nets address, enable, data;
};

struct Counted {
  std::uint32_t number, net;
  std::uint64_t changes;
};

struct NetlistProgram {
  std::size_t nets = 0;
  std::map<std::string, Nets> ports;
  std::vector<TableLine> tables;
  std::vector<FlipFlop> flip_flops;
  std::vector<MemoryLine> memories;
  std::vector<Read> reads;
  std::vector<Write> writes;
  bool follows = true;
  std::uint64_t first = 0; // edges between which changes are counted
  std::uint64_t last = 0;
  std::string changes; // file of the counts; empty: none
  std::vector<Counted> counted;
};

inline Nets read_nets(std::istream &words, std::size_t count) {
  Nets nets(count);
  for (std::uint32_t &net : nets) words >> net;
  return nets;
}

// Reads a program with PORTS ports; ends the process if the file is none.
inline NetlistProgram read_program(const std::string &path, std::size_t ports) {
  NetlistProgram program;
  std::ifstream file(path);
  std::string line;
  while (std::getline(file, line)) {
    std::istringstream words(line);
    std::string kind, name;
    std::size_t address_bits = 0;
    words >> kind;
    if (kind == "nets") {
      words >> program.nets;
    } else if (kind == "in" || kind == "out") {
      words >> name;
      for (std::uint32_t net; words >> net;) program.ports[name].push_back(net);
    } else if (kind == "lut") {
      TableLine table{};
      words >> table.out >> std::hex >> table.table >> std::dec;
      for (std::uint32_t &input : table.inputs) words >> input;
      program.tables.push_back(table);
    } else if (kind == "memory") {
      MemoryLine memory{};
      words >> memory.words >> memory.bits >> memory.contents;
      memory.contents.resize(memory.words * memory.bits, 'x');
      program.memories.push_back(std::move(memory));
    } else if (kind == "read") {
      Read port{};
      port.after = program.tables.size();
      words >> port.memory >> address_bits;
      port.address = read_nets(words, address_bits);
      port.data = read_nets(words, program.memories.at(port.memory).bits);
      program.reads.push_back(std::move(port));
    } else if (kind == "write") {
      Write port{};
      words >> port.memory >> port.clock >> address_bits;
      port.address = read_nets(words, address_bits);
      port.enable = read_nets(words, program.memories.at(port.memory).bits);
      port.data = read_nets(words, program.memories.at(port.memory).bits);
      program.writes.push_back(std::move(port));
    } else if (kind == "ff") {
      FlipFlop flip_flop{};
      words >> flip_flop.clock >> flip_flop.d >> flip_flop.q;
      if (!(words >> flip_flop.initial)) flip_flop.initial = 2;
      program.flip_flops.push_back(flip_flop);
    } else if (kind == "follows") {
      words >> program.follows;
    } else if (kind == "count") {
      words >> program.first >> program.last >> std::ws;
      std::getline(words, program.changes);
    } else if (kind == "net") {
      Counted net{};
      words >> net.number >> net.net;
      program.counted.push_back(net);
    } else {
      std::fprintf(stderr, "%s has an unknown line: %s\n", path.c_str(), line.c_str());
      std::exit(1);
    }
  }
  if (program.nets < 3 || program.ports.size() != ports) {
    std::fprintf(stderr, "%s is no netlist program with %zu ports\n", path.c_str(), ports);
    std::exit(1);
  }
  return program;
}
