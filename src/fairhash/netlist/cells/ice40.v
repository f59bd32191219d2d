// SPDX-License-Identifier: Apache-2.0
// Cells of Lattice iCE40 as its documents describe them (SBTICETechnologyLibrary; FPGA-DS-02029, chapter 2.1): look-up table,
// carry, and the registers: N falling edge, E enable, SR/SS synchronous and R/S asynchronous reset or set. A synchronous reset
// counts only while enabled. No initial values: power-up must not hide a missing reset.

module SB_LUT4 (input I0, I1, I2, I3, output O);
  parameter [15:0] LUT_INIT = 16'h0000;
  assign O = LUT_INIT[{I3, I2, I1, I0}];
endmodule

module SB_CARRY (input I0, I1, CI, output CO);
  assign CO = (I0 & I1) | (CI & (I0 | I1));
endmodule

module SB_DFF (input C, D, output reg Q);
  always @(posedge C) Q <= D;
endmodule

module SB_DFFSR (input C, R, D, output reg Q);
  always @(posedge C) Q <= R ? 1'b0 : D;
endmodule

module SB_DFFR (input C, R, D, output reg Q);
  always @(posedge C, posedge R) if (R) Q <= 1'b0; else Q <= D;
endmodule

module SB_DFFSS (input C, S, D, output reg Q);
  always @(posedge C) Q <= S ? 1'b1 : D;
endmodule

module SB_DFFS (input C, S, D, output reg Q);
  always @(posedge C, posedge S) if (S) Q <= 1'b1; else Q <= D;
endmodule

module SB_DFFE (input C, E, D, output reg Q);
  always @(posedge C) if (E) Q <= D;
endmodule

module SB_DFFESR (input C, E, R, D, output reg Q);
  always @(posedge C) if (E) Q <= R ? 1'b0 : D;
endmodule

module SB_DFFER (input C, E, R, D, output reg Q);
  always @(posedge C, posedge R) if (R) Q <= 1'b0; else if (E) Q <= D;
endmodule

module SB_DFFESS (input C, E, S, D, output reg Q);
  always @(posedge C) if (E) Q <= S ? 1'b1 : D;
endmodule

module SB_DFFES (input C, E, S, D, output reg Q);
  always @(posedge C, posedge S) if (S) Q <= 1'b1; else if (E) Q <= D;
endmodule

module SB_DFFN (input C, D, output reg Q);
  always @(negedge C) Q <= D;
endmodule

module SB_DFFNSR (input C, R, D, output reg Q);
  always @(negedge C) Q <= R ? 1'b0 : D;
endmodule

module SB_DFFNR (input C, R, D, output reg Q);
  always @(negedge C, posedge R) if (R) Q <= 1'b0; else Q <= D;
endmodule

module SB_DFFNSS (input C, S, D, output reg Q);
  always @(negedge C) Q <= S ? 1'b1 : D;
endmodule

module SB_DFFNS (input C, S, D, output reg Q);
  always @(negedge C, posedge S) if (S) Q <= 1'b1; else Q <= D;
endmodule

module SB_DFFNE (input C, E, D, output reg Q);
  always @(negedge C) if (E) Q <= D;
endmodule

module SB_DFFNESR (input C, E, R, D, output reg Q);
  always @(negedge C) if (E) Q <= R ? 1'b0 : D;
endmodule

module SB_DFFNER (input C, E, R, D, output reg Q);
  always @(negedge C, posedge R) if (R) Q <= 1'b0; else if (E) Q <= D;
endmodule

module SB_DFFNESS (input C, E, S, D, output reg Q);
  always @(negedge C) if (E) Q <= S ? 1'b1 : D;
endmodule

module SB_DFFNES (input C, E, S, D, output reg Q);
  always @(negedge C, posedge S) if (S) Q <= 1'b1; else if (E) Q <= D;
endmodule
