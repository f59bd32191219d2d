// SPDX-License-Identifier: Apache-2.0
// A netlist in which each lane has a mutant of its own: a program (netlist_program.h) with one more input, `mutant`, which has the
// number of a mutant in each lane and activates it there.

#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <random>
#include <string>

#include "dut.h"
#include "lane_jump.h"
#include "lane_memory.h"
#include "lane_net.h"
#include "netlist_program.h"

struct Lut {
  std::uint32_t out;
  std::uint32_t inputs[4];
  std::uint16_t table;
  std::uint8_t arity;
};

// A table of K inputs is 2^(K-1) functions of its first input, each 0, its complement, itself or 1, and a tree of multiplexers.
template <unsigned K> __attribute__((always_inline)) inline void evaluate(const Lut &lut, Net *v) {
  constexpr unsigned LEAVES = 1u << (K - 1);
  const Word a = v[lut.inputs[0]].bits;
  const Word of_a[4] = {Word{}, ~a, a, ~Word{}};
  Word f[LEAVES];
#pragma GCC unroll 8
  for (unsigned i = 0; i < LEAVES; ++i) f[i] = of_a[lut.table >> (2 * i) & 3];
#pragma GCC unroll 4
  for (unsigned input = 1; input < K; ++input) {
    const Word select = v[lut.inputs[input]].bits;
#pragma GCC unroll 4
    for (unsigned i = 0; i < LEAVES >> input; ++i) f[i] = f[2 * i] ^ (select & (f[2 * i] ^ f[2 * i + 1]));
  }
  v[lut.out].bits = f[0];
}

inline __attribute__((target_clones("avx512f", "avx2", "default"))) void evaluate(const Lut *luts, std::size_t count, Net *v) {
  for (const Lut *lut = luts; lut != luts + count; ++lut) {
    switch (lut->arity) {
    case 1: evaluate<1>(*lut, v); break;
    case 2: evaluate<2>(*lut, v); break;
    case 3: evaluate<3>(*lut, v); break;
    default: evaluate<4>(*lut, v);
    }
  }
}

class Netlist {
public:
  Netlist(const std::string &path, std::uint32_t seed, const std::vector<std::uint32_t> &mutants)
      : program(read_program(path, 8)), values(program.nets), next(program.flip_flops.size()) {
    if (!program.changes.empty()) {
      std::fprintf(stderr, "%s: changes of nets cannot be counted for mutants\n", path.c_str());
      std::exit(1);
    }
    in_ready = program.ports["in_ready"][0];
    out_valid = program.ports["out_valid"][0];
    out_data = program.ports["out_data"];
    std::mt19937 draw(seed);
    // the same power-up values as netlist_dut.cpp draws
    for (Net &value : values) value.bits = (draw() >> 7 & 1) != 0 ? ~Word{} : Word{};
    values[0].bits = Word{};
    values[1].bits = ~Word{};
    for (const MemoryLine &line : program.memories) {
      std::vector<bool> bits;
      for (const char bit : line.contents) bits.push_back(bit != '0' && bit != '1' ? (draw() >> 7 & 1) != 0 : bit == '1');
      memories.emplace_back(line.words, line.bits, bits);
    }
    std::vector<std::uint64_t> numbers(LANES);
    for (std::size_t lane = 0; lane < mutants.size(); ++lane) numbers[lane] = mutants[lane];
    put("mutant", numbers);
    split();
    evaluate(constant.data(), constant.size(), values.data());
  }

  void settle(const std::vector<Inputs> &inputs) {
    std::vector<std::uint64_t> &row = scratch;
    const auto each = [&](const char *name, auto value) {
      for (std::size_t lane = 0; lane < LANES; ++lane) row[lane] = value(inputs[lane]);
      put(name, row);
    };
    each("rst", [](const Inputs &in) { return std::uint64_t{in.rst}; });
    each("in_valid", [](const Inputs &in) { return std::uint64_t{in.in_valid}; });
    each("out_ready", [](const Inputs &in) { return std::uint64_t{in.out_ready}; });
    each("in_data", [](const Inputs &in) { return in.in_data; });
    std::size_t done = 0;
    for (const Read &port : program.reads) {
      evaluate(luts.data() + done, port.after - done, values.data());
      done = port.after;
      memories[port.memory].read(values.data(), port.address, port.data);
    }
    evaluate(luts.data() + done, luts.size() - done, values.data());
  }

