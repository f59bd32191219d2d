// SPDX-License-Identifier: Apache-2.0
// A compiled accelerator, cycle by cycle: the ports of its top entity, and what each core waits for. Include this file, and link
// the object files that accelerator_objects() of system/accelerator_engine.py compiles.
//
//   auto dut = make_accelerator(seed);
//   each io_clk cycle: set dut->in, call settle(), read dut->out and cores(), call edge(both)

#ifndef FAIRHASH_ACCELERATOR_DUT_H
#define FAIRHASH_ACCELERATOR_DUT_H

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

constexpr unsigned MOST_BUS_WORDS = 8; // 64-bit words of a row; the lowest one first

struct AcceleratorInputs {
  bool rst = false;
  bool valid = false; // s_axis_tvalid
  bool last = false;  // s_axis_tlast
  bool ready = false; // m_axis_tready
  std::array<std::uint64_t, MOST_BUS_WORDS> data{};
};

struct AcceleratorOutputs {
  bool ready = false; // s_axis_tready
  bool valid = false; // m_axis_tvalid
  bool last = false;  // m_axis_tlast
  std::uint64_t keep = 0;
  std::array<std::uint64_t, MOST_BUS_WORDS> data{};
};

// Handshakes at the ports of one core in a cycle.
struct CorePorts {
  bool in_valid, in_ready, block_end, out_valid, out_ready;
};

class AcceleratorDut {
public:
  virtual ~AcceleratorDut() = default;
  // Drive the inputs, let the circuit settle, and read the outputs: no clock edge. Outputs do not depend on inputs of the same
  // cycle: a row moves if in.valid and out.ready, a result if out.valid and in.ready.
  virtual void settle() = 0;
  // One rising edge of io_clk, of clk too when `both`, with the inputs of the last settle().
  virtual void edge(bool both) = 0;
  virtual unsigned cores() const = 0;
  virtual unsigned bus_words() const = 0;
  virtual CorePorts ports(unsigned core) const = 0;

  AcceleratorInputs in;
  AcceleratorOutputs out;
};

std::unique_ptr<AcceleratorDut> make_accelerator(std::uint32_t seed);

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

#endif
