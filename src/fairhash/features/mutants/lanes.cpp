// SPDX-License-Identifier: Apache-2.0
// Many mutants of one netlist in one simulation: each net is a vector of bits, one for each mutant (a lane). Every lane has a
// testbench of its own (bench.h), so a mutant that delays a word meets the same stimulus as if it were alone.
//
// EXPECTED has a line for each section of the stimulus: `CYCLES COUNT WORDS..`, the io_clk cycles that the section may take (0: any)
// and its digest words. RESULT gets a line for each lane: `LANE VERDICT SECTION CYCLE`; the verdict is `pass`, or the rule of
// bench.h or judge.py that the mutant broke first. With TIMES = 1 also, for each section that a lane has finished,
// `t LANE SECTION START TAKEN GIVEN`: its first cycle, and the cycles of its first word in and its last word out.

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "bench.h"
#include "lane_jump.h"
#include "lane_netlist.h"

namespace {

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

void simulate(Netlist &netlist, std::vector<Lane> &lanes, std::FILE *times, const LaneJump *jump) {
  std::vector<Inputs> inputs(LANES), probing(LANES);
  std::vector<Outputs> probed(LANES);
  std::vector<std::size_t> alive(lanes.size());
  for (std::size_t lane = 0; lane < lanes.size(); ++lane) alive[lane] = lane;
  while (true) {
    std::erase_if(alive, [&](std::size_t lane) { return !lanes[lane].next(inputs[lane], times, lane); });
    if (alive.empty()) return;
    if (netlist.follows()) {
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
      const Outputs settled = netlist.outputs(lane, netlist.follows());
      return !lanes[lane].accept(inputs[lane], netlist.follows() ? probed[lane] : settled, settled);
    });
    netlist.edge(both);
    if (jump != nullptr) netlist.jump(*jump, lanes[0].number);
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
  if (argc < 10) {
    std::fprintf(stderr, "usage: %s STIMULUS EXPECTED RESULT W IO_RATIO SEED PROGRAM TIMES JUMP MUTANT..\n", argv[0]);
    return 2;
  }
  std::ifstream stimulus(argv[1]);
  std::vector<Section> sections;
  for (Section section; read_section(stimulus, section);) sections.push_back(section);
  const std::vector<Expected> expected = read_expected(argv[2], sections.size());
  std::FILE *result = std::fopen(argv[3], "w");
  std::vector<std::uint32_t> mutants;
  for (int i = 10; i < argc; ++i) mutants.push_back(static_cast<std::uint32_t>(std::strtoul(argv[i], nullptr, 10)));
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
  const std::string jump_path = argv[9];
  const LaneJump jump = jump_path == "-" ? LaneJump{} : read_jump(jump_path, sections.size());
  simulate(netlist, lanes, std::atoi(argv[8]) != 0 ? result : nullptr, jump.nets.empty() ? nullptr : &jump);
  for (std::size_t lane = 0; lane < lanes.size(); ++lane)
    std::fprintf(result, "%zu %s %" PRIu64 " %" PRIu64 "\n", lane, lanes[lane].verdict, lanes[lane].number,
                 lanes[lane].bench.cycle());
  if (std::fclose(result) != 0) {
    std::perror(argv[3]);
    return 1;
  }
  return 0;
}
