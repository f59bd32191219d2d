// SPDX-License-Identifier: Apache-2.0
// A netlist behind the harness, interpreted: no compiler runs, however large it is. The program (written by netlist.py) is a
// list of look-up tables and reads of memories, in an order in which each one's inputs are ready, a list of writes to memories and
// a list of flip-flops.
//
//   nets N            net 0 is 0, net 1 is 1, net 2 is an unknown constant
//   in NAME NETS..    out NAME NETS..          ports, bit 0 first
//   lut OUT TABLE A B C D                      OUT = bit {D, C, B, A} of the hexadecimal TABLE
//   memory WORDS BITS CONTENTS                 memories are numbered from 0; CONTENTS: bit 0 of word 0 first, x is unknown
//   read MEMORY A ADDRESS.. DATA..             DATA = the word at ADDRESS (A nets); at its position in the order of the tables
//   write MEMORY CLOCK A ADDRESS.. ENABLE.. DATA..   at an edge, the enabled bits of the word at ADDRESS become those of DATA
//   ff CLOCK D Q [INITIAL]                     CLOCK 0: clk, 1: io_clk; without INITIAL the first value is any
//   follows YES                                1 if an output depends on an input within the cycle
//   count FIRST LAST FILE                      write to FILE how often nets change from just before edge FIRST to just before LAST
//   net NUMBER NET                             count this net's changes, settled value against settled value

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <random>
#include <sstream>
#include <vector>

#include "dut.h"

namespace {

struct Lut {
  std::uint32_t out, a, b, c, d, table;
};

struct FlipFlop {
  std::uint32_t clock, d, q, initial;
};

struct Memory {
  std::size_t bits;
  std::vector<std::uint8_t> contents;
};

struct Read {
  std::size_t after; // number of tables before it
  std::uint32_t memory;
  std::vector<std::uint32_t> address, data;
};

struct Write {
  std::uint32_t memory, clock;
  std::vector<std::uint32_t> address, enable, data;
};

struct Counted {
  std::uint32_t number, net;
  std::uint64_t changes;
};

class NetlistDut : public Dut {
public:
  NetlistDut(const std::string &path, std::uint32_t seed) {
    read(path);
    std::mt19937 draw(seed);
    for (std::uint8_t &value : values) value = draw() >> 7 & 1;
    values[0] = 0;
    values[1] = 1;
    for (const FlipFlop &flip_flop : flip_flops)
      if (flip_flop.initial < 2) values[flip_flop.q] = static_cast<std::uint8_t>(flip_flop.initial);
    for (Memory &memory : memories)
      for (std::uint8_t &bit : memory.contents)
        if (bit > 1) bit = draw() >> 7 & 1;
  }

  Outputs settle(const Inputs &inputs) override {
    put("rst", inputs.rst);
    put("in_valid", inputs.in_valid);
    put("out_ready", inputs.out_ready);
    unsigned bit = 0;
    for (const std::uint32_t net : ports["in_data"]) values[net] = port_bit(inputs.in_data, bit++);
    std::size_t done = 0;
    for (const Read &port : reads) {
      look_up(done, port.after);
      done = port.after;
      const Memory &memory = memories[port.memory];
      const std::uint8_t *const word = memory.contents.data() + address(port.address) * memory.bits;
      for (std::size_t i = 0; i < memory.bits; ++i) values[port.data[i]] = word[i];
    }
    look_up(done, luts.size());
    Outputs outputs;
    outputs.in_ready = get("in_ready");
    outputs.out_valid = get("out_valid");
    bit = 0;
    for (const std::uint32_t net : ports["out_data"]) {
      if (values[net]) set_port_bit(outputs.out_data, bit);
      ++bit;
    }
    return outputs;
  }

  void edge(bool both) override {
    count();
    for (const Write &port : writes) {
      if (!both && port.clock == 0) continue;
      Memory &memory = memories[port.memory];
      std::uint8_t *const word = memory.contents.data() + address(port.address) * memory.bits;
      for (std::size_t i = 0; i < memory.bits; ++i)
        if (values[port.enable[i]]) word[i] = values[port.data[i]];
    }
    for (std::size_t i = 0; i < flip_flops.size(); ++i) next[i] = values[flip_flops[i].d];
    for (std::size_t i = 0; i < flip_flops.size(); ++i)
      if (both || flip_flops[i].clock == 1) values[flip_flops[i].q] = next[i];
  }

