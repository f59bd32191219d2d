// SPDX-License-Identifier: Apache-2.0
// The compiled RTL of an accelerator (rtl/accelerator) in the simulated machine. It reads the rows of all packets from a file that
// machine_rtl.py writes, and appends the results to the same name with ".results". A packet enters the accelerator when all of it
// has arrived over the bus. A core with M messages in flight counts as M cores, as in formula_accelerator.cpp: of its M activities
// as many are computing as it has blocks.

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <string>

#include "accelerator.h"
#include "accelerator_dut.h"

namespace {

struct Row {
  bool last;
  std::array<std::uint64_t, MOST_BUS_WORDS> data;
};

struct Sending {
  std::vector<Row> rows;
  std::size_t next = 0;      // row that arrives next
  std::uint64_t arrived = 0; // bytes of rows from `next` on
};

class RtlAccelerator : public Accelerator {
public:
  RtlAccelerator(const Parameters &p, const std::vector<Message> &messages, const char *file)
      : dut(make_accelerator(1)), sending(messages.size()), did(p.cores, Activity::idle), busy_until(p.cores, 0) {
    std::ifstream in(file);
    std::uint64_t reset_cycles = 0, packet_bytes = 0;
    in >> io_ratio >> reset_cycles >> packet_bytes;
    in_flight = did.size() / dut->cores();
    row_bytes = 8 * dut->bus_words();
    block_cycles = p.block * io_ratio;
    // packets of all cores may be incomplete, and the bus moves a burst while another one enters the accelerator
    room = p.cores * packet_bytes + 2 * p.burst_bytes;
    for (Sending &one : sending) {
      std::size_t count = 0;
      in >> count;
      one.rows.resize(count);
      for (Row &row : one.rows) {
        row.data = {};
        in >> row.last;
        for (unsigned i = 0; i < dut->bus_words(); ++i) in >> std::hex >> row.data[i] >> std::dec;
      }
    }
    results = std::fopen((std::string(file) + ".results").c_str(), "w");
    if (!in || results == nullptr) {
      std::fprintf(stderr, "cannot read %s or write beside it\n", file);
      std::exit(2);
    }
    dut->in.rst = true;
    for (std::uint64_t i = 0; i < reset_cycles * io_ratio; ++i) step(i);
    dut->in.rst = false;
  }
  ~RtlAccelerator() override { std::fclose(results); }

  void announce(std::uint64_t) override { ++open_messages; }
  bool has_room(std::uint64_t, std::uint64_t bytes, Time) override { return reserved == 0 || reserved + bytes <= room; }
  void reserve(std::uint64_t, std::uint64_t bytes) override { reserved += bytes; }

  void arrive(std::uint64_t message, std::uint64_t bytes, Time) override {
    Sending &one = sending[message];
    one.arrived += bytes;
    while (one.next < one.rows.size()) {
      std::size_t end = one.next;
      while (!one.rows[end].last) ++end;
      const std::uint64_t packet = (end + 1 - one.next) * row_bytes;
      if (one.arrived < packet) return;
      one.arrived -= packet;
      for (; one.next <= end; ++one.next) queue.push_back(&one.rows[one.next]);
    }
  }

  void cycle() override {
    for (std::uint64_t i = 0; i < io_ratio; ++i) {
      dut->in.valid = !queue.empty();
      if (!queue.empty()) {
        dut->in.data = queue.front()->data;
        dut->in.last = queue.front()->last;
      }
      dut->in.ready = true;
      dut->settle();
      if (dut->in.valid && dut->out.ready) {
        queue.pop_front();
        reserved -= row_bytes;
      }
      if (dut->out.valid) take_row();
      watch();
      dut->edge(i + 1 == io_ratio);
    }
  }

  const std::vector<Activity> &activities() const override { return did; }

  bool take_digest(std::uint64_t &message) override {
    if (digests.empty()) return false;
    message = digests.front();
    digests.pop_front();
    return true;
  }

private:
  void step(std::uint64_t number) {
    dut->settle();
    dut->edge(number % io_ratio == io_ratio - 1);
  }

  // The first row of a result has the id of the message in its lowest bits.
  void take_row() {
    if (!inside_result) result_message = dut->out.data[0] & 0xffff;
    for (unsigned i = 0; i < dut->bus_words(); ++i) std::fprintf(results, "%" PRIx64 " ", dut->out.data[i]);
    inside_result = !dut->out.last;
    if (inside_result) return;
    std::fprintf(results, "\n");
    digests.push_back(result_message);
    --open_messages;
  }

  // A core computes for the cycles of a block after it took the last word of it.
  void watch() {
    std::uint64_t free_messages = open_messages;
    for (unsigned core = 0; core < dut->cores(); ++core) {
      const CorePorts ports = dut->ports(core);
      bool takes_word = ports.in_valid && ports.in_ready, offers_digest = ports.out_valid && !ports.out_ready;
      const auto first = busy_until.begin() + static_cast<std::ptrdiff_t>(core * in_flight);
      const auto next = std::min_element(first, first + static_cast<std::ptrdiff_t>(in_flight)); // has a block for the shortest time
      for (std::size_t i = core * in_flight; i < (core + 1) * in_flight; ++i) {
        did[i] = Activity::idle;
        if (now < busy_until[i]) did[i] = Activity::computing;
        else if (takes_word) did[i] = Activity::computing, takes_word = false;
        else if (offers_digest) did[i] = Activity::waits_for_output, offers_digest = false;
        if (did[i] != Activity::idle && free_messages > 0) --free_messages;
      }
      if (ports.in_valid && ports.in_ready && ports.block_end) *next = std::max(*next, now + 1) + block_cycles;
    }
    // which of the other cores a message will go to is not known before it arrives
    for (Activity &one : did) {
      if (one == Activity::idle && free_messages > 0) {
        one = Activity::waits_for_data;
        --free_messages;
      }
    }
    ++now;
  }

  std::unique_ptr<AcceleratorDut> dut;
  std::vector<Sending> sending;
  std::vector<Activity> did;
  std::vector<std::uint64_t> busy_until;
  std::deque<const Row *> queue;
  std::deque<std::uint64_t> digests;
  std::FILE *results = nullptr;
  std::uint64_t io_ratio = 1, in_flight = 1, row_bytes = 8, block_cycles = 1, room = 0, reserved = 0, open_messages = 0, result_message = 0, now = 0;
  bool inside_result = false;
};

} // namespace

std::unique_ptr<Accelerator> make_accelerator(const Parameters &parameters, const std::vector<Message> &messages, const char *file) {
  return std::make_unique<RtlAccelerator>(parameters, messages, file);
}
