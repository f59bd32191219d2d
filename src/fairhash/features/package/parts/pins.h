// SPDX-License-Identifier: Apache-2.0
// The ports of both components as plain numbers, whatever simulates them; names are those of the ports.

#ifndef FAIRHASH_PINS_H
#define FAIRHASH_PINS_H

#include <cstdint>
#include <memory>

struct Pins {
  std::uint64_t aclk = 0, aresetn = 0, core_clk = 0, core_io_clk = 0;
  std::uint64_t s_axis_tdata = 0, s_axis_tkeep = 0, s_axis_tlast = 0, s_axis_tvalid = 0, s_axis_tready = 0;
  std::uint64_t m_axis_tdata = 0, m_axis_tkeep = 0, m_axis_tlast = 0, m_axis_tvalid = 0, m_axis_tready = 0;
  std::uint64_t s_axi_awaddr = 0, s_axi_awvalid = 0, s_axi_awready = 0;
  std::uint64_t s_axi_wdata = 0, s_axi_wstrb = 0, s_axi_wvalid = 0, s_axi_wready = 0;
  std::uint64_t s_axi_bresp = 0, s_axi_bvalid = 0, s_axi_bready = 0;
  std::uint64_t s_axi_araddr = 0, s_axi_arvalid = 0, s_axi_arready = 0;
  std::uint64_t s_axi_rdata = 0, s_axi_rresp = 0, s_axi_rvalid = 0, s_axi_rready = 0;
  std::uint64_t irq = 0;
};

class Dut {
public:
  virtual ~Dut() = default;
  // Drive the inputs, let the circuit settle, and read the outputs.
  virtual void eval(Pins &pins) = 0;
};

extern const unsigned BUS_BYTES; // of tdata
extern const unsigned IO_CYCLES; // of core_io_clk in one of core_clk

// Every register starts at a value drawn from `seed`.
std::unique_ptr<Dut> make_dut(std::uint32_t seed);

#endif
