// SPDX-License-Identifier: Apache-2.0
// Hashes files in the simulated component, over AXI4-Stream or by the driver over AXI4-Lite, and prints digests as sha256sum does.
//
//   simulate axis|registers SEED FILE...      SEED 0: no pauses; otherwise both sides of each stream pause at random, the first
//                                             message is preceded by one that a reset ends, and the clocks have random periods
//   TRACE=FILE simulate axis 0 FILE           also writes the AXI4-Stream ports in each cycle

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "fairhash_driver.h"
#include "pins.h"

namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr unsigned LONGEST_WAIT = 1000000; // cycles of aclk without progress

[[noreturn]] void fail(const char *what) {
  std::fprintf(stderr, "simulate: %s\n", what);
  std::exit(1);
}

// The component with its clocks.
class Simulation {
public:
  explicit Simulation(std::uint32_t seed) : draw(seed), pauses(seed != 0), dut(make_dut(seed)) {
    if (pauses) {
      bus_half = 400 + draw() % 600;
      core_half = 400 + draw() % 600;
    }
    reset(100);
    if (const char *name = std::getenv("TRACE")) trace = std::fopen(name, "w");
  }
  Simulation(const Simulation &) = delete;
  Simulation &operator=(const Simulation &) = delete;
  ~Simulation() {
    if (trace != nullptr) std::fclose(trace);
  }

  Pins &ports() { return pins; }
  bool pause() { return pauses && draw() % 4 == 0; }
  std::uint32_t number() { return static_cast<std::uint32_t>(draw()); }
  void settle() { dut->eval(pins); }

  void reset(unsigned cycles) {
    pins.aresetn = 0;
    for (unsigned i = 0; i < cycles; ++i) edge();
    pins.aresetn = 1;
  }

  // Go to just after the next rising edge of aclk. The inputs have been set.
  void edge() {
    dut->eval(pins);
    if (trace != nullptr) write_trace();
    do {
      const std::uint64_t now = next_bus < next_core ? next_bus : next_core;
      if (now == next_core) core_edge();
      const bool bus = now == next_bus;
      if (bus) {
        pins.aclk = !pins.aclk;
        next_bus += bus_half;
      }
      dut->eval(pins);
      if (bus && pins.aclk) return;
    } while (true);
  }

private:
  void core_edge() {
    next_core += core_half;
    pins.core_io_clk = !pins.core_io_clk;
    if (pins.core_io_clk == 0) {
      pins.core_clk = 0;
    } else if (core_cycle++ % IO_CYCLES == 0) {
      pins.core_clk = 1;
    }
  }

  void write_trace() {
    for (const std::uint64_t value : {pins.aresetn, pins.s_axis_tdata, pins.s_axis_tkeep, pins.s_axis_tlast, pins.s_axis_tvalid,
                                      pins.s_axis_tready, pins.m_axis_tdata, pins.m_axis_tkeep, pins.m_axis_tlast,
                                      pins.m_axis_tvalid, pins.m_axis_tready})
      std::fprintf(trace, "%" PRIx64 " ", value);
    std::fputc('\n', trace);
  }

  std::mt19937 draw;
  bool pauses;
  std::unique_ptr<Dut> dut;
  Pins pins;
  std::FILE *trace = nullptr;
  std::uint64_t bus_half = 500;
  std::uint64_t core_half = 500;
  std::uint64_t next_bus = 500;
  std::uint64_t next_core = 750;
  std::uint64_t core_cycle = 0;
};

// Sends messages over AXI4-Stream and receives their digests at the same time.
class Streams {
public:
  explicit Streams(Simulation &simulation) : sim(simulation), top(simulation.ports()) {}

  std::vector<Bytes> hash(const std::vector<Bytes> &messages) {
    std::vector<Bytes> digests;
    Bytes digest;
    std::size_t message = 0;
    std::size_t at = 0;
    bool offered = false;
    for (unsigned waited = 0; digests.size() < messages.size(); ++waited) {
      if (waited > LONGEST_WAIT) fail("no digest");
      if (!offered && message < messages.size() && !sim.pause()) {
        offer(messages[message], at, true);
        offered = true;
      }
      top.s_axis_tvalid = offered;
      top.m_axis_tready = !sim.pause();
      sim.settle();
      const bool taken = offered && top.s_axis_tready != 0;
      const bool received = top.m_axis_tvalid != 0 && top.m_axis_tready != 0;
      check_stable();
      if (received) {
        for (std::size_t i = 0; i < BUS_BYTES; ++i)
          if (top.m_axis_tkeep >> i & 1) digest.push_back(static_cast<std::uint8_t>(top.m_axis_tdata >> (8 * i)));
        if (top.m_axis_tlast) {
          digests.push_back(digest);
          digest.clear();
        }
      }
      const bool ends = offered && top.s_axis_tlast;
      sim.edge();
      if (taken) {
        offered = false;
        at += BUS_BYTES;
        if (ends) {
          ++message;
          at = 0;
        }
      }
      if (taken || received) waited = 0;
    }
    top.s_axis_tvalid = 0;
    return digests;
  }