  bool may_follow() const override { return follows; }

private:
  void look_up(std::size_t from, std::size_t to) {
    std::uint8_t *const v = values.data();
    const Lut *const end = luts.data() + to;
    for (const Lut *lut = luts.data() + from; lut != end; ++lut) {
      const unsigned index = v[lut->a] | v[lut->b] << 1 | v[lut->c] << 2 | v[lut->d] << 3;
      v[lut->out] = lut->table >> index & 1;
    }
  }

  std::size_t address(const std::vector<std::uint32_t> &nets) const {
    std::size_t value = 0;
    for (std::size_t i = nets.size(); i-- > 0;) value = value << 1 | values[nets[i]];
    return value;
  }

  // Called before each edge, when all nets are settled: a net that changed twice within a cycle has not changed.
  void count() {
    if (changes.empty() || number > last) return;
    if (number > first)
      for (Counted &net : counted) net.changes += before[net.net] != values[net.net];
    if (number >= first) before = values;
    if (number++ != last) return;
    std::ofstream file(changes);
    for (const Counted &net : counted) file << net.number << ' ' << net.changes << '\n';
    if (!file.flush()) {
      std::perror(changes.c_str());
      std::exit(1);
    }
  }

  void read(const std::string &path) {
    std::ifstream file(path);
    std::string line;
    while (std::getline(file, line)) {
      std::istringstream words(line);
      std::string kind, name;
      words >> kind;
      if (kind == "nets") {
        std::size_t count = 0;
        words >> count;
        values.resize(count);
      } else if (kind == "in" || kind == "out") {
        words >> name;
        for (std::uint32_t net; words >> net;) ports[name].push_back(net);
      } else if (kind == "lut") {
        Lut lut{};
        words >> lut.out >> std::hex >> lut.table >> std::dec >> lut.a >> lut.b >> lut.c >> lut.d;
        luts.push_back(lut);
      } else if (kind == "memory") {
        Memory memory{};
        std::size_t count = 0;
        std::string contents;
        words >> count >> memory.bits >> contents;
        for (const char bit : contents) memory.contents.push_back(bit == '0' ? 0 : bit == '1' ? 1 : 2);
        memory.contents.resize(count * memory.bits, 2);
        memories.push_back(std::move(memory));
      } else if (kind == "read") {
        Read port{};
        std::size_t address_bits = 0;
        port.after = luts.size();
        words >> port.memory >> address_bits;
        port.address = nets(words, address_bits);
        port.data = nets(words, memories.at(port.memory).bits);
        reads.push_back(std::move(port));
      } else if (kind == "write") {
        Write port{};
        std::size_t address_bits = 0;
        words >> port.memory >> port.clock >> address_bits;
        port.address = nets(words, address_bits);
        port.enable = nets(words, memories.at(port.memory).bits);
        port.data = nets(words, memories.at(port.memory).bits);
        writes.push_back(std::move(port));
      } else if (kind == "ff") {
        FlipFlop flip_flop{};
        words >> flip_flop.clock >> flip_flop.d >> flip_flop.q;
        if (!(words >> flip_flop.initial)) flip_flop.initial = 2;
        flip_flops.push_back(flip_flop);
      } else if (kind == "count") {
        words >> first >> last >> std::ws;
        std::getline(words, changes);
      } else if (kind == "net") {
        Counted net{};
        words >> net.number >> net.net;
        counted.push_back(net);
      } else if (kind == "follows") {
        words >> follows;
      }
    }
    next.resize(flip_flops.size());
    if (values.size() < 3 || ports.size() != 7) {
      std::fprintf(stderr, "%s is no netlist program\n", path.c_str());
      std::exit(1);
    }
  }

  static std::vector<std::uint32_t> nets(std::istream &words, std::size_t count) {
    std::vector<std::uint32_t> result(count);
    for (std::uint32_t &net : result) words >> net;
    return result;
  }

  void put(const char *name, bool value) {
    for (const std::uint32_t net : ports[name]) values[net] = value;
  }

  bool get(const char *name) { return values[ports[name][0]]; }

  std::map<std::string, std::vector<std::uint32_t>> ports;
  std::vector<Lut> luts;
  std::vector<Memory> memories;
  std::vector<Read> reads;
  std::vector<Write> writes;
  std::vector<FlipFlop> flip_flops;
  std::vector<std::uint8_t> values;
  std::vector<std::uint8_t> next;
  bool follows = true;
  std::vector<Counted> counted;
  std::vector<std::uint8_t> before;
  std::string changes;
  std::uint64_t number = 0;
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};

} // namespace

std::unique_ptr<Dut> make_dut(const std::string &model, std::uint32_t seed) {
  return std::make_unique<NetlistDut>(model, seed);
}
