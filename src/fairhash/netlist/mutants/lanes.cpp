// SPDX-License-Identifier: Apache-2.0
// Many mutants of one netlist in one simulation: each net is a vector of bits, one for each mutant (a lane). The program is that
// of netlist_dut.cpp with one more input, `mutant`, which has the number of a mutant in each lane and activates it there. Every
// lane has a testbench of its own (bench.h), so a mutant that delays a word meets the same stimulus as if it were alone.
//
// EXPECTED has a line for each section of the stimulus: `CYCLES COUNT WORDS..`, the io_clk cycles that the section may take (0: any)
// and its digest words. RESULT gets a line for each lane: `LANE VERDICT SECTION CYCLE`; the verdict is `pass`, or the rule of
// bench.h or judge.py that the mutant broke first. With TIMES = 1 also, for each section that a lane has finished,
// `t LANE SECTION START TAKEN GIVEN`: its first cycle, and the cycles of its first word in and its last word out.

#include <algorithm>
#include <array>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "bench.h"

namespace {

constexpr std::size_t LANES = 512;
constexpr std::size_t CHUNKS = LANES / 64;
using Word = std::uint64_t __attribute__((vector_size(LANES / 8)));

// One net in all lanes. The alignment is stated, since that of a vector type is not kept in a container (GCC 12).
struct alignas(LANES / 8) Net {
  Word bits;
};

struct Lut {
  std::uint32_t out;
  std::uint32_t inputs[4];
  std::uint16_t table;
  std::uint8_t arity;
};

struct FlipFlop {
  std::uint32_t clock, d, q;
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

__attribute__((target_clones("avx512f", "avx2", "default"))) void evaluate(const Lut *luts, std::size_t count, Net *v) {
  for (const Lut *lut = luts; lut != luts + count; ++lut) {
    switch (lut->arity) {
    case 1: evaluate<1>(*lut, v); break;
    case 2: evaluate<2>(*lut, v); break;
    case 3: evaluate<3>(*lut, v); break;
    default: evaluate<4>(*lut, v);
    }
  }
}

// Bit j of row i becomes bit i of row j.
void transpose(std::uint64_t *rows) {
  std::uint64_t mask = 0x00000000FFFFFFFF;
  for (unsigned size = 32; size > 0; size /= 2, mask ^= mask << size) {
    for (unsigned i = 0; i < 64; i = ((i | size) + 1) & ~size) {
      const std::uint64_t swapped = (rows[i] >> size ^ rows[i | size]) & mask;
      rows[i] ^= swapped << size;
      rows[i | size] ^= swapped;
    }
  }
}

class Netlist {
public:
  Netlist(const std::string &path, std::uint32_t seed, const std::vector<std::uint32_t> &mutants) {
    read(path);
    std::mt19937 draw(seed);
    // the same power-up values as netlist_dut.cpp draws
    for (Net &value : values) value.bits = (draw() >> 7 & 1) != 0 ? ~Word{} : Word{};
    values[0].bits = Word{};
    values[1].bits = ~Word{};
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
    evaluate(luts.data(), luts.size(), values.data());
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
    for (std::size_t i = 0; i < flip_flops.size(); ++i) next[i] = values[flip_flops[i].d];
    for (std::size_t i = 0; i < flip_flops.size(); ++i)
      if (both || flip_flops[i].clock == 1) values[flip_flops[i].q] = next[i];
  }

  bool follows = true;

private:
  bool bit(std::uint32_t net, std::size_t lane) const { return values[net].bits[lane / 64] >> lane % 64 & 1; }

  void put(const char *name, const std::vector<std::uint64_t> &rows) {
    const std::vector<std::uint32_t> &nets = ports[name];
    std::array<std::uint64_t, 64> block;
    for (std::size_t chunk = 0; chunk < CHUNKS; ++chunk) {
      std::copy_n(rows.begin() + static_cast<std::ptrdiff_t>(64 * chunk), 64, block.begin());
      transpose(block.data());
      for (std::size_t place = 0; place < nets.size(); ++place) values[nets[place]].bits[chunk] = block[place];
    }
  }

