// SPDX-License-Identifier: Apache-2.0
// Memories of Lattice MachXO3, from FPGA-TN-02060 (MachXO3 memory usage guide) and the FPGA Libraries Reference Guide. A word of 18
// bits occupies both ports' data pins: port A only writes and port B only reads (pseudo dual port). The lowest address pins of a
// port of 9 or 18 bits are its byte enables. A row of INITVAL holds sixteen words of 18 bits, 20 bits apart.

module DP8KC (
  input DIA8, DIA7, DIA6, DIA5, DIA4, DIA3, DIA2, DIA1, DIA0,
  input ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5, ADA4, ADA3, ADA2, ADA1, ADA0,
  input CEA, OCEA, CLKA, WEA, RSTA, CSA0, CSA1, CSA2,
  output DOA8, DOA7, DOA6, DOA5, DOA4, DOA3, DOA2, DOA1, DOA0,
  input DIB8, DIB7, DIB6, DIB5, DIB4, DIB3, DIB2, DIB1, DIB0,
  input ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5, ADB4, ADB3, ADB2, ADB1, ADB0,
  input CEB, OCEB, CLKB, WEB, RSTB, CSB0, CSB1, CSB2,
  output DOB8, DOB7, DOB6, DOB5, DOB4, DOB3, DOB2, DOB1, DOB0
);
  parameter DATA_WIDTH_A = 9, DATA_WIDTH_B = 9;
  parameter REGMODE_A = "NOREG", REGMODE_B = "NOREG", RESETMODE = "SYNC", ASYNC_RESET_RELEASE = "SYNC";
  parameter CSDECODE_A = "0b000", CSDECODE_B = "0b000", WRITEMODE_A = "NORMAL", WRITEMODE_B = "NORMAL";
  parameter CLKAMUX = "CLKA", CLKBMUX = "CLKB", GSR = "ENABLED", INIT_DATA = "STATIC";
  parameter [319:0] INITVAL_00 = 320'b0, INITVAL_01 = 320'b0, INITVAL_02 = 320'b0, INITVAL_03 = 320'b0, INITVAL_04 = 320'b0, INITVAL_05 = 320'b0, INITVAL_06 = 320'b0, INITVAL_07 = 320'b0;
  parameter [319:0] INITVAL_08 = 320'b0, INITVAL_09 = 320'b0, INITVAL_0A = 320'b0, INITVAL_0B = 320'b0, INITVAL_0C = 320'b0, INITVAL_0D = 320'b0, INITVAL_0E = 320'b0, INITVAL_0F = 320'b0;
  parameter [319:0] INITVAL_10 = 320'b0, INITVAL_11 = 320'b0, INITVAL_12 = 320'b0, INITVAL_13 = 320'b0, INITVAL_14 = 320'b0, INITVAL_15 = 320'b0, INITVAL_16 = 320'b0, INITVAL_17 = 320'b0;
  parameter [319:0] INITVAL_18 = 320'b0, INITVAL_19 = 320'b0, INITVAL_1A = 320'b0, INITVAL_1B = 320'b0, INITVAL_1C = 320'b0, INITVAL_1D = 320'b0, INITVAL_1E = 320'b0, INITVAL_1F = 320'b0;
  localparam [10239:0] INITVAL = {
    INITVAL_1F, INITVAL_1E, INITVAL_1D, INITVAL_1C, INITVAL_1B, INITVAL_1A, INITVAL_19, INITVAL_18, INITVAL_17, INITVAL_16, INITVAL_15, INITVAL_14,
    INITVAL_13, INITVAL_12, INITVAL_11, INITVAL_10, INITVAL_0F, INITVAL_0E, INITVAL_0D, INITVAL_0C, INITVAL_0B, INITVAL_0A, INITVAL_09, INITVAL_08,
    INITVAL_07, INITVAL_06, INITVAL_05, INITVAL_04, INITVAL_03, INITVAL_02, INITVAL_01, INITVAL_00
  };
  function [9215:0] first_bits;
    input integer unused;
    integer i;
    for (i = 0; i < 512; i = i + 1) first_bits[i*18 +: 18] = INITVAL[i*20 +: 18];
  endfunction
  generate
    if (REGMODE_A != "NOREG" || REGMODE_B != "NOREG" || CSDECODE_A != "0b000" || CSDECODE_B != "0b000"
        || CLKAMUX != "CLKA" || CLKBMUX != "CLKB") DP8KC_in_a_mode_without_model unsupported ();
  endgenerate
  wire [17:0] written_a = {DIB8, DIB7, DIB6, DIB5, DIB4, DIB3, DIB2, DIB1, DIB0, DIA8, DIA7, DIA6, DIA5, DIA4, DIA3, DIA2, DIA1, DIA0};
  wire [8:0] written_b = {DIB8, DIB7, DIB6, DIB5, DIB4, DIB3, DIB2, DIB1, DIB0};
  wire [12:0] address_a = {ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5, ADA4, ADA3, ADA2, ADA1, ADA0};
  wire [12:0] address_b = {ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5, ADB4, ADB3, ADB2, ADB1, ADB0};
  wire enable_a = CEA & ~CSA0 & ~CSA1 & ~CSA2;
  wire enable_b = CEB & ~CSB0 & ~CSB1 & ~CSB2;
  localparam WIDE = DATA_WIDTH_A == 18 || DATA_WIDTH_B == 18;
  wire [DATA_WIDTH_A-1:0] mask_a, data_a, q_a;
  wire [DATA_WIDTH_B-1:0] mask_b, data_b, q_b;
  genvar i;
  generate
    for (i = 0; i < DATA_WIDTH_A; i = i + 1) assign mask_a[i] = DATA_WIDTH_A >= 9 ? address_a[i / 9] : 1'b1;
    for (i = 0; i < DATA_WIDTH_B; i = i + 1) assign mask_b[i] = DATA_WIDTH_B >= 9 ? address_b[i / 9] : 1'b1;
    if (DATA_WIDTH_A == 1) assign data_a = DIA1;
    else if (DATA_WIDTH_A == 2) assign data_a = {DIA5, DIA2};
    else assign data_a = written_a[DATA_WIDTH_A-1:0];
    if (DATA_WIDTH_B == 1) assign data_b = DIB1;
    else if (DATA_WIDTH_B == 2) assign data_b = {DIB5, DIB2};
    else assign data_b = DATA_WIDTH_B == 18 ? {DATA_WIDTH_B{1'b0}} : written_b;
  endgenerate
  fairhash_block_ram #(
    .ADDRESS_BITS(13), .WIDTH_A(DATA_WIDTH_A), .WIDTH_B(DATA_WIDTH_B), .MODE_A(WRITEMODE_A), .MODE_B(WRITEMODE_B), .RESET(RESETMODE),
    .INIT(first_bits(0))
  ) ram (
    .clk_a(CLKA), .enable_a(enable_a & ~RSTA), .write_a(WEA), .reset_a(RSTA), .address_a(address_a), .mask_a(mask_a),
    .data_a(data_a), .q_a(q_a),
    .clk_b(CLKB), .enable_b(enable_b & ~RSTB), .write_b(WIDE ? 1'b0 : WEB), .reset_b(RSTB), .address_b(address_b), .mask_b(mask_b),
    .data_b(data_b), .q_b(q_b));
  wire [17:0] read_b = q_b;
  assign {DOA8, DOA7, DOA6, DOA5, DOA4, DOA3, DOA2, DOA1, DOA0} = DATA_WIDTH_B == 18 ? read_b[8:0] : q_a;
  assign {DOB8, DOB7, DOB6, DOB5, DOB4, DOB3, DOB2, DOB1, DOB0} = DATA_WIDTH_B == 18 ? read_b[17:9] : read_b[8:0];
endmodule

// WREMUX, WCKMUX: which value the pin has.
module TRELLIS_DPR16X4 (input [3:0] DI, WAD, RAD, input WRE, WCK, output [3:0] DO);
  parameter WCKMUX = "WCK", WREMUX = "WRE";
  parameter [63:0] INITVAL = 64'b0;
  wire write = WREMUX == "1" ? 1'b1 : WREMUX == "0" ? 1'b0 : WREMUX == "INV" ? ~WRE : WRE;
  generate
    if (WCKMUX != "WCK") TRELLIS_DPR16X4_in_a_mode_without_model unsupported ();
  endgenerate
  fairhash_lut_ram #(.INIT(INITVAL)) ram (
    .clk(WCK), .write(write), .write_address(WAD), .read_address(RAD), .data(DI), .q(DO));
endmodule
