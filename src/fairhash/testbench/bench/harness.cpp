// SPDX-License-Identifier: Apache-2.0
// The program of the compiled engines. Reads a stimulus file, runs its sections with the testbench of bench.h and writes what
// happened. docs/verification.md describes both files; testbench.vhd does the same for VHDL sources.

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "bench.h"
#include "dut.h"

namespace {

// The ports as a VCD, for looking at a failure; one io_clk cycle is 2 ns.
class Wave {
public:
  Wave(const char *path, unsigned in_width, unsigned out_width)
      : file(std::fopen(path, "w")), in_width(in_width), out_width(out_width) {
    if (file == nullptr) {
      std::perror(path);
      std::exit(1);
    }
    std::fprintf(file, "$timescale 1ns $end\n$scope module core $end\n");
    const char *names = "a clk\nb io_clk\nc rst\nd in_valid\ne in_ready\nf out_valid\ng out_ready\n";
    for (const char *line = names; *line != 0; line = std::strchr(line, '\n') + 1)
      std::fprintf(file, "$var wire 1 %c %.*s $end\n", *line, static_cast<int>(std::strcspn(line + 2, "\n")), line + 2);
    std::fprintf(file, "$var wire %u h in_data $end\n$var wire %u i out_data $end\n", in_width,
                 out_width);
    std::fprintf(file, "$upscope $end\n$enddefinitions $end\n");
  }
  Wave(const Wave &) = delete;
  Wave &operator=(const Wave &) = delete;
  ~Wave() { std::fclose(file); }

  void cycle(std::uint64_t number, const Inputs &in, const Outputs &out, bool both) {
    std::fprintf(file, "#%" PRIu64 "\n0a\n0b\n%dc\n%dd\n%de\n%df\n%dg\n", 2 * number, in.rst, in.in_valid, out.in_ready,
                 out.out_valid, in.out_ready);
    bits(in.in_data, in_width, 'h');
    bits(out.out_data, out_width, 'i');
    std::fprintf(file, "#%" PRIu64 "\n%da\n1b\n", 2 * number + 1, both);
  }

private:
  void bits(const PortWord &value, unsigned width, char name) {
    std::fputc('b', file);
    for (unsigned i = width; i-- > 0;) std::fputc('0' + static_cast<int>(port_bit(value, i)), file);
    std::fprintf(file, " %c\n", name);
  }

  std::FILE *file;
  unsigned in_width;
  unsigned out_width;
};

// Writes the observation file.
class Trace : public Observer {
public:
  Trace(std::FILE *file, unsigned in_width, unsigned out_width)
      : file(file), in_digits(static_cast<int>((in_width + 3) / 4)), out_digits(static_cast<int>((out_width + 3) / 4)) {}

  void section(std::uint64_t number, std::uint64_t cycle) override {
    std::fprintf(file, "s %" PRIu64 " %" PRIu64 "\n", number, cycle);
  }
  void taken(std::uint64_t cycle, const PortWord &word) override { moved('i', cycle, word, in_digits); }
  void given(std::uint64_t cycle, const PortWord &word) override { moved('o', cycle, word, out_digits); }

  void ended(const Bench &bench) {
    const Outputs &last = bench.last();
    std::fprintf(file, "v %" PRIu64 " %s %d %d %s\n", bench.cycle(), bench.verdict(), last.in_ready, last.out_valid,
                 port_text(last.out_data, out_digits).c_str());
  }

private:
  void moved(char kind, std::uint64_t cycle, const PortWord &word, int digits) {
    std::fprintf(file, "%c %" PRIu64 " %s\n", kind, cycle, port_text(word, digits).c_str());
  }

  std::FILE *file;
  int in_digits;
  int out_digits;
};

// Runs the bench's section to its end.
void run(Bench &bench, Dut &dut, Wave *wave) {
  for (Inputs in; bench.next(in); bench.edge()) {
    Outputs probed;
    const bool probing = bench.probes() && dut.may_follow();
    if (probing) probed = dut.settle(bench.opposite(in));
    const Outputs settled = dut.settle(in);
    if (!bench.accept(in, probing ? probed : settled, settled)) return;
    if (wave != nullptr) wave->cycle(bench.cycle(), in, settled, bench.both());
    dut.edge(bench.both());
  }
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 7) {
    std::fprintf(stderr, "usage: %s STIMULUS OBSERVATION W[:OUT_W] IO_RATIO SEED MODEL [VCD]\n", argv[0]);
    return 2;
  }
  std::ifstream stimulus(argv[1]);
  std::FILE *observation = std::fopen(argv[2], "w");
  if (!stimulus || observation == nullptr) {
    std::perror(stimulus ? argv[2] : argv[1]);
    return 1;
  }
  const auto in_width = static_cast<unsigned>(std::atoi(argv[3]));
  const char *const colon = std::strchr(argv[3], ':');
  const unsigned out_width = colon == nullptr ? in_width : static_cast<unsigned>(std::atoi(colon + 1));
  const auto io_ratio = static_cast<unsigned>(std::atoi(argv[4]));
  const std::unique_ptr<Dut> dut = make_dut(argv[6], static_cast<std::uint32_t>(std::strtoul(argv[5], nullptr, 10)));
  std::unique_ptr<Wave> wave;
  if (argc > 7) wave = std::make_unique<Wave>(argv[7], in_width, out_width);
  Trace trace(observation, in_width, out_width);
  Bench bench(trace, in_width, io_ratio);
  Section section;
  for (std::uint64_t number = 0; read_section(stimulus, section); ++number) {
    bench.begin(section, number);
    run(bench, *dut, wave.get());
    trace.ended(bench);
    if (!bench.kept_rules()) break;
  }
  if (std::fclose(observation) != 0) {
    std::perror(argv[2]);
    return 1;
  }
  return 0;
}
