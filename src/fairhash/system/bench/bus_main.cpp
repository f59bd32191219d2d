// SPDX-License-Identifier: Apache-2.0
// A core connected to a bus. Reads a file of numbers (system/interface.py writes it), moves the words of a message in bursts into a
// buffer and from there into the core, and writes when each word was taken, the digest, and what bus and core waited for.
// Times are in femtoseconds; bus cycle 0 and io_clk cycle 0 begin together when reset has ended.

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <vector>

#include "dut.h"

namespace {

using Time = std::uint64_t;

Time round_up(Time value, Time step) { return (value + step - 1) / step; }

struct Bus {
  Time period;               // of a bus cycle
  Time latency;              // before the first burst
  std::uint64_t turnaround;  // cycles of a burst in which nothing moves
  std::uint64_t overhead;    // cycles of a burst's headers
  std::uint64_t width;       // bytes in a cycle
  std::uint64_t burst;       // bytes of data in a burst
  std::uint64_t buffer;      // bytes
};

// When each word has arrived. A burst is placed as soon as it is known when the buffer has room for it.
class Transfer {
public:
  Transfer(const Bus &bus, std::uint64_t words, std::uint64_t word_bytes)
      : bus(bus), bytes(words * word_bytes), word_bytes(word_bytes), free_cycle(round_up(bus.latency, bus.period)) {}

  // `taken` holds the time at which each word taken so far has left the buffer.
  void place_bursts(const std::vector<Time> &taken) {
    while (first < bytes) {
      const std::uint64_t size = bytes - first < bus.burst ? bytes - first : bus.burst;
      if (first + size > bus.buffer) {
        const std::uint64_t last = round_up(first + size - bus.buffer, word_bytes) - 1;
        if (last >= taken.size()) return;
        const std::uint64_t room = round_up(taken[last], bus.period);
        if (room > free_cycle) {
          blocked += room - free_cycle;
          free_cycle = room;
        }
      }
      const std::uint64_t before = bus.turnaround + bus.overhead;
      for (std::uint64_t offset = word_bytes; offset <= size; offset += word_bytes)
        arrived.push_back((free_cycle + before + round_up(offset, bus.width)) * bus.period);
      const std::uint64_t cycles = before + round_up(size, bus.width);
      busy += cycles;
      free_cycle += cycles;
      first += size;
    }
  }

  std::vector<Time> arrived;
  std::uint64_t busy = 0;
  std::uint64_t blocked = 0;

private:
  Bus bus;
  std::uint64_t bytes;
  std::uint64_t word_bytes;
  std::uint64_t first = 0; // byte of the next burst
  std::uint64_t free_cycle;
};

} // namespace

int main(int argc, char **argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: %s SENT SEEN\n", argv[0]);
    return 2;
  }
  std::ifstream sent(argv[1]);
  Bus bus{};
  Time period = 0;
  std::uint64_t word_bits = 0;
  unsigned io_ratio = 0;
  unsigned reset = 0;
  std::uint64_t limit = 0;
  std::size_t n_in = 0;
  std::size_t n_out = 0;
  sent >> bus.period >> bus.latency >> bus.turnaround >> bus.overhead >> bus.width >> bus.burst >> bus.buffer;
  sent >> period >> word_bits >> io_ratio >> reset >> limit >> n_in >> n_out;
  std::vector<std::uint64_t> words(n_in);
  for (std::uint64_t &word : words) sent >> std::hex >> word;
  std::FILE *seen = std::fopen(argv[2], "w");
  if (!sent || seen == nullptr) {
    std::fprintf(stderr, "cannot read %s or write %s\n", argv[1], argv[2]);
    return 1;
  }

  const std::unique_ptr<Dut> dut = make_dut("-", 1);
  Inputs in;
  in.rst = true;
  for (unsigned i = 0; i < reset * io_ratio; ++i) {
    dut->settle(in);
    dut->edge(i % io_ratio == io_ratio - 1);
  }
  in.rst = false;
  in.out_ready = true;
  Transfer transfer(bus, n_in, word_bits / 8);
  std::vector<Time> taken;
  std::vector<std::uint64_t> digest;
  std::uint64_t starved = 0; // cycles in which the core was ready and no word had arrived
  std::uint64_t refused = 0; // cycles in which a word had arrived and the core was not ready
  std::uint64_t now = 0;
  for (; digest.size() < n_out && now < limit; ++now) {
    transfer.place_bursts(taken);
    const std::size_t next = taken.size();
    in.in_valid = next < n_in && next < transfer.arrived.size() && transfer.arrived[next] <= now * period;
    in.in_data = next < n_in ? words[next] : 0;
    const Outputs out = dut->settle(in);
    if (in.in_valid && out.in_ready) {
      taken.push_back((now + 1) * period);
      std::fprintf(seen, "i %" PRIu64 "\n", now);
    } else if (in.in_valid) {
      ++refused;
    } else if (next < n_in && out.in_ready) {
      ++starved;
    }
    if (out.out_valid) {
      digest.push_back(out.out_data);
      std::fprintf(seen, "o %" PRIX64 "\n", out.out_data);
    }
    dut->edge(now % io_ratio == io_ratio - 1);
  }
  std::fprintf(seen, "end %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", now, starved, refused,
               transfer.busy, transfer.blocked);
  return std::fclose(seen) == 0 ? 0 : 1;
}