  // Tables that depend on nothing but the mutant's number are evaluated once.
  void split() {
    std::vector<bool> fixed(values.size());
    for (const std::uint32_t net : {0u, 1u, 2u}) fixed[net] = true;
    for (const std::uint32_t net : ports["mutant"]) fixed[net] = true;
    std::vector<Lut> changing;
    for (const Lut &lut : luts) {
      bool all = true;
      for (unsigned i = 0; i < lut.arity; ++i) all = all && fixed[lut.inputs[i]];
      fixed[lut.out] = all;
      (all ? constant : changing).push_back(lut);
    }
    luts = changing;
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
        luts.push_back(read_lut(words));
      } else if (kind == "ff") {
        FlipFlop flip_flop{};
        words >> flip_flop.clock >> flip_flop.d >> flip_flop.q;
        flip_flops.push_back(flip_flop);
      } else if (kind == "follows") {
        words >> follows;
      } else {
        std::fprintf(stderr, "mutants cannot be simulated with `%s`\n", kind.c_str());
        std::exit(1);
      }
    }
    next.resize(flip_flops.size());
    if (values.size() < 3 || ports.size() != 8) {
      std::fprintf(stderr, "%s is no netlist program with mutants\n", path.c_str());
      std::exit(1);
    }
    in_ready = ports["in_ready"][0];
    out_valid = ports["out_valid"][0];
    out_data = ports["out_data"];
  }

  // The unused inputs of a table are net 0.
  static Lut read_lut(std::istringstream &words) {
    Lut lut{};
    words >> lut.out >> std::hex >> lut.table >> std::dec;
    for (std::uint32_t &input : lut.inputs) words >> input;
    lut.arity = 4;
    while (lut.arity > 1 && lut.inputs[lut.arity - 1] == 0) --lut.arity;
    return lut;
  }

  std::map<std::string, std::vector<std::uint32_t>> ports;
  std::vector<Lut> luts;
  std::vector<Lut> constant;
  std::vector<FlipFlop> flip_flops;
  std::vector<Net> values;
  std::vector<Net> next;
  std::vector<std::uint64_t> scratch = std::vector<std::uint64_t>(LANES);
  std::uint32_t in_ready = 0;
  std::uint32_t out_valid = 0;
  std::vector<std::uint32_t> out_data;
};

struct Expected {
  std::uint64_t cycles; // from the start of the section to its last digest word, at most; 0: any number
  std::vector<std::uint64_t> words;
};

// One mutant with its testbench.
class Lane : public Observer {
public:
  Lane(const std::vector<Section> &sections, const std::vector<Expected> &expected, unsigned width, unsigned io_ratio)
      : bench(*this, width, io_ratio), sections(&sections), expected(&expected) {
    bench.begin(sections[0], 0);
  }

  void section(std::uint64_t section_number, std::uint64_t cycle) override {
    number = section_number;
    start = cycle;
    count = 0;
    began = false;
  }
  void taken(std::uint64_t cycle, const PortWord &) override {
    if (!began) first_taken = cycle;
    began = true;
  }
  void given(std::uint64_t cycle, const PortWord &word) override {
    last_given = cycle;
    if (word != (*expected)[number].words[count++]) verdict = "wrong_word";
  }

  // The inputs of the next cycle; false if the lane has come to its end.
  bool next(Inputs &in, std::FILE *times, std::size_t lane) {
    while (!verdict && !bench.next(in)) {
      finish_section(times, lane);
      if (verdict) return false;
      bench.begin((*sections)[number + 1], number + 1);
    }
    return !verdict;
  }

  bool accept(const Inputs &in, const Outputs &probed, const Outputs &settled) {
    if (!bench.accept(in, probed, settled)) verdict = bench.verdict();
    return !verdict;
  }

  Bench bench;
  const char *verdict = nullptr;
  std::uint64_t number = 0;

private:
  void finish_section(std::FILE *times, std::size_t lane) {
    const std::uint64_t allowed = (*expected)[number].cycles;
    const bool done = std::strcmp(bench.verdict(), "done") == 0;
    if (!bench.kept_rules()) {
      verdict = bench.verdict();
    } else if (done && count > 0 && allowed > 0 && last_given - start + 1 > allowed) {
      verdict = "slow";
    } else {
      if (times != nullptr && began && count > 0)
        std::fprintf(times, "t %zu %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", lane, number, start, first_taken,
                     last_given);
      if (number + 1 == sections->size()) verdict = "pass";
    }
  }

