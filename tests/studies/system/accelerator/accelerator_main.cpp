// SPDX-License-Identifier: Apache-2.0
// Sends rows to a compiled accelerator and writes the rows of its results, with random stalls on both sides.
// accelerator_run.py writes the input file and reads the output file.

#include <cinttypes>
#include <cstdio>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "accelerator_dut.h"

namespace {

struct Row {
  bool last;
  std::array<std::uint64_t, MOST_BUS_WORDS> data;
};

// Stalls of one side: bursts of up to `longest` cycles, each starting in one of 1000 / permille cycles.
class Stalls {
public:
  Stalls(unsigned permille, unsigned longest, std::uint32_t seed) : permille(permille), longest(longest), draw(seed) {}

  bool stalled() {
    if (left > 0) {
      --left;
      return true;
    }
    if (permille == 0 || draw() % 1000 >= permille) return false;
    left = draw() % longest;
    return true;
  }

private:
  unsigned permille;
  unsigned longest;
  std::mt19937 draw;
  unsigned left = 0;
};

// What one core did in each io_clk cycle, from the handshakes at its ports. It computes for `block_cycles` from the cycle after it
// took the last word of a block, or after it finished the block before.
class CoreCounters {
public:
  explicit CoreCounters(std::uint64_t block_cycles) : block_cycles(block_cycles) {}

  void count(const CorePorts &ports, std::uint64_t now) {
    if (now < busy_until)
      ++computing;
    else if (ports.out_valid && !ports.out_ready)
      ++waiting_for_collector;
    else
      ++waiting_for_data;
    if (ports.in_valid && ports.in_ready && ports.block_end) {
      ++blocks;
      busy_until = (busy_until > now + 1 ? busy_until : now + 1) + block_cycles;
    }
  }

  std::uint64_t computing = 0;
  std::uint64_t waiting_for_data = 0;
  std::uint64_t waiting_for_collector = 0;
  std::uint64_t blocks = 0;

private:
  std::uint64_t block_cycles; // of io_clk, divided by the messages in flight: one block leaves in this time
  std::uint64_t busy_until = 0;
};

} // namespace

int main(int argc, char **argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: %s SENT SEEN\n", argv[0]);
    return 2;
  }
  std::ifstream sent(argv[1]);
  unsigned io_ratio = 0, reset = 0, in_permille = 0, out_permille = 0, longest = 0, resets = 0;
  std::uint64_t limit = 0, quiet = 0, block_cycles = 0, n_rows = 0, n_results = 0;
  std::uint32_t seed = 0;
  sent >> io_ratio >> reset >> limit >> quiet >> block_cycles >> seed >> in_permille >> out_permille >> longest >> resets;
  sent >> n_rows >> n_results;
  const std::unique_ptr<AcceleratorDut> dut = make_accelerator(seed);
  std::vector<Row> rows(n_rows);
  for (Row &row : rows) {
    sent >> row.last;
    row.data = {};
    for (unsigned i = 0; i < dut->bus_words(); ++i) sent >> std::hex >> row.data[i] >> std::dec;
  }
  std::FILE *seen = std::fopen(argv[2], "w");
  if (!sent || seen == nullptr) {
    std::fprintf(stderr, "cannot read %s or write %s\n", argv[1], argv[2]);
    return 1;
  }

  std::uint64_t cycle = 0;
  const auto reset_all = [&] {
    dut->in.rst = true;
    for (unsigned i = 0; i < reset * io_ratio; ++i, ++cycle) {
      dut->settle();
      dut->edge(cycle % io_ratio == io_ratio - 1);
    }
    dut->in.rst = false;
  };
  reset_all();
  Stalls in_stalls(in_permille, longest, seed), out_stalls(out_permille, longest, seed + 1);
  // aborted transfers: some rows are sent, then everything is reset and sent from the start
  std::mt19937 draw(seed + 2);
  for (unsigned i = 0; i < resets; ++i) {
    const std::uint64_t until = draw() % 2000;
    std::size_t next = 0;
    for (std::uint64_t now = 0; now < until; ++now, ++cycle) {
      dut->in.valid = next < n_rows;
      if (next < n_rows) {
        dut->in.data = rows[next].data;
        dut->in.last = rows[next].last;
      }
      dut->in.ready = draw() % 4 == 0;
      dut->settle();
      if (dut->in.valid && dut->out.ready) ++next;
      dut->edge(cycle % io_ratio == io_ratio - 1);
    }
    while (cycle % io_ratio != 0) {
      dut->settle();
      dut->edge(cycle++ % io_ratio == io_ratio - 1);
    }
    reset_all();
  }

  std::vector<CoreCounters> counters(dut->cores(), CoreCounters(block_cycles));
  std::size_t next = 0;
  std::uint64_t results = 0, now = 0, blocked = 0, moved = 0, silent = 0;
  bool in_offered = false, out_offered = false;
  AcceleratorOutputs before;
  for (; now < limit && silent < quiet; ++now, ++cycle) {
    // an offered row stays offered
    in_offered = next < n_rows && (in_offered || !in_stalls.stalled());
    dut->in.valid = in_offered;
    if (next < n_rows) {
      dut->in.data = rows[next].data;
      dut->in.last = rows[next].last;
    }
    dut->in.ready = !out_stalls.stalled();
    dut->settle();
    const AcceleratorOutputs &out = dut->out;
    if (out_offered && (!out.valid || out.data != before.data || out.last != before.last || out.keep != before.keep)) {
      std::fprintf(seen, "unstable %" PRIu64 "\n", now);
      break;
    }
    out_offered = out.valid && !dut->in.ready;
    before = out;
    if (out.valid && dut->in.ready) {
      std::fprintf(seen, "o %" PRIu64 " %d %" PRIX64, now, out.last, out.keep);
      for (unsigned i = 0; i < dut->bus_words(); ++i) std::fprintf(seen, " %" PRIX64, out.data[i]);
      std::fprintf(seen, "\n");
      results += out.last;
    }
    for (unsigned i = 0; i < dut->cores(); ++i) counters[i].count(dut->ports(i), now);
    if (in_offered && out.ready) {
      ++moved;
      ++next;
      in_offered = false;
    } else if (in_offered) {
      ++blocked;
    }
    // all is sent and received: watch whether more results follow
    silent = next == n_rows && results >= n_results ? silent + 1 : 0;
    dut->edge(cycle % io_ratio == io_ratio - 1);
  }
  for (const CoreCounters &core : counters)
    std::fprintf(seen, "c %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", core.computing, core.waiting_for_data,
                 core.waiting_for_collector, core.blocks);
  std::fprintf(seen, "end %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", now, static_cast<std::uint64_t>(next), moved, blocked);
  return std::fclose(seen) == 0 ? 0 : 1;
}
