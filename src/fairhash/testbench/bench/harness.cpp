// SPDX-License-Identifier: Apache-2.0
// The one testbench of the compiled engines. Reads a stimulus file, drives a core with it, holds the core to the rules of the
// handshake and writes what happened. docs/verification.md describes both files; testbench.vhd does the same for VHDL sources.

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <vector>

#include "dut.h"

namespace {

struct InputWord {
  std::uint64_t gap;   // io_clk cycles without in_valid before the word
  std::uint64_t due;   // output words that become due when it is taken
  std::uint64_t value;
};

struct OutputWord {
  std::uint32_t ready; // out_ready in successive cycles until out_valid is seen, bit 0 first, over and over
  std::uint64_t stall; // cycles without out_ready after the one in which out_valid was seen untaken
};

// What a section does with the inputs while rst is high: a set of these.
enum During : unsigned { OFFER = 1, TAKE = 2, OTHER_WORD = 4 };

struct Section {
  std::uint64_t reset, abort, limit, watch;
  unsigned during;
  std::vector<InputWord> inputs;
  std::vector<OutputWord> outputs;
};

bool read_section(std::istream &file, Section &section) {
  std::size_t inputs = 0;
  std::size_t outputs = 0;
  file >> std::dec >> section.reset >> section.during >> section.abort >> section.limit >> section.watch >> inputs >> outputs;
  if (!file) return false;
  section.inputs.resize(inputs);
  section.outputs.resize(outputs);
  for (InputWord &word : section.inputs) file >> std::dec >> word.gap >> word.due >> std::hex >> word.value;
  for (OutputWord &word : section.outputs) file >> std::hex >> word.ready >> std::dec >> word.stall;
  if (!file) {
    std::fprintf(stderr, "the stimulus ends inside a section\n");
    std::exit(1);
  }
  return true;
}

// The ports as a VCD, for looking at a failure; one io_clk cycle is 2 ns.
class Wave {
public:
  Wave(const char *path, unsigned width) : file(std::fopen(path, "w")), width(width) {
    if (file == nullptr) {
      std::perror(path);
      std::exit(1);
    }
    std::fprintf(file, "$timescale 1ns $end\n$scope module core $end\n");
    const char *names = "a clk\nb io_clk\nc rst\nd in_valid\ne in_ready\nf out_valid\ng out_ready\n";
    for (const char *line = names; *line != 0; line = std::strchr(line, '\n') + 1)
      std::fprintf(file, "$var wire 1 %c %.*s $end\n", *line, static_cast<int>(std::strcspn(line + 2, "\n")), line + 2);
    std::fprintf(file, "$var wire %u h in_data $end\n$var wire %u i out_data $end\n", width, width);
    std::fprintf(file, "$upscope $end\n$enddefinitions $end\n");
  }
  Wave(const Wave &) = delete;
  Wave &operator=(const Wave &) = delete;
  ~Wave() { std::fclose(file); }

  void cycle(std::uint64_t number, const Inputs &in, const Outputs &out, bool both) {
    std::fprintf(file, "#%" PRIu64 "\n0a\n0b\n%dc\n%dd\n%de\n%df\n%dg\n", 2 * number, in.rst, in.in_valid, out.in_ready,
                 out.out_valid, in.out_ready);
    bits(in.in_data, 'h');
    bits(out.out_data, 'i');
    std::fprintf(file, "#%" PRIu64 "\n%da\n1b\n", 2 * number + 1, both);
  }

private:
  void bits(std::uint64_t value, char name) {
    std::fputc('b', file);
    for (unsigned i = width; i-- > 0;) std::fputc('0' + static_cast<int>(value >> i & 1), file);
    std::fprintf(file, " %c\n", name);
  }

  std::FILE *file;
  unsigned width;
};

class Bench {
public:
  Bench(Dut &dut, std::FILE *trace, unsigned width, unsigned io_ratio, Wave *wave)
      : dut(dut), trace(trace), mask(~std::uint64_t{0} >> (64 - width)), digits(static_cast<int>(width / 4)),
        io_ratio(io_ratio), wave(wave) {}

