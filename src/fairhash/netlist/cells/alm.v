// SPDX-License-Identifier: Apache-2.0
// Halves of Intel's adaptive logic module as its documents describe it (CV-52001, "Logic Array Blocks and Adaptive Logic Modules"),
// under the names Yosys gives them: look-up tables, the half that adds two of them, register.
// No initial values: power-up must not hide a missing reset.

module MISTRAL_NOT (input A, output Q);
  assign Q = ~A;
endmodule

module MISTRAL_ALUT2 (input A, B, output Q);
  parameter [3:0] LUT = 4'h0;
  assign Q = LUT[{B, A}];
endmodule

module MISTRAL_ALUT3 (input A, B, C, output Q);
  parameter [7:0] LUT = 8'h00;
  assign Q = LUT[{C, B, A}];
endmodule

module MISTRAL_ALUT4 (input A, B, C, D, output Q);
  parameter [15:0] LUT = 16'h0000;
  assign Q = LUT[{D, C, B, A}];
endmodule

// The simulator of netlists knows tables of up to four inputs.
module MISTRAL_ALUT5 (input A, B, C, D, E, output Q);
  parameter [31:0] LUT = 32'h0;
  wire low, high;
  MISTRAL_ALUT4 #(.LUT(LUT[15:0])) lower (A, B, C, D, low);
  MISTRAL_ALUT4 #(.LUT(LUT[31:16])) upper (A, B, C, D, high);
  assign Q = E ? high : low;
endmodule

module MISTRAL_ALUT6 (input A, B, C, D, E, F, output Q);
  parameter [63:0] LUT = 64'h0;
  wire low, high;
  MISTRAL_ALUT5 #(.LUT(LUT[31:0])) lower (A, B, C, D, E, low);
  MISTRAL_ALUT5 #(.LUT(LUT[63:32])) upper (A, B, C, D, E, high);
  assign Q = F ? high : low;
endmodule

// The adder takes one table as it is and the other one inverted.
module MISTRAL_ALUT_ARITH (input A, B, C, D0, D1, CI, output SO, CO);
  parameter [15:0] LUT0 = 16'h0000;
  parameter [15:0] LUT1 = 16'h0000;
  wire left = LUT0[{D0, C, B, A}];
  wire right = ~LUT1[{D1, C, B, A}];
  assign SO = left ^ right ^ CI;
  assign CO = (left & right) | (CI & (left | right));
endmodule

// ACLR acts at once and when low; synchronous clear goes before load, both only while enabled.
module MISTRAL_FF (input DATAIN, CLK, ACLR, ENA, SCLR, SLOAD, SDATA, output reg Q);
  always @(posedge CLK, negedge ACLR)
    if (!ACLR) Q <= 1'b0;
    else if (ENA) Q <= SCLR ? 1'b0 : SLOAD ? SDATA : DATAIN;
endmodule
