// SPDX-License-Identifier: Apache-2.0
// A compiled accelerator, cycle by cycle: the ports of its top entity, and the handshakes of each core. Include this file, and link
// the object files that accelerator_objects() of system/machine_rtl.py compiles.
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

#endif
