// SPDX-License-Identifier: Apache-2.0
// A netlist behind the harness, interpreted: no compiler runs, however large it is. The program (written by netlist.py) is a
// list of look-up tables in an order in which each one's inputs are ready, and a list of flip-flops.
//
//   nets N            net 0 is 0, net 1 is 1, net 2 is an unknown constant
//   in NAME NETS..    out NAME NETS..          ports, bit 0 first
//   lut OUT TABLE A B C D                      OUT = bit {D, C, B, A} of the hexadecimal TABLE
//   ff CLOCK D Q                               CLOCK 0: clk, 1: io_clk
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
  std::uint32_t clock, d, q;
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
  }

  Outputs settle(const Inputs &inputs) override {
    put("rst", inputs.rst);
    put("in_valid", inputs.in_valid);
    put("out_ready", inputs.out_ready);
    put("in_data", inputs.in_data);
    std::uint8_t *const v = values.data();
    for (const Lut &lut : luts) {
      const unsigned index = v[lut.a] | v[lut.b] << 1 | v[lut.c] << 2 | v[lut.d] << 3;
      v[lut.out] = lut.table >> index & 1;
    }
    Outputs outputs;
    outputs.in_ready = get("in_ready") != 0;
    outputs.out_valid = get("out_valid") != 0;
    outputs.out_data = get("out_data");
    return outputs;
  }

  void edge(bool both) override {
    count();
    for (std::size_t i = 0; i < flip_flops.size(); ++i) next[i] = values[flip_flops[i].d];
    for (std::size_t i = 0; i < flip_flops.size(); ++i)
      if (both || flip_flops[i].clock == 1) values[flip_flops[i].q] = next[i];
  }

  bool may_follow() const override { return follows; }

private:
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
      } else if (kind == "ff") {
        FlipFlop flip_flop{};
        words >> flip_flop.clock >> flip_flop.d >> flip_flop.q;
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

  void put(const char *name, std::uint64_t value) {
    for (const std::uint32_t net : ports[name]) {
      values[net] = value & 1;
      value >>= 1;
    }
  }

  std::uint64_t get(const char *name) {
    std::uint64_t value = 0;
    unsigned bit = 0;
    for (const std::uint32_t net : ports[name]) value |= static_cast<std::uint64_t>(values[net]) << bit++;
    return value;
  }

  std::map<std::string, std::vector<std::uint32_t>> ports;
  std::vector<Lut> luts;
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
