// SPDX-License-Identifier: Apache-2.0
// The testbench of the compiled engines, one io_clk cycle at a time: what it drives, and the rules it holds a core to.
// docs/verification.md describes the stimulus; testbench.vhd does the same for VHDL sources. The caller owns the simulator,
// so that one simulator can run many testbenches in step:
//
//   bench.begin(section, 0);
//   while (bench.next(in)) { settle the circuit; if (!bench.accept(in, probed, settled)) break; clock edge; bench.edge(); }

#ifndef FAIRHASH_BENCH_H
#define FAIRHASH_BENCH_H

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <istream>
#include <vector>

#include "dut.h"

struct InputWord {
  std::uint64_t gap;   // io_clk cycles without in_valid before the word
  std::uint64_t due;   // output words that become due when it is taken
  PortWord value;
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

inline bool read_section(std::istream &file, Section &section) {
  std::size_t inputs = 0;
  std::size_t outputs = 0;
  file >> std::dec >> section.reset >> section.during >> section.abort >> section.limit >> section.watch >> inputs >> outputs;
  if (!file) return false;
  section.inputs.resize(inputs);
  section.outputs.resize(outputs);
  for (InputWord &word : section.inputs) {
    file >> std::dec >> word.gap >> word.due;
    read_port_word(file, word.value);
  }
  for (OutputWord &word : section.outputs) file >> std::hex >> word.ready >> std::dec >> word.stall;
  if (!file) {
    std::fprintf(stderr, "the stimulus ends inside a section\n");
    std::exit(1);
  }
  return true;
}

// Receives what happens at the ports; cycles are io_clk cycles since the simulation began.
class Observer {
public:
  virtual ~Observer() = default;
  virtual void section(std::uint64_t number, std::uint64_t cycle) = 0; // its first cycle after reset
  virtual void taken(std::uint64_t cycle, const PortWord &word) = 0;
  virtual void given(std::uint64_t cycle, const PortWord &word) = 0;
};

class Bench {
public:
  Bench(Observer &observer, unsigned width, unsigned io_ratio)
      : observer(&observer), mask(port_ones(width)), io_ratio(io_ratio) {}

  void begin(const Section &next, std::uint64_t section_number) {
    section = &next;
    number = section_number;
    resets = next.reset * io_ratio;
    driving = false;
    aligned = false;
    verdict_ = nullptr;
  }

  // The inputs of the next cycle; false if the section has ended.
  bool next(Inputs &in) {
    if (!driving) {
      in = Inputs{};
      in.in_data = mask;
      aligned = aligned || phase == 0;
      if (!aligned) return true;
      if (resets > 0) {
        --resets;
        hold_in_reset(in);
        return true;
      }
      start();
    }
    if (section->abort > 0 && now == section->abort) return end("aborted");
    if (taken == section->inputs.size() && given == section->outputs.size() && watched++ == section->watch) return end("done");
    if (now == section->limit) return end("hang");
    drive(in);
    return true;
  }

  // Whether the opposite inputs have to be tried before those of this cycle, for outputs that follow them.
  bool probes() const { return driving; }

  Inputs opposite(Inputs in) const {
    in.in_valid = !in.in_valid;
    in.in_data = ~in.in_data & mask;
    in.out_ready = !in.out_ready;
    return in;
  }

  // Judge the settled outputs; `probed` are those of the opposite inputs. False if the section has ended with a broken rule.
  bool accept(const Inputs &in, const Outputs &probed, const Outputs &settled) {
    last_ = settled;
    if (!driving) return true;
    if (!(probed == settled)) return end("combinational");
    if (held && !settled.out_valid) return end("retracted");
    if (held && settled.out_data != held_data) return end("changed");
    if (settled.out_valid && given == section->outputs.size()) return end("extra");
    if (settled.out_valid && given == due) return end("early");
    move(in);
    return true;
  }

  // Whether the coming edge of io_clk is one of clk too.
  bool both() const { return phase == io_ratio - 1; }

  void edge() {
    if (driving) ++now;
    phase = both() ? 0 : phase + 1;
    ++cycle_;
  }

  const char *verdict() const { return verdict_; }
  // Whether the core kept the rules, so that the next section may follow.
  bool kept_rules() const { return std::strcmp(verdict_, "done") == 0 || std::strcmp(verdict_, "aborted") == 0; }
  std::uint64_t cycle() const { return cycle_; }
  const Outputs &last() const { return last_; }

private:
  void start() {
    driving = true;
    taken = given = 0;
    due = turn = stall = watched = now = 0;
    gap = section->inputs.empty() ? 0 : section->inputs[0].gap;
    held = false;
    observer->section(number, cycle_);
  }

  bool end(const char *verdict) {
    verdict_ = verdict;
    driving = false;
    return false;
  }

  // Nothing that moves while rst is high counts. A sender that waits keeps its first word.
  void hold_in_reset(Inputs &in) const {
    in.rst = true;
    in.in_valid = (section->during & OFFER) != 0;
    in.out_ready = (section->during & TAKE) != 0;
    if (in.in_valid && !section->inputs.empty()) {
      in.in_data = section->inputs[0].value;
      if ((section->during & OTHER_WORD) != 0) in.in_data = ~in.in_data & mask;
    }
  }

  void drive(Inputs &in) const {
    const std::size_t n_in = section->inputs.size();
    in = Inputs{};
    in.in_valid = taken < n_in && gap == 0;
    if (n_in > 0) in.in_data = section->inputs[taken < n_in ? taken : n_in - 1].value;
    if (!in.in_valid) in.in_data = ~in.in_data & mask;
    in.out_ready =
        given == section->outputs.size() || (held ? stall == 0 : section->outputs[given].ready >> (turn % 32) & 1);
  }

  void move(const Inputs &in) {
    if (in.in_valid && last_.in_ready) {
      observer->taken(cycle_, in.in_data);
      due += section->inputs[taken].due;
      ++taken;
      gap = taken < section->inputs.size() ? section->inputs[taken].gap : 0;
    } else if (gap > 0) {
      --gap;
    }
    ++turn;
    if (last_.out_valid && in.out_ready) {
      observer->given(cycle_, last_.out_data);
      ++given;
      turn = 0;
      held = false;
    } else if (last_.out_valid) {
      if (held) --stall;
      if (!held) stall = section->outputs[given].stall;
      held = true;
      held_data = last_.out_data;
    }
  }

  Observer *observer;
  PortWord mask;
  unsigned io_ratio;
  const Section *section = nullptr;
  std::uint64_t number = 0;
  unsigned phase = 0;
  std::uint64_t cycle_ = 0;
  Outputs last_;
  const char *verdict_ = nullptr;
  bool driving = false;     // after reset, in the cycles that count
  bool aligned = false;     // a section begins with a cycle of clk
  std::uint64_t resets = 0; // io_clk cycles of reset to come
  std::uint64_t now = 0;
  std::size_t taken = 0;
  std::size_t given = 0;
  std::uint64_t due = 0;
  std::uint64_t gap = 0;
  std::uint64_t turn = 0; // cycles this output word has been waited for
  std::uint64_t stall = 0;
  std::uint64_t watched = 0;
  bool held = false; // an offered word was not taken in the cycle before
  PortWord held_data{};
};

#endif
