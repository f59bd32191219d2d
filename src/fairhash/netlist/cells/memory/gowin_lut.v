// SPDX-License-Identifier: Apache-2.0
// RAM of look-up tables of Gowin, from SUG283 (Gowin primitives guide): 16 words of one, two or four bits.

module RAM16SDP1 (input DI, input [3:0] WAD, RAD, input WRE, CLK, output DO);
  parameter [15:0] INIT_0 = 16'b0;
  fairhash_lut_ram #(.WIDTH(1), .INIT(INIT_0)) ram0 (
    .clk(CLK), .write(WRE), .write_address(WAD), .read_address(RAD), .data(DI), .q(DO));
endmodule

module RAM16S1 (input DI, input [3:0] AD, input WRE, CLK, output DO);
  parameter [15:0] INIT_0 = 16'b0;
  fairhash_lut_ram #(.WIDTH(1), .INIT(INIT_0)) ram0 (
    .clk(CLK), .write(WRE), .write_address(AD), .read_address(AD), .data(DI), .q(DO));
endmodule

module RAM16SDP2 (input [1:0] DI, input [3:0] WAD, RAD, input WRE, CLK, output [1:0] DO);
  parameter [15:0] INIT_0 = 16'b0, INIT_1 = 16'b0;
  fairhash_lut_ram #(.WIDTH(1), .INIT(INIT_0)) ram0 (
    .clk(CLK), .write(WRE), .write_address(WAD), .read_address(RAD), .data(DI[0]), .q(DO[0]));
  fairhash_lut_ram #(.WIDTH(1), .INIT(INIT_1)) ram1 (
    .clk(CLK), .write(WRE), .write_address(WAD), .read_address(RAD), .data(DI[1]), .q(DO[1]));
endmodule

module RAM16S2 (input [1:0] DI, input [3:0] AD, input WRE, CLK, output [1:0] DO);
  parameter [15:0] INIT_0 = 16'b0, INIT_1 = 16'b0;
  fairhash_lut_ram #(.WIDTH(1), .INIT(INIT_0)) ram0 (
    .clk(CLK), .write(WRE), .write_address(AD), .read_address(AD), .data(DI[0]), .q(DO[0]));
  fairhash_lut_ram #(.WIDTH(1), .INIT(INIT_1)) ram1 (
    .clk(CLK), .write(WRE), .write_address(AD), .read_address(AD), .data(DI[1]), .q(DO[1]));
endmodule

module RAM16SDP4 (input [3:0] DI, input [3:0] WAD, RAD, input WRE, CLK, output [3:0] DO);
  parameter [15:0] INIT_0 = 16'b0, INIT_1 = 16'b0, INIT_2 = 16'b0, INIT_3 = 16'b0;
  fairhash_lut_ram #(.WIDTH(1), .INIT(INIT_0)) ram0 (
    .clk(CLK), .write(WRE), .write_address(WAD), .read_address(RAD), .data(DI[0]), .q(DO[0]));
  fairhash_lut_ram #(.WIDTH(1), .INIT(INIT_1)) ram1 (
    .clk(CLK), .write(WRE), .write_address(WAD), .read_address(RAD), .data(DI[1]), .q(DO[1]));
  fairhash_lut_ram #(.WIDTH(1), .INIT(INIT_2)) ram2 (
    .clk(CLK), .write(WRE), .write_address(WAD), .read_address(RAD), .data(DI[2]), .q(DO[2]));
  fairhash_lut_ram #(.WIDTH(1), .INIT(INIT_3)) ram3 (
    .clk(CLK), .write(WRE), .write_address(WAD), .read_address(RAD), .data(DI[3]), .q(DO[3]));
endmodule

module RAM16S4 (input [3:0] DI, input [3:0] AD, input WRE, CLK, output [3:0] DO);
  parameter [15:0] INIT_0 = 16'b0, INIT_1 = 16'b0, INIT_2 = 16'b0, INIT_3 = 16'b0;
  fairhash_lut_ram #(.WIDTH(1), .INIT(INIT_0)) ram0 (
    .clk(CLK), .write(WRE), .write_address(AD), .read_address(AD), .data(DI[0]), .q(DO[0]));
  fairhash_lut_ram #(.WIDTH(1), .INIT(INIT_1)) ram1 (
    .clk(CLK), .write(WRE), .write_address(AD), .read_address(AD), .data(DI[1]), .q(DO[1]));
  fairhash_lut_ram #(.WIDTH(1), .INIT(INIT_2)) ram2 (
    .clk(CLK), .write(WRE), .write_address(AD), .read_address(AD), .data(DI[2]), .q(DO[2]));
  fairhash_lut_ram #(.WIDTH(1), .INIT(INIT_3)) ram3 (
    .clk(CLK), .write(WRE), .write_address(AD), .read_address(AD), .data(DI[3]), .q(DO[3]));
endmodule
