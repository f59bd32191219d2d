// SPDX-License-Identifier: Apache-2.0
// Cells of Gowin GW1N, GW2A and GW5A as its documents describe them (SUG283, Gowin Primitives; UG288, Configurable Function Unit):
// look-up tables, wide multiplexers, carry, constants, and the registers: N falling edge, E enable, R/S synchronous reset or set,
// C/P asynchronous clear or preset. A reset counts whether enabled or not. No initial values: power-up must not hide a missing reset.

module LUT1 (input I0, output F);
  parameter [1:0] INIT = 0;
  assign F = INIT[{I0}];
endmodule

module LUT2 (input I0, I1, output F);
  parameter [3:0] INIT = 0;
  assign F = INIT[{I1, I0}];
endmodule

module LUT3 (input I0, I1, I2, output F);
  parameter [7:0] INIT = 0;
  assign F = INIT[{I2, I1, I0}];
endmodule

module LUT4 (input I0, I1, I2, I3, output F);
  parameter [15:0] INIT = 0;
  assign F = INIT[{I3, I2, I1, I0}];
endmodule

module MUX2_LUT5 (input I0, I1, S0, output O);
  assign O = S0 ? I1 : I0;
endmodule

module MUX2_LUT6 (input I0, I1, S0, output O);
  assign O = S0 ? I1 : I0;
endmodule

module MUX2_LUT7 (input I0, I1, S0, output O);
  assign O = S0 ? I1 : I0;
endmodule

module MUX2_LUT8 (input I0, I1, S0, output O);
  assign O = S0 ? I1 : I0;
endmodule

// A sum, or a difference where I3 is 0: the modes that synthesis uses. In any other nothing drives the outputs.
module ALU (input I0, I1, I3, CIN, output SUM, COUT);
  parameter ALU_MODE = 0;
  generate
    if (ALU_MODE <= 2) begin
      wire plain = ALU_MODE == 0 ? 1'b1 : ALU_MODE == 1 ? 1'b0 : I3;
      wire propagate = I0 ^ I1 ^ ~plain;
      assign SUM = propagate ^ CIN;
      assign COUT = propagate ? CIN : I0;
    end
  endgenerate
endmodule

module VCC (output V);
  assign V = 1'b1;
endmodule

module GND (output G);
  assign G = 1'b0;
endmodule

module DFF (input CLK, D, output reg Q);
  always @(posedge CLK) Q <= D;
endmodule

module DFFE (input CLK, CE, D, output reg Q);
  always @(posedge CLK) if (CE) Q <= D;
endmodule

module DFFR (input CLK, RESET, D, output reg Q);
  always @(posedge CLK) if (RESET) Q <= 1'b0; else Q <= D;
endmodule

module DFFRE (input CLK, CE, RESET, D, output reg Q);
  always @(posedge CLK) if (RESET) Q <= 1'b0; else if (CE) Q <= D;
endmodule

module DFFS (input CLK, SET, D, output reg Q);
  always @(posedge CLK) if (SET) Q <= 1'b1; else Q <= D;
endmodule

module DFFSE (input CLK, CE, SET, D, output reg Q);
  always @(posedge CLK) if (SET) Q <= 1'b1; else if (CE) Q <= D;
endmodule

module DFFC (input CLK, CLEAR, D, output reg Q);
  always @(posedge CLK, posedge CLEAR) if (CLEAR) Q <= 1'b0; else Q <= D;
endmodule

module DFFCE (input CLK, CE, CLEAR, D, output reg Q);
  always @(posedge CLK, posedge CLEAR) if (CLEAR) Q <= 1'b0; else if (CE) Q <= D;
endmodule

module DFFP (input CLK, PRESET, D, output reg Q);
  always @(posedge CLK, posedge PRESET) if (PRESET) Q <= 1'b1; else Q <= D;
endmodule

module DFFPE (input CLK, CE, PRESET, D, output reg Q);
  always @(posedge CLK, posedge PRESET) if (PRESET) Q <= 1'b1; else if (CE) Q <= D;
endmodule

module DFFN (input CLK, D, output reg Q);
  always @(negedge CLK) Q <= D;
endmodule

module DFFNE (input CLK, CE, D, output reg Q);
  always @(negedge CLK) if (CE) Q <= D;
endmodule

module DFFNR (input CLK, RESET, D, output reg Q);
  always @(negedge CLK) if (RESET) Q <= 1'b0; else Q <= D;
endmodule

module DFFNRE (input CLK, CE, RESET, D, output reg Q);
  always @(negedge CLK) if (RESET) Q <= 1'b0; else if (CE) Q <= D;
endmodule

module DFFNS (input CLK, SET, D, output reg Q);
  always @(negedge CLK) if (SET) Q <= 1'b1; else Q <= D;
endmodule

module DFFNSE (input CLK, CE, SET, D, output reg Q);
  always @(negedge CLK) if (SET) Q <= 1'b1; else if (CE) Q <= D;
endmodule

module DFFNC (input CLK, CLEAR, D, output reg Q);
  always @(negedge CLK, posedge CLEAR) if (CLEAR) Q <= 1'b0; else Q <= D;
endmodule

module DFFNCE (input CLK, CE, CLEAR, D, output reg Q);
  always @(negedge CLK, posedge CLEAR) if (CLEAR) Q <= 1'b0; else if (CE) Q <= D;
endmodule

module DFFNP (input CLK, PRESET, D, output reg Q);
  always @(negedge CLK, posedge PRESET) if (PRESET) Q <= 1'b1; else Q <= D;
endmodule

module DFFNPE (input CLK, CE, PRESET, D, output reg Q);
  always @(negedge CLK, posedge PRESET) if (PRESET) Q <= 1'b1; else if (CE) Q <= D;
endmodule
