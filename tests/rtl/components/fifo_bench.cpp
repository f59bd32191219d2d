// SPDX-License-Identifier: Apache-2.0
// clock_crossing_fifo between clocks of random periods: every word arrives once, in order, and stays while it waits.
// The program prints the first error and ends with status 1. With an argument it does not check how fast the words pass.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "Vdut.h"
#include "verilated.h"

double sc_time_stamp() { return 0; }

namespace {

constexpr std::uint32_t WORDS = 1500; // in each run
constexpr unsigned CAPACITY = 8;

std::uint32_t content(std::uint32_t number) { return number * 2654435761u; }

[[noreturn]] void fail(const char *what, std::uint64_t in_period, std::uint64_t out_period) {
  std::printf("%s, periods %llu and %llu\n", what, static_cast<unsigned long long>(in_period),
              static_cast<unsigned long long>(out_period));
  std::exit(1);
}

// Returns the time for all words.
std::uint64_t run(Vdut &top, std::mt19937 &draw, std::uint64_t in_period, std::uint64_t out_period, unsigned pauses) {
  std::uint64_t in_next = 1 + draw() % in_period;
  std::uint64_t out_next = 1 + draw() % out_period;
  std::uint64_t now = 0;
  std::uint32_t sent = 0;
  std::uint32_t received = 0;
  bool waits = false;
  unsigned in_resets = 6;
  unsigned out_resets = 6;
  std::uint64_t start = 0;
  top.in_valid = 0;
  top.out_ready = 0;
  while (received < WORDS) {
    now = in_next < out_next ? in_next : out_next;
    if (now > 1000 * WORDS * (in_period + out_period)) fail("no progress", in_period, out_period);
    top.in_rst = top.out_rst = in_resets + out_resets > 0;
    const bool in_edge = in_next == now;
    const bool out_edge = out_next == now;
    top.eval();
    // what moves at these edges, from the values before them
    const bool resetting = in_resets + out_resets > 0;
    if (resetting) start = now;
    const bool writes = in_edge && top.in_valid && top.in_ready && !resetting;
    const bool reads = out_edge && top.out_valid && top.out_ready && !resetting;
    if (!resetting && top.out_valid && top.out_data != content(received)) fail("wrong word", in_period, out_period);
    if (!resetting && waits && !top.out_valid) fail("a word disappeared", in_period, out_period);
    waits = !resetting && top.out_valid && !reads;
    if (sent - received > CAPACITY) fail("more words than the FIFO has", in_period, out_period);
    top.in_clk = in_edge;
    top.out_clk = out_edge;
    top.eval();
    sent += writes;
    received += reads;
    if (in_edge) {
      in_next += in_period;
      in_resets -= in_resets > 0;
      if (!top.in_valid || writes) top.in_valid = in_resets + out_resets == 0 && sent < WORDS && draw() % 4 >= pauses;
      top.in_data = content(sent);
    }
    if (out_edge) {
      out_next += out_period;
      out_resets -= out_resets > 0;
      top.out_ready = draw() % 4 >= pauses;
    }
    top.in_clk = 0;
    top.out_clk = 0;
    top.eval();
  }
  return now - start;
}

} // namespace

int main(int argc, char **) {
  std::mt19937 draw(1);
  VerilatedContext context;
  context.randReset(2);
  context.randSeed(1);
  Vdut top(&context);
  top.in_clk = top.out_clk = 0;
  for (unsigned i = 0; i < 300; ++i) {
    const std::uint64_t in_period = 1000 + draw() % 9000;
    // half of the runs with nearly equal periods, where the edges slide past each other slowly
    const std::uint64_t out_period = i % 2 == 0 ? 1000 + draw() % 9000 : in_period + draw() % 7 - 3;
    const unsigned pauses = i % 4;
    const std::uint64_t time = run(top, draw, in_period, out_period, pauses == 3 ? 0 : pauses);
    const std::uint64_t slower = in_period > out_period ? in_period : out_period;
    if (argc == 1 && (pauses == 0 || pauses == 3) && time > slower * (WORDS + 20)) fail("it is slower than the slower clock", in_period, out_period);
  }
  top.final();
  std::puts("ok");
  return 0;
}
