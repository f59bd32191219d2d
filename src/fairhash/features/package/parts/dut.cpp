// SPDX-License-Identifier: Apache-2.0
// The components as Verilator compiles them; IO_RATIO is defined by the compiler's command line.

#include "Vdut.h"
#include "pins.h"
#include "verilated.h"

const unsigned BUS_BYTES = sizeof(Vdut::s_axis_tdata);
const unsigned IO_CYCLES = IO_RATIO;

double sc_time_stamp() { return 0; }

namespace {

class VerilatedDut : public Dut {
public:
  explicit VerilatedDut(std::uint32_t seed) {
    context.randReset(2);
    context.randSeed(static_cast<int>(seed & 0x7fffffffu) | 1);
    top = std::make_unique<Vdut>(&context);
  }
  ~VerilatedDut() override { top->final(); }

  void eval(Pins &pins) override {
    put(top->aclk, pins.aclk), put(top->aresetn, pins.aresetn);
    put(top->core_clk, pins.core_clk), put(top->core_io_clk, pins.core_io_clk);
    put(top->s_axis_tdata, pins.s_axis_tdata), put(top->s_axis_tkeep, pins.s_axis_tkeep);
    put(top->s_axis_tlast, pins.s_axis_tlast), put(top->s_axis_tvalid, pins.s_axis_tvalid);
    put(top->m_axis_tready, pins.m_axis_tready);
    put(top->s_axi_awaddr, pins.s_axi_awaddr), put(top->s_axi_awvalid, pins.s_axi_awvalid);
    put(top->s_axi_wdata, pins.s_axi_wdata), put(top->s_axi_wstrb, pins.s_axi_wstrb), put(top->s_axi_wvalid, pins.s_axi_wvalid);
    put(top->s_axi_bready, pins.s_axi_bready);
    put(top->s_axi_araddr, pins.s_axi_araddr), put(top->s_axi_arvalid, pins.s_axi_arvalid);
    put(top->s_axi_rready, pins.s_axi_rready);
    top->eval();
    pins.s_axis_tready = top->s_axis_tready;
    pins.m_axis_tdata = top->m_axis_tdata, pins.m_axis_tkeep = top->m_axis_tkeep;
    pins.m_axis_tlast = top->m_axis_tlast, pins.m_axis_tvalid = top->m_axis_tvalid;
    pins.s_axi_awready = top->s_axi_awready, pins.s_axi_wready = top->s_axi_wready;
    pins.s_axi_bresp = top->s_axi_bresp, pins.s_axi_bvalid = top->s_axi_bvalid;
    pins.s_axi_arready = top->s_axi_arready;
    pins.s_axi_rdata = top->s_axi_rdata, pins.s_axi_rresp = top->s_axi_rresp, pins.s_axi_rvalid = top->s_axi_rvalid;
    pins.irq = top->irq;
  }

private:
  template <class Port> static void put(Port &port, std::uint64_t value) { port = static_cast<Port>(value); }

  VerilatedContext context;
  std::unique_ptr<Vdut> top;
};

} // namespace

std::unique_ptr<Dut> make_dut(std::uint32_t seed) { return std::make_unique<VerilatedDut>(seed); }
