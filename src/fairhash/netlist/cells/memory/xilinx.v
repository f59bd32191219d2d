// SPDX-License-Identifier: Apache-2.0
// RAM of look-up tables of Xilinx, from UG621 (libraries guide): 32 words of two bits with three more reading ports.

module RAM32M (
  input [4:0] ADDRA, ADDRB, ADDRC, ADDRD, input [1:0] DIA, DIB, DIC, DID, input WCLK, WE,
  output [1:0] DOA, DOB, DOC, DOD
);
  parameter [63:0] INIT_A = 64'b0, INIT_B = 64'b0, INIT_C = 64'b0, INIT_D = 64'b0;
  parameter IS_WCLK_INVERTED = 1'b0;
  wire clock = WCLK ^ IS_WCLK_INVERTED;
  fairhash_lut_ram #(.ADDRESS_BITS(5), .WIDTH(2), .INIT(INIT_A)) ram_a (
    .clk(clock), .write(WE), .write_address(ADDRD), .read_address(ADDRA), .data(DIA), .q(DOA));
  fairhash_lut_ram #(.ADDRESS_BITS(5), .WIDTH(2), .INIT(INIT_B)) ram_b (
    .clk(clock), .write(WE), .write_address(ADDRD), .read_address(ADDRB), .data(DIB), .q(DOB));
  fairhash_lut_ram #(.ADDRESS_BITS(5), .WIDTH(2), .INIT(INIT_C)) ram_c (
    .clk(clock), .write(WE), .write_address(ADDRD), .read_address(ADDRC), .data(DIC), .q(DOC));
  fairhash_lut_ram #(.ADDRESS_BITS(5), .WIDTH(2), .INIT(INIT_D)) ram_d (
    .clk(clock), .write(WE), .write_address(ADDRD), .read_address(ADDRD), .data(DID), .q(DOD));
endmodule