  // Returns whether the core kept the rules, so that the next section may follow.
  bool run(const Section &section, std::uint64_t number) {
    Inputs idle;
    idle.in_data = mask;
    while (phase != 0) step(idle);
    const Inputs in_reset = during_reset(section, idle);
    for (std::uint64_t i = 0; i < section.reset * io_ratio; ++i) step(in_reset);
    std::fprintf(trace, "s %" PRIu64 " %" PRIu64 "\n", number, cycle);
    const char *verdict = drive(section);
    std::fprintf(trace, "v %" PRIu64 " %s %d %d %0*" PRIX64 "\n", cycle, verdict, last.in_ready, last.out_valid, digits,
                 last.out_data);
    return std::strcmp(verdict, "done") == 0 || std::strcmp(verdict, "aborted") == 0;
  }

private:
  const char *drive(const Section &section) {
    const std::size_t n_in = section.inputs.size();
    const std::size_t n_out = section.outputs.size();
    std::size_t taken = 0;
    std::size_t given = 0;
    std::uint64_t due = 0;
    std::uint64_t gap = n_in > 0 ? section.inputs[0].gap : 0;
    std::uint64_t turn = 0; // cycles this output word has been waited for
    std::uint64_t stall = 0;
    std::uint64_t watched = 0;
    bool held = false; // an offered word was not taken in the cycle before
    std::uint64_t held_data = 0;
    for (std::uint64_t now = 0;; ++now) {
      if (section.abort > 0 && now == section.abort) return "aborted";
      if (taken == n_in && given == n_out && watched++ == section.watch) return "done";
      if (now == section.limit) return "hang";
      Inputs in;
      in.in_valid = taken < n_in && gap == 0;
      if (n_in > 0) in.in_data = section.inputs[taken < n_in ? taken : n_in - 1].value;
      if (!in.in_valid) in.in_data = ~in.in_data & mask;
      in.out_ready = given == n_out || (held ? stall == 0 : section.outputs[given].ready >> (turn % 32) & 1);

      Outputs probed;
      if (dut.may_follow()) probed = dut.settle(opposite(in));
      last = dut.settle(in);
      if (dut.may_follow() && !(probed == last)) return "combinational";
      if (held && !last.out_valid) return "retracted";
      if (held && last.out_data != held_data) return "changed";
      if (last.out_valid && given == n_out) return "extra";
      if (last.out_valid && given == due) return "early";

      if (in.in_valid && last.in_ready) {
        std::fprintf(trace, "i %" PRIu64 " %0*" PRIX64 "\n", cycle, digits, in.in_data);
        due += section.inputs[taken].due;
        ++taken;
        gap = taken < n_in ? section.inputs[taken].gap : 0;
      } else if (gap > 0) {
        --gap;
      }
      ++turn;
      if (last.out_valid && in.out_ready) {
        std::fprintf(trace, "o %" PRIu64 " %0*" PRIX64 "\n", cycle, digits, last.out_data);
        ++given;
        turn = 0;
        held = false;
      } else if (last.out_valid) {
        if (held) --stall;
        if (!held) stall = section.outputs[given].stall;
        held = true;
        held_data = last.out_data;
      }
      finish(in);
    }
  }

  // Nothing that moves while rst is high counts, so the trace does not have it. A sender that waits keeps its first word.
  Inputs during_reset(const Section &section, Inputs in) const {
    in.rst = true;
    in.in_valid = (section.during & OFFER) != 0;
    in.out_ready = (section.during & TAKE) != 0;
    if (in.in_valid && !section.inputs.empty()) {
      in.in_data = section.inputs[0].value;
      if ((section.during & OTHER_WORD) != 0) in.in_data = ~in.in_data & mask;
    }
    return in;
  }

  Inputs opposite(Inputs in) const {
    in.in_valid = !in.in_valid;
    in.in_data = ~in.in_data & mask;
    in.out_ready = !in.out_ready;
    return in;
  }

  void step(const Inputs &in) {
    last = dut.settle(in);
    finish(in);
  }

  void finish(const Inputs &in) {
    const bool both = phase == io_ratio - 1;
    if (wave != nullptr) wave->cycle(cycle, in, last, both);
    dut.edge(both);
    phase = both ? 0 : phase + 1;
    ++cycle;
  }

  Dut &dut;
  std::FILE *trace;
  std::uint64_t mask;
  int digits;
  unsigned io_ratio;
  Wave *wave;
  unsigned phase = 0;
  std::uint64_t cycle = 0;
  Outputs last;
};

} // namespace

int main(int argc, char **argv) {
  if (argc < 7) {
    std::fprintf(stderr, "usage: %s STIMULUS OBSERVATION W IO_RATIO SEED MODEL [VCD]\n", argv[0]);
    return 2;
  }
  std::ifstream stimulus(argv[1]);
  std::FILE *trace = std::fopen(argv[2], "w");
  if (!stimulus || trace == nullptr) {
    std::perror(stimulus ? argv[2] : argv[1]);
    return 1;
  }
  const auto width = static_cast<unsigned>(std::atoi(argv[3]));
  const auto io_ratio = static_cast<unsigned>(std::atoi(argv[4]));
  const std::unique_ptr<Dut> dut = make_dut(argv[6], static_cast<std::uint32_t>(std::strtoul(argv[5], nullptr, 10)));
  std::unique_ptr<Wave> wave;
  if (argc > 7) wave = std::make_unique<Wave>(argv[7], width);
  Bench bench(*dut, trace, width, io_ratio, wave.get());
  Section section;
  for (std::uint64_t number = 0; read_section(stimulus, section) && bench.run(section, number); ++number) {
  }
  if (std::fclose(trace) != 0) {
    std::perror(argv[2]);
    return 1;
  }
  return 0;
}
