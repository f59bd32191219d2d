// SPDX-License-Identifier: Apache-2.0
// Cells of the Xilinx families before UltraScale as their documents describe them (UG331, chapter 5, for four-input families; UG190
// and UG384 for six-input ones; the Libraries Guides UG607 and UG953): look-up tables, carry logic, wide multiplexers, slice registers.
// No initial values: power-up must not hide a missing reset.

module INV (input I, output O);
  assign O = ~I;
endmodule

module LUT1 (input I0, output O);
  parameter [1:0] INIT = 2'b00;
  assign O = INIT[I0];
endmodule

module LUT2 (input I0, I1, output O);
  parameter [3:0] INIT = 4'h0;
  assign O = INIT[{I1, I0}];
endmodule

module LUT3 (input I0, I1, I2, output O);
  parameter [7:0] INIT = 8'h00;
  assign O = INIT[{I2, I1, I0}];
endmodule

module LUT4 (input I0, I1, I2, I3, output O);
  parameter [15:0] INIT = 16'h0000;
  assign O = INIT[{I3, I2, I1, I0}];
endmodule

// The simulator of netlists knows tables of up to four inputs.
module LUT5 (input I0, I1, I2, I3, I4, output O);
  parameter [31:0] INIT = 32'h0;
  wire low, high;
  LUT4 #(.INIT(INIT[15:0])) lower (I0, I1, I2, I3, low);
  LUT4 #(.INIT(INIT[31:16])) upper (I0, I1, I2, I3, high);
  assign O = I4 ? high : low;
endmodule

module LUT6 (input I0, I1, I2, I3, I4, I5, output O);
  parameter [63:0] INIT = 64'h0;
  wire low, high;
  LUT5 #(.INIT(INIT[31:0])) lower (I0, I1, I2, I3, I4, low);
  LUT5 #(.INIT(INIT[63:32])) upper (I0, I1, I2, I3, I4, high);
  assign O = I5 ? high : low;
endmodule

module MUXF5 (input I0, I1, S, output O);
  assign O = S ? I1 : I0;
endmodule

module MUXF6 (input I0, I1, S, output O);
  assign O = S ? I1 : I0;
endmodule

module MUXF7 (input I0, I1, S, output O);
  assign O = S ? I1 : I0;
endmodule

module MUXF8 (input I0, I1, S, output O);
  assign O = S ? I1 : I0;
endmodule

module MUXCY (input CI, DI, S, output O);
  assign O = S ? CI : DI;
endmodule

module XORCY (input CI, LI, output O);
  assign O = CI ^ LI;
endmodule

// Four bits of the chain; it begins either at the carry from below or at CYINIT, the other one being tied low.
module CARRY4 (input CI, CYINIT, input [3:0] DI, S, output [3:0] CO, O);
  wire [3:0] carry = {CO[2:0], CI | CYINIT};
  assign O = S ^ carry;
  assign CO = (S & carry) | (~S & DI);
endmodule

module FDRE (input C, CE, D, R, output reg Q);
  parameter [0:0] INIT = 1'b0;
  always @(posedge C)
    if (R) Q <= 1'b0;
    else if (CE) Q <= D;
endmodule

module FDSE (input C, CE, D, S, output reg Q);
  parameter [0:0] INIT = 1'b1;
  always @(posedge C)
    if (S) Q <= 1'b1;
    else if (CE) Q <= D;
endmodule

module FDCE (input C, CE, CLR, D, output reg Q);
  parameter [0:0] INIT = 1'b0;
  always @(posedge C, posedge CLR)
    if (CLR) Q <= 1'b0;
    else if (CE) Q <= D;
endmodule

module FDPE (input C, CE, D, PRE, output reg Q);
  parameter [0:0] INIT = 1'b1;
  always @(posedge C, posedge PRE)
    if (PRE) Q <= 1'b1;
    else if (CE) Q <= D;
endmodule
