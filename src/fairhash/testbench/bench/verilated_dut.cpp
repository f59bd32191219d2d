// SPDX-License-Identifier: Apache-2.0
// A core compiled by Verilator, driven by the harness; Vdut.h is what Verilator wrote for it.

#include "Vdut.h"
#include "dut.h"
#include "verilated.h"

namespace {

class VerilatedDut : public Dut {
public:
  explicit VerilatedDut(std::uint32_t seed) {
    context.randReset(2);
    context.randSeed(static_cast<int>(seed & 0x7fffffffu) | 1);
    top = std::make_unique<Vdut>(&context);
    top->clk = 0;
    top->io_clk = 0;
  }

  ~VerilatedDut() override { top->final(); }

  Outputs settle(const Inputs &inputs) override {
    top->rst = inputs.rst;
    top->in_valid = inputs.in_valid;
    top->out_ready = inputs.out_ready;
    put(top->in_data, inputs.in_data);
    top->clk = 0;
    top->io_clk = 0;
    top->eval();
    Outputs outputs;
    outputs.in_ready = top->in_ready;
    outputs.out_valid = top->out_valid;
    get(top->out_data, outputs.out_data);
    return outputs;
  }

  void edge(bool both) override {
    top->io_clk = 1;
    top->clk = both;
    top->eval();
  }

private:
  template <class Port> static void put(Port &port, const PortWord &value) { port = static_cast<Port>(port_limb(value, 0)); }
  template <class Port> static void get(const Port &port, PortWord &value) { set_port_limb(value, 0, port); }

  // Verilator holds a port of more than 64 bits as an array of 32-bit words, the lowest first.
  template <std::size_t WORDS> static void put(VlWide<WORDS> &port, const PortWord &value) {
    for (std::size_t i = 0; i < WORDS; ++i) port[i] = static_cast<EData>(port_limb(value, i / 2) >> (i % 2 * 32));
  }
  template <std::size_t WORDS> static void get(const VlWide<WORDS> &port, PortWord &value) {
    for (std::size_t i = 0; i < WORDS; i += 2) {
      const std::uint64_t high = i + 1 < WORDS ? port[i + 1] : 0;
      set_port_limb(value, i / 2, high << 32 | port[i]);
    }
  }

  VerilatedContext context;
  std::unique_ptr<Vdut> top;
};

} // namespace

std::unique_ptr<Dut> make_dut(const std::string &, std::uint32_t seed) { return std::make_unique<VerilatedDut>(seed); }
