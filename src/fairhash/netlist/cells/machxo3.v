// SPDX-License-Identifier: Apache-2.0
// Cells of Lattice MachXO2 and MachXO3 as its documents describe them (FPGA-DS-02032, chapter 2.2, and the FPGA Libraries Reference
// Guide). All but the carry slice are those of ECP5.

`include "ecp5.v"

// Each half: the LUT4 is the sum without carry and decides whether the carry propagates; the inverted upper four bits of INIT, as
// a LUT2 of A and B, are the generated carry. INJECT1 cuts the half off from the incoming carry's sum and from its own LUT2.
module CCU2D (input CIN, A0, B0, C0, D0, A1, B1, C1, D1, output S0, S1, COUT);
  parameter [15:0] INIT0 = 16'h0000;
  parameter [15:0] INIT1 = 16'h0000;
  parameter INJECT1_0 = "YES";
  parameter INJECT1_1 = "YES";
  wire propagate0 = INIT0[{D0, C0, B0, A0}];
  wire propagate1 = INIT1[{D1, C1, B1, A1}];
  wire generate0 = INJECT1_0 == "YES" ? 1'b0 : ~INIT0[{2'b11, B0, A0}];
  wire generate1 = INJECT1_1 == "YES" ? 1'b0 : ~INIT1[{2'b11, B1, A1}];
  wire carry = propagate0 ? CIN : generate0;
  assign S0 = propagate0 ^ (INJECT1_0 == "YES" ? 1'b0 : CIN);
  assign S1 = propagate1 ^ (INJECT1_1 == "YES" ? 1'b0 : carry);
  assign COUT = propagate1 ? carry : generate1;
endmodule
