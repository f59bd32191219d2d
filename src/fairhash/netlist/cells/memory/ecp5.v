// SPDX-License-Identifier: Apache-2.0
// Memories of Lattice ECP5, from FPGA-TN-02204 (ECP5 memory usage guide) and the FPGA Libraries Reference Guide. A word of 36 bits
// occupies both ports' data pins: port A only writes and port B only reads (pseudo dual port). The lowest address pins of a port
// of 18 or 36 bits are its byte enables. A row of INITVAL holds sixteen words of 18 bits, 20 bits apart.

module DP16KD (
  input DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10, DIA9, DIA8, DIA7, DIA6, DIA5, DIA4, DIA3, DIA2, DIA1, DIA0,
  input ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5, ADA4, ADA3, ADA2, ADA1, ADA0,
  input CEA, OCEA, CLKA, WEA, RSTA, CSA0, CSA1, CSA2,
  output DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9, DOA8, DOA7, DOA6, DOA5, DOA4, DOA3, DOA2, DOA1, DOA0,
  input DIB17, DIB16, DIB15, DIB14, DIB13, DIB12, DIB11, DIB10, DIB9, DIB8, DIB7, DIB6, DIB5, DIB4, DIB3, DIB2, DIB1, DIB0,
  input ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5, ADB4, ADB3, ADB2, ADB1, ADB0,
  input CEB, OCEB, CLKB, WEB, RSTB, CSB0, CSB1, CSB2,
  output DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9, DOB8, DOB7, DOB6, DOB5, DOB4, DOB3, DOB2, DOB1, DOB0
);
  parameter DATA_WIDTH_A = 18, DATA_WIDTH_B = 18;
  parameter REGMODE_A = "NOREG", REGMODE_B = "NOREG", RESETMODE = "SYNC", ASYNC_RESET_RELEASE = "SYNC";
  parameter CSDECODE_A = "0b000", CSDECODE_B = "0b000", WRITEMODE_A = "NORMAL", WRITEMODE_B = "NORMAL";
  parameter CLKAMUX = "CLKA", CLKBMUX = "CLKB", GSR = "ENABLED", INIT_DATA = "STATIC";
  parameter [319:0] INITVAL_00 = 320'b0, INITVAL_01 = 320'b0, INITVAL_02 = 320'b0, INITVAL_03 = 320'b0, INITVAL_04 = 320'b0, INITVAL_05 = 320'b0, INITVAL_06 = 320'b0, INITVAL_07 = 320'b0;
  parameter [319:0] INITVAL_08 = 320'b0, INITVAL_09 = 320'b0, INITVAL_0A = 320'b0, INITVAL_0B = 320'b0, INITVAL_0C = 320'b0, INITVAL_0D = 320'b0, INITVAL_0E = 320'b0, INITVAL_0F = 320'b0;
  parameter [319:0] INITVAL_10 = 320'b0, INITVAL_11 = 320'b0, INITVAL_12 = 320'b0, INITVAL_13 = 320'b0, INITVAL_14 = 320'b0, INITVAL_15 = 320'b0, INITVAL_16 = 320'b0, INITVAL_17 = 320'b0;
  parameter [319:0] INITVAL_18 = 320'b0, INITVAL_19 = 320'b0, INITVAL_1A = 320'b0, INITVAL_1B = 320'b0, INITVAL_1C = 320'b0, INITVAL_1D = 320'b0, INITVAL_1E = 320'b0, INITVAL_1F = 320'b0;
  parameter [319:0] INITVAL_20 = 320'b0, INITVAL_21 = 320'b0, INITVAL_22 = 320'b0, INITVAL_23 = 320'b0, INITVAL_24 = 320'b0, INITVAL_25 = 320'b0, INITVAL_26 = 320'b0, INITVAL_27 = 320'b0;
  parameter [319:0] INITVAL_28 = 320'b0, INITVAL_29 = 320'b0, INITVAL_2A = 320'b0, INITVAL_2B = 320'b0, INITVAL_2C = 320'b0, INITVAL_2D = 320'b0, INITVAL_2E = 320'b0, INITVAL_2F = 320'b0;
  parameter [319:0] INITVAL_30 = 320'b0, INITVAL_31 = 320'b0, INITVAL_32 = 320'b0, INITVAL_33 = 320'b0, INITVAL_34 = 320'b0, INITVAL_35 = 320'b0, INITVAL_36 = 320'b0, INITVAL_37 = 320'b0;
  parameter [319:0] INITVAL_38 = 320'b0, INITVAL_39 = 320'b0, INITVAL_3A = 320'b0, INITVAL_3B = 320'b0, INITVAL_3C = 320'b0, INITVAL_3D = 320'b0, INITVAL_3E = 320'b0, INITVAL_3F = 320'b0;
  localparam [20479:0] INITVAL = {
    INITVAL_3F, INITVAL_3E, INITVAL_3D, INITVAL_3C, INITVAL_3B, INITVAL_3A, INITVAL_39, INITVAL_38, INITVAL_37, INITVAL_36, INITVAL_35, INITVAL_34,
    INITVAL_33, INITVAL_32, INITVAL_31, INITVAL_30, INITVAL_2F, INITVAL_2E, INITVAL_2D, INITVAL_2C, INITVAL_2B, INITVAL_2A, INITVAL_29, INITVAL_28,
    INITVAL_27, INITVAL_26, INITVAL_25, INITVAL_24, INITVAL_23, INITVAL_22, INITVAL_21, INITVAL_20, INITVAL_1F, INITVAL_1E, INITVAL_1D, INITVAL_1C,
    INITVAL_1B, INITVAL_1A, INITVAL_19, INITVAL_18, INITVAL_17, INITVAL_16, INITVAL_15, INITVAL_14, INITVAL_13, INITVAL_12, INITVAL_11, INITVAL_10,
    INITVAL_0F, INITVAL_0E, INITVAL_0D, INITVAL_0C, INITVAL_0B, INITVAL_0A, INITVAL_09, INITVAL_08, INITVAL_07, INITVAL_06, INITVAL_05, INITVAL_04,
    INITVAL_03, INITVAL_02, INITVAL_01, INITVAL_00
  };
  function [18431:0] first_bits;
    input integer unused;
    integer i;
    for (i = 0; i < 1024; i = i + 1) first_bits[i*18 +: 18] = INITVAL[i*20 +: 18];
  endfunction
  generate
    if (REGMODE_A != "NOREG" || REGMODE_B != "NOREG" || CSDECODE_A != "0b000" || CSDECODE_B != "0b000"
        || CLKAMUX != "CLKA" || CLKBMUX != "CLKB") DP16KD_in_a_mode_without_model unsupported ();
  endgenerate
  wire [35:0] written_a = {DIB17, DIB16, DIB15, DIB14, DIB13, DIB12, DIB11, DIB10, DIB9, DIB8, DIB7, DIB6, DIB5, DIB4, DIB3, DIB2, DIB1, DIB0, DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10, DIA9, DIA8, DIA7, DIA6, DIA5, DIA4, DIA3, DIA2, DIA1, DIA0};
  wire [17:0] written_b = {DIB17, DIB16, DIB15, DIB14, DIB13, DIB12, DIB11, DIB10, DIB9, DIB8, DIB7, DIB6, DIB5, DIB4, DIB3, DIB2, DIB1, DIB0};
  wire [13:0] address_a = {ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5, ADA4, ADA3, ADA2, ADA1, ADA0};
  wire [13:0] address_b = {ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5, ADB4, ADB3, ADB2, ADB1, ADB0};
  wire enable_a = CEA & ~CSA0 & ~CSA1 & ~CSA2;
  wire enable_b = CEB & ~CSB0 & ~CSB1 & ~CSB2;
  localparam WIDE = DATA_WIDTH_A == 36 || DATA_WIDTH_B == 36;
  wire [DATA_WIDTH_A-1:0] mask_a, q_a;
  wire [DATA_WIDTH_B-1:0] mask_b, q_b;
  genvar i;
  generate
    for (i = 0; i < DATA_WIDTH_A; i = i + 1) assign mask_a[i] = DATA_WIDTH_A >= 18 ? address_a[i / 9] : 1'b1;
    for (i = 0; i < DATA_WIDTH_B; i = i + 1) assign mask_b[i] = DATA_WIDTH_B >= 18 ? address_b[i / 9] : 1'b1;
  endgenerate
  fairhash_block_ram #(
    .WIDTH_A(DATA_WIDTH_A), .WIDTH_B(DATA_WIDTH_B), .MODE_A(WRITEMODE_A), .MODE_B(WRITEMODE_B), .RESET(RESETMODE), .INIT(first_bits(0))
  ) ram (
    .clk_a(CLKA), .enable_a(enable_a & ~RSTA), .write_a(WEA), .reset_a(RSTA), .address_a(address_a), .mask_a(mask_a),
    .data_a(written_a[DATA_WIDTH_A-1:0]), .q_a(q_a),
    .clk_b(CLKB), .enable_b(enable_b & ~RSTB), .write_b(WIDE ? 1'b0 : WEB), .reset_b(RSTB), .address_b(address_b), .mask_b(mask_b),
    .data_b(DATA_WIDTH_B == 36 ? {DATA_WIDTH_B{1'b0}} : written_b), .q_b(q_b));
  wire [35:0] read_b = q_b;
  assign {DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9, DOA8, DOA7, DOA6, DOA5, DOA4, DOA3, DOA2, DOA1, DOA0} = DATA_WIDTH_B == 36 ? read_b[17:0] : q_a;
  assign {DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9, DOB8, DOB7, DOB6, DOB5, DOB4, DOB3, DOB2, DOB1, DOB0} = DATA_WIDTH_B == 36 ? read_b[35:18] : read_b[17:0];
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
