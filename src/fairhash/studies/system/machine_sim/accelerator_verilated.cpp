// SPDX-License-Identifier: Apache-2.0
// An accelerator compiled by Verilator, with the interface of accelerator_dut.h; Vdut.h is what Verilator wrote for it. CORES and BUS_BITS are
// defined on the compiler's command line.

#include "Vdut.h"
#include "accelerator_dut.h"
#include "verilated.h"

namespace {

constexpr unsigned BUS_WORDS = BUS_BITS / 64;
constexpr unsigned PORTS = 5; // bits of core_ports for each core

// Ports of up to 64 bits are integers, wider ones arrays of 32-bit words.
template <class Port> std::uint64_t bits_at(const Port &port, unsigned low, unsigned count) {
  const std::uint64_t mask = (std::uint64_t{1} << count) - 1;
  if constexpr (std::is_integral_v<Port>) {
    return (static_cast<std::uint64_t>(port) >> low) & mask;
  } else {
    std::uint64_t value = port[low / 32] >> (low % 32);
    if (low % 32 + count > 32) value |= static_cast<std::uint64_t>(port[low / 32 + 1]) << (32 - low % 32);
    return value & mask;
  }
}

template <class Port> void put_word(Port &port, unsigned word, std::uint64_t value) {
  if constexpr (std::is_integral_v<Port>) {
    port = static_cast<Port>(value);
  } else {
    port[2 * word] = static_cast<std::uint32_t>(value);
    port[2 * word + 1] = static_cast<std::uint32_t>(value >> 32);
  }
}

template <class Port> std::uint64_t get_word(const Port &port, unsigned word) {
  if constexpr (std::is_integral_v<Port>)
    return port;
  else
    return port[2 * word] | static_cast<std::uint64_t>(port[2 * word + 1]) << 32;
}

class VerilatedAccelerator : public AcceleratorDut {
public:
  explicit VerilatedAccelerator(std::uint32_t seed) {
    context.randReset(2);
    context.randSeed(static_cast<int>(seed & 0x7fffffffu) | 1);
    top = std::make_unique<Vdut>(&context);
    top->clk = 0;
    top->io_clk = 0;
  }

  ~VerilatedAccelerator() override { top->final(); }

  void settle() override {
    put_inputs();
    top->clk = 0;
    top->io_clk = 0;
    top->eval();
    out.ready = top->s_axis_tready;
    out.valid = top->m_axis_tvalid;
    if (out.valid) {
      out.last = top->m_axis_tlast;
      out.keep = top->m_axis_tkeep;
      for (unsigned i = 0; i < BUS_WORDS; ++i) out.data[i] = get_word(top->m_axis_tdata, i);
    }
  }

  void edge(bool both) override {
    top->io_clk = 1;
    top->clk = both;
    top->eval();
  }

  unsigned cores() const override { return CORES; }
  unsigned bus_words() const override { return BUS_WORDS; }

  CorePorts ports(unsigned core) const override {
    const std::uint64_t bits = bits_at(top->core_ports, PORTS * core, PORTS);
    return {(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0, (bits & 16) != 0};
  }

private:
  void put_inputs() {
    top->rst = in.rst;
    top->s_axis_tvalid = in.valid;
    top->s_axis_tlast = in.last;
    top->m_axis_tready = in.ready;
    for (unsigned i = 0; i < BUS_WORDS; ++i) put_word(top->s_axis_tdata, i, in.data[i]);
  }

  VerilatedContext context;
  std::unique_ptr<Vdut> top;
};

} // namespace

std::unique_ptr<AcceleratorDut> make_accelerator(std::uint32_t seed) { return std::make_unique<VerilatedAccelerator>(seed); }
