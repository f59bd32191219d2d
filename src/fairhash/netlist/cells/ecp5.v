// SPDX-License-Identifier: Apache-2.0
// Cells of Lattice ECP5 as its documents describe them (FPGA-DS-02012, chapter 2.4, and the FPGA Libraries Reference Guide):
// look-up table, wide multiplexers, two-bit carry slice, slice register. No initial values: power-up must not hide a missing reset.

module LUT4 (input A, B, C, D, output Z);
  parameter [15:0] INIT = 16'h0000;
  assign Z = INIT[{D, C, B, A}];
endmodule

module PFUMX (input ALUT, BLUT, C0, output Z);
  assign Z = C0 ? ALUT : BLUT;
endmodule

module L6MUX21 (input D0, D1, SD, output Z);
  assign Z = SD ? D1 : D0;
endmodule

// Each half: the upper LUT4 is the sum without carry and decides whether the carry propagates; the lower four bits of INIT, as
// a LUT2 of A and B, are the generated carry. INJECT1 cuts the half off from the incoming carry's sum and from its own LUT2.
module CCU2C (input CIN, A0, B0, C0, D0, A1, B1, C1, D1, output S0, S1, COUT);
  parameter [15:0] INIT0 = 16'h0000;
  parameter [15:0] INIT1 = 16'h0000;
  parameter INJECT1_0 = "YES";
  parameter INJECT1_1 = "YES";
  wire propagate0 = INIT0[{D0, C0, B0, A0}];
  wire propagate1 = INIT1[{D1, C1, B1, A1}];
  wire generate0 = INJECT1_0 == "YES" ? 1'b0 : INIT0[{2'b00, B0, A0}];
  wire generate1 = INJECT1_1 == "YES" ? 1'b0 : INIT1[{2'b00, B1, A1}];
  wire carry = propagate0 ? CIN : generate0;
  assign S0 = propagate0 ^ (INJECT1_0 == "YES" ? 1'b0 : CIN);
  assign S1 = propagate1 ^ (INJECT1_1 == "YES" ? 1'b0 : carry);
  assign COUT = propagate1 ? carry : generate1;
endmodule

// SRMODE: ASYNC, LSR_OVER_CE (reset whether enabled or not) or CE_OVER_LSR.
module TRELLIS_FF (input CLK, LSR, CE, DI, M, output reg Q);
  parameter GSR = "ENABLED";
  parameter CEMUX = "1";
  parameter CLKMUX = "CLK";
  parameter LSRMUX = "LSR";
  parameter LSRONMUX = "LSRMUX";
  parameter REGSET = "RESET";
  parameter SD = "0";
  parameter SRMODE = "LSR_OVER_CE";
  wire clock = CLKMUX == "INV" ? ~CLK : CLK;
  wire enable = CEMUX == "1" ? 1'b1 : CEMUX == "0" ? 1'b0 : CEMUX == "INV" ? ~CE : CE;
  wire reset = LSRONMUX == "0" ? 1'b0 : LSRMUX == "INV" ? ~LSR : LSR;
  localparam VALUE = REGSET == "SET";
  generate
    if (SRMODE == "ASYNC") begin
      always @(posedge clock, posedge reset)
        if (reset) Q <= VALUE;
        else if (enable) Q <= DI;
    end else if (SRMODE == "LSR_OVER_CE") begin
      always @(posedge clock)
        if (reset) Q <= VALUE;
        else if (enable) Q <= DI;
    end else begin
      always @(posedge clock)
        if (enable) Q <= reset ? VALUE : DI;
    end
  endgenerate
endmodule
