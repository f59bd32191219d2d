// SPDX-License-Identifier: Apache-2.0
// Properties of rtl/shell/io_phase.vhd for RATIO > 1. `rises` is '1' in the cycles of io_clk that end with a rising edge of clk.
module proof #(parameter RATIO = 2) (input io_clk, input rst);
  reg [7:0] cycle = 0; // of io_clk in the period of clk
  reg       running = 0;
  reg [7:0] periods;   // whole periods of clk since the reset, at most 2
  wire      rises = cycle == RATIO - 1;

  wire tick, parity, seen_parity;
  wire [$clog2(RATIO)-1:0] phase;

  io_phase dut (.clk(rises), .io_clk(io_clk), .rst(rst), .tick(tick), .two_clocks_parity(parity),
    .two_clocks_seen_parity(seen_parity), .two_clocks_phase(phase));

  reset_rule #(3 * RATIO) rule (.clk(io_clk), .rst(rst));

  always @(posedge io_clk) begin
    cycle <= rises ? 0 : cycle + 1;
    if (rst) periods <= 0;
    else if (rises && periods != 2) periods <= periods + 1;
    running <= !rst;
  end

  always @* begin
    // rst changes only with clk
    if (cycle != 0) assume (rst == !running);
    assert (cycle < RATIO);
    if (!rst) begin
      // no cycle that does not end with an edge of clk is marked, and from the second period on all that do are
      if (tick) assert (rises);
      if (periods != 0 && rises) assert (tick);
      // invariants
      assert (periods <= 2);
      if (periods == 0) assert (phase == 0 && !parity && !seen_parity);
      else begin
        // between two edges of clk, phase counts on to RATIO or overflows to 0
        if (cycle != 0) assert (phase == cycle);
        else assert (phase == 0 || phase == RATIO);
        assert ((parity != seen_parity) == (cycle == 0));
      end
    end
  end
endmodule
