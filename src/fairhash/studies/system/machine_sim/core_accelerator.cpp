// SPDX-License-Identifier: Apache-2.0
// The compiled RTL of one core in the simulated machine; it takes its words from a buffer. It reads the words of one message from a file that
// interface.py writes, and writes when each word was taken, the digest, and what the core waited for, to the same name with ".results".
// The clock of the machine's core is io_clk. A word can be taken in the first cycle that begins when all of it has arrived, or later;
// it leaves the buffer at the end of that cycle.

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <string>
#include <utility>

#include "accelerator.h"
#include "dut.h"

namespace {

class CoreAccelerator : public Accelerator {
public:
  CoreAccelerator(const Parameters &p, const char *file) : p(p), dut(make_dut("-", 1)), did(1, Activity::idle) {
    std::ifstream in(file);
    unsigned reset_cycles = 0;
    std::size_t count = 0;
    in >> word_bytes >> io_ratio >> reset_cycles >> digest_left >> count;
    words.resize(count);
    for (std::uint64_t &word : words) in >> std::hex >> word;
    results = std::fopen((std::string(file) + ".results").c_str(), "w");
    if (!in || results == nullptr) {
      std::fprintf(stderr, "cannot read %s or write beside it\n", file);
      std::exit(2);
    }
    inputs.rst = true;
    for (unsigned i = 0; i < reset_cycles * io_ratio; ++i) {
      dut->settle(inputs);
      dut->edge(i % io_ratio == io_ratio - 1);
    }
    inputs.rst = false;
    inputs.out_ready = true;
  }
  ~CoreAccelerator() override { std::fclose(results); }

  void announce(std::uint64_t) override {}

  bool has_room(std::uint64_t, std::uint64_t bytes, Time now) override {
    for (; !leaving.empty() && leaving.front() <= now; leaving.pop_front()) reserved -= word_bytes;
    return reserved + bytes <= p.buffer_bytes;
  }
  void reserve(std::uint64_t, std::uint64_t bytes) override { reserved += bytes; }
  void arrive(std::uint64_t, std::uint64_t bytes, Time end) override { arriving.push_back({end, bytes}); }

  void cycle() override {
    if (digest_left == 0) return;
    for (; !arriving.empty() && arriving.front().end <= now * p.core_fs; arriving.pop_front()) present += arriving.front().bytes;
    const bool words_left = next < words.size();
    inputs.in_valid = words_left && present >= word_bytes;
    inputs.in_data = words_left ? words[next] : 0;
    const Outputs out = dut->settle(inputs);
    const bool takes_word = inputs.in_valid && out.in_ready;
    const bool is_starved = words_left && !inputs.in_valid && out.in_ready;
    did[0] = is_starved ? Activity::waits_for_data : Activity::computing;
    starved += is_starved;
    if (takes_word) {
      std::fprintf(results, "i %" PRIu64 "\n", now);
      present -= word_bytes;
      leaving.push_back((now + 1) * p.core_fs);
      ++next;
    }
    if (out.out_valid) {
      std::fprintf(results, "o %" PRIX64 "\n", static_cast<std::uint64_t>(out.out_data));
      --digest_left;
    }
    dut->edge(now % io_ratio == io_ratio - 1);
    ++now;
    if (digest_left > 0) return;
    std::fprintf(results, "end %" PRIu64 " %" PRIu64 "\n", now, starved);
    did[0] = Activity::idle;
    is_hashed = true;
  }

  const std::vector<Activity> &activities() const override { return did; }

  bool take_digest(std::uint64_t &message) override {
    message = 0;
    return std::exchange(is_hashed, false);
  }

private:
  struct Arrival {
    Time end; // of the bus cycle
    std::uint64_t bytes;
  };

  const Parameters &p;
  std::unique_ptr<Dut> dut;
  Inputs inputs;
  std::vector<std::uint64_t> words;
  std::vector<Activity> did;
  std::deque<Arrival> arriving;
  std::deque<Time> leaving; // when each taken word leaves the buffer
  std::FILE *results = nullptr;
  std::uint64_t word_bytes = 8, io_ratio = 1, digest_left = 0, present = 0, reserved = 0, starved = 0;
  std::uint64_t now = 0; // cycle
  std::size_t next = 0;  // word
  bool is_hashed = false;
};

} // namespace

std::unique_ptr<Accelerator> make_accelerator(const Parameters &parameters, const std::vector<Message> &, const char *file) {
  return std::make_unique<CoreAccelerator>(parameters, file);
}