  // Begin a message and end it by a reset of one cycle.
  void abort(std::size_t beats) {
    const Bytes zeros(beats * BUS_BYTES);
    top.m_axis_tready = 1;
    for (std::size_t beat = 0, waited = 0; beat < beats && waited < 1000; ++waited) {
      offer(zeros, beat * BUS_BYTES, false);
      top.s_axis_tvalid = 1;
      sim.settle();
      beat += top.s_axis_tready;
      sim.edge();
    }
    top.s_axis_tvalid = 0;
    sim.reset(1);
    had_valid = false;
  }

private:
  void offer(const Bytes &data, std::size_t at, bool may_end) {
    top.s_axis_tdata = 0;
    top.s_axis_tkeep = 0;
    for (std::size_t i = 0; i < BUS_BYTES && at + i < data.size(); ++i) {
      top.s_axis_tdata |= std::uint64_t{data[at + i]} << (8 * i);
      top.s_axis_tkeep |= std::uint64_t{1} << i;
    }
    top.s_axis_tlast = may_end && at + BUS_BYTES >= data.size();
  }

  // AXI4-Stream: a beat that is offered stays unchanged until it is taken.
  void check_stable() {
    if (had_valid && (!top.m_axis_tvalid || top.m_axis_tdata != old_data || top.m_axis_tlast != old_last))
      fail("a beat changed before it was taken");
    had_valid = top.m_axis_tvalid && !top.m_axis_tready;
    old_data = top.m_axis_tdata;
    old_last = top.m_axis_tlast;
  }

  Simulation &sim;
  Pins &top;
  bool had_valid = false;
  std::uint64_t old_data = 0;
  std::uint64_t old_last = 0;
};

// AXI4-Lite accesses, for the driver.
class Registers {
public:
  explicit Registers(Simulation &simulation) : sim(simulation), top(simulation.ports()) {}

  std::uint32_t read(std::uint32_t offset) {
    top.s_axi_araddr = offset;
    top.s_axi_arvalid = 1;
    wait(top.s_axi_arready);
    top.s_axi_arvalid = 0;
    while (sim.pause()) sim.edge();
    top.s_axi_rready = 1;
    sim.settle();
    while (!top.s_axi_rvalid) step();
    const auto word = static_cast<std::uint32_t>(top.s_axi_rdata);
    const std::uint64_t response = top.s_axi_rresp;
    sim.edge();
    top.s_axi_rready = 0;
    if (response != 0) fail("a read was answered by an error");
    return word;
  }

  void write(std::uint32_t offset, std::uint32_t word) {
    top.s_axi_awaddr = offset;
    top.s_axi_wdata = word;
    top.s_axi_wstrb = 15;
    // address and data may come in any order
    if (sim.pause()) {
      send_data();
      sim.edge();
      send_address();
    } else {
      send_address();
      if (sim.pause()) sim.edge();
      send_data();
    }
    top.s_axi_bready = 1;
    sim.settle();
    while (!top.s_axi_bvalid) step();
    const std::uint64_t response = top.s_axi_bresp;
    sim.edge();
    top.s_axi_bready = 0;
    if (response != 0) fail("a write was answered by an error");
  }

private:
  void send_address() {
    top.s_axi_awvalid = 1;
    wait(top.s_axi_awready);
    top.s_axi_awvalid = 0;
  }
  void send_data() {
    top.s_axi_wvalid = 1;
    wait(top.s_axi_wready);
    top.s_axi_wvalid = 0;
  }
  void wait(const std::uint64_t &ready) {
    sim.settle();
    while (!ready) step();
    sim.edge();
    progress = 0;
  }
  void step() {
    if (++progress > LONGEST_WAIT) fail("an access does not end");
    sim.edge();
    sim.settle();
  }

  Simulation &sim;
  Pins &top;
  unsigned progress = 0;
};

std::uint32_t read_register(void *bus, std::uint32_t offset) { return static_cast<Registers *>(bus)->read(offset); }
void write_register(void *bus, std::uint32_t offset, std::uint32_t word) { static_cast<Registers *>(bus)->write(offset, word); }

std::vector<Bytes> hash_by_driver(Simulation &sim, const std::vector<Bytes> &messages, bool abort_first) {
  Registers registers(sim);
  const fairhash_device device = {read_register, write_register, &registers};
  const std::size_t size = fairhash_digest_bytes(&device);
  if (size == 0) fail("no component with this register map");
  fairhash_message message;
  if (abort_first) {
    const Bytes part(sim.number() % 300);
    fairhash_start(&message, &device);
    fairhash_add(&message, part.data(), part.size());
    fairhash_reset(&device);
  }
  std::vector<Bytes> digests;
  for (const Bytes &data : messages) {
    fairhash_start(&message, &device);
    const std::size_t cut = data.empty() ? 0 : sim.number() % data.size();
    fairhash_add(&message, data.data(), cut);
    fairhash_add(&message, data.data() + cut, data.size() - cut);
    digests.emplace_back(size);
    fairhash_finish(&message, digests.back().data());
  }
  return digests;
}

Bytes read_file(const char *name) {
  std::ifstream file(name, std::ios::binary);
  if (!file) fail(name);
  return Bytes(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 4) fail("usage: simulate axis|registers SEED FILE...");
  const auto seed = static_cast<std::uint32_t>(std::strtoul(argv[2], nullptr, 10));
  std::vector<Bytes> messages;
  for (int i = 3; i < argc; ++i) messages.push_back(read_file(argv[i]));
  Simulation sim(seed);
  std::vector<Bytes> digests;
  if (std::strcmp(argv[1], "axis") == 0) {
    Streams streams(sim);
    if (seed != 0) streams.abort(sim.number() % 60);
    digests = streams.hash(messages);
  } else {
    digests = hash_by_driver(sim, messages, seed != 0);
  }
  for (int i = 3; i < argc; ++i) {
    for (const std::uint8_t byte : digests[static_cast<std::size_t>(i - 3)]) std::printf("%02x", byte);
    std::printf("  %s\n", argv[i]);
  }
  return 0;
}
