// SPDX-License-Identifier: Apache-2.0
// RAM of look-up tables: 16 words of 4 bits, a write port and a read port without register (FPGA-DS-02012, chapter 2.4).
module TRELLIS_DPR16X4 (input [3:0] DI, WAD, input WRE, WCK, input [3:0] RAD, output [3:0] DO);
  parameter WCKMUX = "WCK";
  parameter WREMUX = "WRE";
  parameter [63:0] INITVAL = 64'h0;
  reg [3:0] words [0:15];
  wire clock = WCKMUX == "INV" ? ~WCK : WCK;
  wire enable = WREMUX == "INV" ? ~WRE : WREMUX == "1" ? 1'b1 : WREMUX == "0" ? 1'b0 : WRE;
  always @(posedge clock) if (enable) words[WAD] <= DI;
  assign DO = words[RAD];
endmodule
