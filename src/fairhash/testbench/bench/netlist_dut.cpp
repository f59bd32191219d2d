// SPDX-License-Identifier: Apache-2.0
// A netlist driven by the harness, interpreted: no compiler runs, however large it is. netlist_program.h describes its form.

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <vector>

#include "dut.h"
#include "netlist_program.h"

namespace {

struct Memory {
  std::size_t bits; // of a word
  std::vector<std::uint8_t> contents;
};

class NetlistDut : public Dut {
public:
  NetlistDut(const std::string &path, std::uint32_t seed)
      : program(read_program(path, 7)), values(program.nets), next(program.flip_flops.size()) {
    std::mt19937 draw(seed);
    for (std::uint8_t &value : values) value = draw() >> 7 & 1;
    values[0] = 0;
    values[1] = 1;
    for (const FlipFlop &flip_flop : program.flip_flops)
      if (flip_flop.initial < 2) values[flip_flop.q] = static_cast<std::uint8_t>(flip_flop.initial);
    for (const MemoryLine &line : program.memories) {
      Memory memory{line.bits, {}};
      for (const char bit : line.contents)
        memory.contents.push_back(static_cast<std::uint8_t>(bit == '0' || bit == '1' ? bit - '0' : draw() >> 7 & 1));
      memories.push_back(std::move(memory));
    }
  }

  Outputs settle(const Inputs &inputs) override {
    put("rst", inputs.rst);
    put("in_valid", inputs.in_valid);
    put("out_ready", inputs.out_ready);
    unsigned bit = 0;
    for (const std::uint32_t net : program.ports["in_data"]) values[net] = port_bit(inputs.in_data, bit++);
    std::size_t done = 0;
    for (const Read &port : program.reads) {
      look_up(done, port.after);
      done = port.after;
      const Memory &memory = memories[port.memory];
      const std::uint8_t *const word = memory.contents.data() + address(port.address) * memory.bits;
      for (std::size_t i = 0; i < memory.bits; ++i) values[port.data[i]] = word[i];
    }
    look_up(done, program.tables.size());
    Outputs outputs;
    outputs.in_ready = get("in_ready");
    outputs.out_valid = get("out_valid");
    bit = 0;
    for (const std::uint32_t net : program.ports["out_data"]) {
      if (values[net]) set_port_bit(outputs.out_data, bit);
      ++bit;
    }
    return outputs;
  }

  void edge(bool both) override {
    count();
    for (const Write &port : program.writes) {
      if (!both && port.clock == 0) continue;
      Memory &memory = memories[port.memory];
      std::uint8_t *const word = memory.contents.data() + address(port.address) * memory.bits;
      for (std::size_t i = 0; i < memory.bits; ++i)
        if (values[port.enable[i]]) word[i] = values[port.data[i]];
    }
    for (std::size_t i = 0; i < program.flip_flops.size(); ++i) next[i] = values[program.flip_flops[i].d];
    for (std::size_t i = 0; i < program.flip_flops.size(); ++i)
      if (both || program.flip_flops[i].clock == 1) values[program.flip_flops[i].q] = next[i];
  }

  bool may_follow() const override { return program.follows; }

private:
  void look_up(std::size_t from, std::size_t to) {
    std::uint8_t *const v = values.data();
    const TableLine *const end = program.tables.data() + to;
    for (const TableLine *table = program.tables.data() + from; table != end; ++table) {
      const std::uint32_t *const in = table->inputs;
      const unsigned index = v[in[0]] | v[in[1]] << 1 | v[in[2]] << 2 | v[in[3]] << 3;
      v[table->out] = table->table >> index & 1;
    }
  }

  std::size_t address(const Nets &nets) const {
    std::size_t value = 0;
    for (std::size_t i = nets.size(); i-- > 0;) value = value << 1 | values[nets[i]];
    return value;
  }

  // Called before each edge, when all nets are settled: a net that changed twice within a cycle has not changed.
  void count() {
    if (program.changes.empty() || number > program.last) return;
    if (number > program.first)
      for (Counted &net : program.counted) net.changes += before[net.net] != values[net.net];
    if (number >= program.first) before = values;
    if (number++ != program.last) return;
    std::ofstream file(program.changes);
    for (const Counted &net : program.counted) file << net.number << ' ' << net.changes << '\n';
    if (!file.flush()) {
      std::perror(program.changes.c_str());
      std::exit(1);
    }
  }

  void put(const char *name, bool value) {
    for (const std::uint32_t net : program.ports[name]) values[net] = value;
  }

  bool get(const char *name) { return values[program.ports[name][0]]; }

  NetlistProgram program;
  std::vector<Memory> memories;
  std::vector<std::uint8_t> values;
  std::vector<std::uint8_t> next;
  std::vector<std::uint8_t> before;
  std::uint64_t number = 0;
};

} // namespace

std::unique_ptr<Dut> make_dut(const std::string &model, std::uint32_t seed) {
  return std::make_unique<NetlistDut>(model, seed);
}