  const std::vector<Section> *sections;
  const std::vector<Expected> *expected;
  std::uint64_t start = 0;
  std::uint64_t first_taken = 0;
  std::uint64_t last_given = 0;
  std::size_t count = 0;
  bool began = false;
};

void simulate(Netlist &netlist, std::vector<Lane> &lanes, std::FILE *times) {
  std::vector<Inputs> inputs(LANES), probing(LANES);
  std::vector<Outputs> probed(LANES);
  std::vector<std::size_t> alive(lanes.size());
  for (std::size_t lane = 0; lane < lanes.size(); ++lane) alive[lane] = lane;
  while (true) {
    std::erase_if(alive, [&](std::size_t lane) { return !lanes[lane].next(inputs[lane], times, lane); });
    if (alive.empty()) return;
    if (netlist.follows) {
      for (const std::size_t lane : alive) {
        const Bench &bench = lanes[lane].bench;
        probing[lane] = bench.probes() ? bench.opposite(inputs[lane]) : inputs[lane];
      }
      netlist.settle(probing);
      for (const std::size_t lane : alive) probed[lane] = netlist.outputs(lane, true);
    }
    netlist.settle(inputs);
    // all lanes have run the same number of cycles, so they are in the same phase of clk
    const bool both = lanes[alive[0]].bench.both();
    std::erase_if(alive, [&](std::size_t lane) {
      const Outputs settled = netlist.outputs(lane, netlist.follows);
      return !lanes[lane].accept(inputs[lane], netlist.follows ? probed[lane] : settled, settled);
    });
    netlist.edge(both);
    for (const std::size_t lane : alive) lanes[lane].bench.edge();
  }
}

std::vector<Expected> read_expected(const char *path, std::size_t sections) {
  std::ifstream file(path);
  std::vector<Expected> all(sections);
  for (Expected &expected : all) {
    std::size_t count = 0;
    file >> std::dec >> expected.cycles >> count >> std::hex;
    expected.words.resize(count);
    for (std::uint64_t &word : expected.words) file >> word;
  }
  if (!file) {
    std::fprintf(stderr, "%s does not have the sections of the stimulus\n", path);
    std::exit(1);
  }
  return all;
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 9) {
    std::fprintf(stderr, "usage: %s STIMULUS EXPECTED RESULT W IO_RATIO SEED PROGRAM TIMES MUTANT..\n", argv[0]);
    return 2;
  }
  std::ifstream stimulus(argv[1]);
  std::vector<Section> sections;
  for (Section section; read_section(stimulus, section);) sections.push_back(section);
  const std::vector<Expected> expected = read_expected(argv[2], sections.size());
  std::FILE *result = std::fopen(argv[3], "w");
  std::vector<std::uint32_t> mutants;
  for (int i = 9; i < argc; ++i) mutants.push_back(static_cast<std::uint32_t>(std::strtoul(argv[i], nullptr, 10)));
  if (sections.empty() || result == nullptr || mutants.size() > LANES) {
    std::fprintf(stderr, "no section, no result file, or more than %zu mutants\n", LANES);
    return 1;
  }
  const auto width = static_cast<unsigned>(std::atoi(argv[4]));
  const auto io_ratio = static_cast<unsigned>(std::atoi(argv[5]));
  Netlist netlist(argv[7], static_cast<std::uint32_t>(std::strtoul(argv[6], nullptr, 10)), mutants);
  std::vector<Lane> lanes;
  lanes.reserve(mutants.size()); // a testbench holds the address of its lane
  for (std::size_t lane = 0; lane < mutants.size(); ++lane) lanes.emplace_back(sections, expected, width, io_ratio);
  simulate(netlist, lanes, std::atoi(argv[8]) != 0 ? result : nullptr);
  for (std::size_t lane = 0; lane < lanes.size(); ++lane)
    std::fprintf(result, "%zu %s %" PRIu64 " %" PRIu64 "\n", lane, lanes[lane].verdict, lanes[lane].number,
                 lanes[lane].bench.cycle());
  if (std::fclose(result) != 0) {
    std::perror(argv[3]);
    return 1;
  }
  return 0;
}
