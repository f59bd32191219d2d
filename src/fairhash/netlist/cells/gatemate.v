// SPDX-License-Identifier: Apache-2.0
// Cells of Cologne Chip GateMate as its documents describe them (UG1001, GateMate Primitives Library): look-up tables, trees of
// two-input tables, multiplexers, full adder, register. An input that a tree does not heed may be open. No initial values: power-up
// must not hide a missing reset.

module CC_LUT1 (input I0, output O);
  parameter [1:0] INIT = 0;
  assign O = INIT[{I0}];
endmodule

module CC_LUT2 (input I0, I1, output O);
  parameter [3:0] INIT = 0;
  assign O = INIT[{I1, I0}];
endmodule

module CC_LUT3 (input I0, I1, I2, output O);
  parameter [7:0] INIT = 0;
  assign O = INIT[{I2, I1, I0}];
endmodule

module CC_LUT4 (input I0, I1, I2, I3, output O);
  parameter [15:0] INIT = 0;
  assign O = INIT[{I3, I2, I1, I0}];
endmodule

module CC_L2T4 (input I0 = 1'b0, I1 = 1'b0, I2 = 1'b0, I3 = 1'b0, output O);
  parameter [3:0] INIT_L00 = 0;
  parameter [3:0] INIT_L01 = 0;
  parameter [3:0] INIT_L10 = 0;
  wire low = INIT_L00[{I1, I0}];
  wire high = INIT_L01[{I3, I2}];
  assign O = INIT_L10[{high, low}];
endmodule

module CC_L2T5 (input I0 = 1'b0, I1 = 1'b0, I2 = 1'b0, I3 = 1'b0, I4 = 1'b0, output O);
  parameter [3:0] INIT_L02 = 0;
  parameter [3:0] INIT_L03 = 0;
  parameter [3:0] INIT_L11 = 0;
  parameter [3:0] INIT_L20 = 0;
  wire low = INIT_L02[{I1, I0}];
  wire high = INIT_L03[{I3, I2}];
  wire both = INIT_L11[{high, low}];
  assign O = INIT_L20[{both, I4}];
endmodule

module CC_MX2 (input D0, D1, S0, output Y);
  assign Y = S0 ? D1 : D0;
endmodule

module CC_MX4 (input D0, D1, D2, D3, S0, S1, output Y);
  wire low = S0 ? D1 : D0;
  wire high = S0 ? D3 : D2;
  assign Y = S1 ? high : low;
endmodule

module CC_MX8 (input D0, D1, D2, D3, D4, D5, D6, D7, S0, S1, S2, output Y);
  wire low, high;
  CC_MX4 first (.D0(D0), .D1(D1), .D2(D2), .D3(D3), .S0(S0), .S1(S1), .Y(low));
  CC_MX4 second (.D0(D4), .D1(D5), .D2(D6), .D3(D7), .S0(S0), .S1(S1), .Y(high));
  assign Y = S2 ? high : low;
endmodule

module CC_ADDF (input A, B, CI, output CO, S);
  wire propagate = A ^ B;
  assign S = propagate ^ CI;
  assign CO = propagate ? CI : A;
endmodule

// SR sets or resets at any time; that is not modelled here, so that a netlist that uses it fails. Synchronous
// resets do not: the family has none, and synthesis makes them of logic.
module CC_DFF (input D, CLK, EN, SR, output reg Q);
  parameter [0:0] CLK_INV = 0;
  parameter [0:0] EN_INV = 0;
  parameter [0:0] SR_INV = 0;
  parameter [0:0] SR_VAL = 0;
  parameter [0:0] INIT = 0;
  wire clock = CLK ^ CLK_INV;
  wire next = EN ^ EN_INV ? D : Q;
  always @(posedge clock) Q <= SR ^ SR_INV ? 1'bx : next;
endmodule