  // The data of a lane without a valid word is 0, unless it is needed to compare it.
  Outputs outputs(std::size_t lane, bool always_data) const {
    Outputs outputs;
    outputs.in_ready = bit(in_ready, lane);
    outputs.out_valid = bit(out_valid, lane);
    if (outputs.out_valid || always_data) {
      unsigned place = 0;
      for (const std::uint32_t net : out_data) outputs.out_data |= std::uint64_t{bit(net, lane)} << place++;
    }
    return outputs;
  }

  void edge(bool both) {
    for (const Write &port : program.writes)
      if (both || port.clock == 1) memories[port.memory].write(values.data(), port.address, port.enable, port.data);
    for (std::size_t i = 0; i < program.flip_flops.size(); ++i) next[i] = values[program.flip_flops[i].d];
    for (std::size_t i = 0; i < program.flip_flops.size(); ++i)
      if (both || program.flip_flops[i].clock == 1) values[program.flip_flops[i].q] = next[i];
  }

  // To be called after an edge: if lane 0 is where the register jumps in this section, its bits change in all lanes.
  void jump(const LaneJump &jump, std::size_t section) {
    std::uint64_t value = 0;
    for (std::size_t place = 0; place < jump.nets.size(); ++place)
      value |= std::uint64_t{bit(jump.nets[place], 0)} << place;
    for (const RegisterChange &change : jump.sections[section]) {
      if (value != change.from) continue;
      for (std::size_t place = 0; place < jump.nets.size(); ++place)
        if (((change.from ^ change.to) >> place & 1) != 0) values[jump.nets[place]].bits = ~values[jump.nets[place]].bits;
      return;
    }
  }

  bool follows() const { return program.follows; }

private:
  bool bit(std::uint32_t net, std::size_t lane) const { return values[net].bits[lane / 64] >> lane % 64 & 1; }

  void put(const char *name, const std::vector<std::uint64_t> &rows) {
    put_numbers(values.data(), program.ports[name].data(), program.ports[name].size(), rows.data());
  }

  // Tables that depend on nothing but the mutant's number are evaluated once.
  void split() {
    std::vector<bool> fixed(values.size());
    for (const std::uint32_t net : {0u, 1u, 2u}) fixed[net] = true;
    for (const std::uint32_t net : program.ports["mutant"]) fixed[net] = true;
    auto port = program.reads.begin();
    for (std::size_t place = 0; place <= program.tables.size(); ++place) {
      for (; port != program.reads.end() && port->after == place; ++port) port->after = luts.size();
      if (place == program.tables.size()) break;
      const Lut lut = with_arity(program.tables[place]);
      bool all = true;
      for (unsigned i = 0; i < lut.arity; ++i) all = all && fixed[lut.inputs[i]];
      fixed[lut.out] = all;
      (all ? constant : luts).push_back(lut);
    }
  }

  static Lut with_arity(const TableLine &table) {
    Lut lut{table.out, {}, static_cast<std::uint16_t>(table.table), 4};
    std::copy(std::begin(table.inputs), std::end(table.inputs), lut.inputs);
    while (lut.arity > 1 && lut.inputs[lut.arity - 1] == 0) --lut.arity;
    return lut;
  }

  NetlistProgram program;
  std::vector<LaneMemory> memories;
  std::vector<Lut> luts;
  std::vector<Lut> constant;
  std::vector<Net> values;
  std::vector<Net> next;
  std::vector<std::uint64_t> scratch = std::vector<std::uint64_t>(LANES);
  std::uint32_t in_ready = 0;
  std::uint32_t out_valid = 0;
  std::vector<std::uint32_t> out_data;
};
