// SPDX-License-Identifier: Apache-2.0
// Block RAM of Gowin GW1N, GW2A and GW5A with two ports, from SUG283 (Gowin primitives guide) and UG285 (BSRAM guide). Cells with X9 have nine
// bits in each byte. The lowest address pins of a port of two or four bytes are its byte enables.

// GW5A's semi-dual cells have one reset, the others two.

module SDPB (
  input CLKA, CEA, CLKB, CEB, OCE,
  input RESETA = 1'b0, RESETB = 1'b0, RESET = 1'b0,
  input [13:0] ADA, ADB,
  input [2:0] BLKSELA, BLKSELB,
  input [31:0] DI,
  output [31:0] DO
);
  parameter READ_MODE = 0, BIT_WIDTH_0 = 32, BIT_WIDTH_1 = 32, BLK_SEL_0 = 3'b000, BLK_SEL_1 = 3'b000, RESET_MODE = "SYNC";
  parameter [255:0] INIT_RAM_00 = 256'b0, INIT_RAM_01 = 256'b0, INIT_RAM_02 = 256'b0, INIT_RAM_03 = 256'b0, INIT_RAM_04 = 256'b0, INIT_RAM_05 = 256'b0, INIT_RAM_06 = 256'b0, INIT_RAM_07 = 256'b0;
  parameter [255:0] INIT_RAM_08 = 256'b0, INIT_RAM_09 = 256'b0, INIT_RAM_0A = 256'b0, INIT_RAM_0B = 256'b0, INIT_RAM_0C = 256'b0, INIT_RAM_0D = 256'b0, INIT_RAM_0E = 256'b0, INIT_RAM_0F = 256'b0;
  parameter [255:0] INIT_RAM_10 = 256'b0, INIT_RAM_11 = 256'b0, INIT_RAM_12 = 256'b0, INIT_RAM_13 = 256'b0, INIT_RAM_14 = 256'b0, INIT_RAM_15 = 256'b0, INIT_RAM_16 = 256'b0, INIT_RAM_17 = 256'b0;
  parameter [255:0] INIT_RAM_18 = 256'b0, INIT_RAM_19 = 256'b0, INIT_RAM_1A = 256'b0, INIT_RAM_1B = 256'b0, INIT_RAM_1C = 256'b0, INIT_RAM_1D = 256'b0, INIT_RAM_1E = 256'b0, INIT_RAM_1F = 256'b0;
  parameter [255:0] INIT_RAM_20 = 256'b0, INIT_RAM_21 = 256'b0, INIT_RAM_22 = 256'b0, INIT_RAM_23 = 256'b0, INIT_RAM_24 = 256'b0, INIT_RAM_25 = 256'b0, INIT_RAM_26 = 256'b0, INIT_RAM_27 = 256'b0;
  parameter [255:0] INIT_RAM_28 = 256'b0, INIT_RAM_29 = 256'b0, INIT_RAM_2A = 256'b0, INIT_RAM_2B = 256'b0, INIT_RAM_2C = 256'b0, INIT_RAM_2D = 256'b0, INIT_RAM_2E = 256'b0, INIT_RAM_2F = 256'b0;
  parameter [255:0] INIT_RAM_30 = 256'b0, INIT_RAM_31 = 256'b0, INIT_RAM_32 = 256'b0, INIT_RAM_33 = 256'b0, INIT_RAM_34 = 256'b0, INIT_RAM_35 = 256'b0, INIT_RAM_36 = 256'b0, INIT_RAM_37 = 256'b0;
  parameter [255:0] INIT_RAM_38 = 256'b0, INIT_RAM_39 = 256'b0, INIT_RAM_3A = 256'b0, INIT_RAM_3B = 256'b0, INIT_RAM_3C = 256'b0, INIT_RAM_3D = 256'b0, INIT_RAM_3E = 256'b0, INIT_RAM_3F = 256'b0;
  localparam [16383:0] FIRST = {
    INIT_RAM_3F, INIT_RAM_3E, INIT_RAM_3D, INIT_RAM_3C, INIT_RAM_3B, INIT_RAM_3A, INIT_RAM_39, INIT_RAM_38, INIT_RAM_37, INIT_RAM_36,
    INIT_RAM_35, INIT_RAM_34, INIT_RAM_33, INIT_RAM_32, INIT_RAM_31, INIT_RAM_30, INIT_RAM_2F, INIT_RAM_2E, INIT_RAM_2D, INIT_RAM_2C,
    INIT_RAM_2B, INIT_RAM_2A, INIT_RAM_29, INIT_RAM_28, INIT_RAM_27, INIT_RAM_26, INIT_RAM_25, INIT_RAM_24, INIT_RAM_23, INIT_RAM_22,
    INIT_RAM_21, INIT_RAM_20, INIT_RAM_1F, INIT_RAM_1E, INIT_RAM_1D, INIT_RAM_1C, INIT_RAM_1B, INIT_RAM_1A, INIT_RAM_19, INIT_RAM_18,
    INIT_RAM_17, INIT_RAM_16, INIT_RAM_15, INIT_RAM_14, INIT_RAM_13, INIT_RAM_12, INIT_RAM_11, INIT_RAM_10, INIT_RAM_0F, INIT_RAM_0E,
    INIT_RAM_0D, INIT_RAM_0C, INIT_RAM_0B, INIT_RAM_0A, INIT_RAM_09, INIT_RAM_08, INIT_RAM_07, INIT_RAM_06, INIT_RAM_05, INIT_RAM_04,
    INIT_RAM_03, INIT_RAM_02, INIT_RAM_01, INIT_RAM_00
  };
  generate
    if (READ_MODE != 0) SDPB_in_a_mode_without_model unsupported ();
  endgenerate
  wire enable_a = CEA & BLKSELA == BLK_SEL_0;
  wire enable_b = CEB & BLKSELB == BLK_SEL_1;
  wire [BIT_WIDTH_0-1:0] mask_a;
  wire [BIT_WIDTH_1-1:0] q_b;
  genvar i;
  generate
    for (i = 0; i < BIT_WIDTH_0; i = i + 1) assign mask_a[i] = BIT_WIDTH_0 >= 16 ? ADA[i / 8] : 1'b1;
  endgenerate
  fairhash_block_ram #(.UNIT(8), .WIDTH_A(BIT_WIDTH_0), .WIDTH_B(BIT_WIDTH_1), .RESET(RESET_MODE), .INIT(FIRST)) ram (
    .clk_a(CLKA), .enable_a(enable_a), .write_a(1'b1), .reset_a(1'b0), .address_a(ADA), .mask_a(mask_a),
    .data_a(DI[BIT_WIDTH_0-1:0]),
    .clk_b(CLKB), .enable_b(enable_b), .write_b(1'b0), .reset_b(RESETB | RESET), .address_b(ADB), .mask_b({BIT_WIDTH_1{1'b0}}),
    .data_b({BIT_WIDTH_1{1'b0}}), .q_b(q_b));
  assign DO = q_b;
endmodule

module SDPX9B (
  input CLKA, CEA, CLKB, CEB, OCE,
  input RESETA = 1'b0, RESETB = 1'b0, RESET = 1'b0,
  input [13:0] ADA, ADB,
  input [2:0] BLKSELA, BLKSELB,
  input [35:0] DI,
  output [35:0] DO
);
  parameter READ_MODE = 0, BIT_WIDTH_0 = 36, BIT_WIDTH_1 = 36, BLK_SEL_0 = 3'b000, BLK_SEL_1 = 3'b000, RESET_MODE = "SYNC";
  parameter [287:0] INIT_RAM_00 = 288'b0, INIT_RAM_01 = 288'b0, INIT_RAM_02 = 288'b0, INIT_RAM_03 = 288'b0, INIT_RAM_04 = 288'b0, INIT_RAM_05 = 288'b0, INIT_RAM_06 = 288'b0, INIT_RAM_07 = 288'b0;
  parameter [287:0] INIT_RAM_08 = 288'b0, INIT_RAM_09 = 288'b0, INIT_RAM_0A = 288'b0, INIT_RAM_0B = 288'b0, INIT_RAM_0C = 288'b0, INIT_RAM_0D = 288'b0, INIT_RAM_0E = 288'b0, INIT_RAM_0F = 288'b0;
  parameter [287:0] INIT_RAM_10 = 288'b0, INIT_RAM_11 = 288'b0, INIT_RAM_12 = 288'b0, INIT_RAM_13 = 288'b0, INIT_RAM_14 = 288'b0, INIT_RAM_15 = 288'b0, INIT_RAM_16 = 288'b0, INIT_RAM_17 = 288'b0;
  parameter [287:0] INIT_RAM_18 = 288'b0, INIT_RAM_19 = 288'b0, INIT_RAM_1A = 288'b0, INIT_RAM_1B = 288'b0, INIT_RAM_1C = 288'b0, INIT_RAM_1D = 288'b0, INIT_RAM_1E = 288'b0, INIT_RAM_1F = 288'b0;
  parameter [287:0] INIT_RAM_20 = 288'b0, INIT_RAM_21 = 288'b0, INIT_RAM_22 = 288'b0, INIT_RAM_23 = 288'b0, INIT_RAM_24 = 288'b0, INIT_RAM_25 = 288'b0, INIT_RAM_26 = 288'b0, INIT_RAM_27 = 288'b0;
  parameter [287:0] INIT_RAM_28 = 288'b0, INIT_RAM_29 = 288'b0, INIT_RAM_2A = 288'b0, INIT_RAM_2B = 288'b0, INIT_RAM_2C = 288'b0, INIT_RAM_2D = 288'b0, INIT_RAM_2E = 288'b0, INIT_RAM_2F = 288'b0;
  parameter [287:0] INIT_RAM_30 = 288'b0, INIT_RAM_31 = 288'b0, INIT_RAM_32 = 288'b0, INIT_RAM_33 = 288'b0, INIT_RAM_34 = 288'b0, INIT_RAM_35 = 288'b0, INIT_RAM_36 = 288'b0, INIT_RAM_37 = 288'b0;
  parameter [287:0] INIT_RAM_38 = 288'b0, INIT_RAM_39 = 288'b0, INIT_RAM_3A = 288'b0, INIT_RAM_3B = 288'b0, INIT_RAM_3C = 288'b0, INIT_RAM_3D = 288'b0, INIT_RAM_3E = 288'b0, INIT_RAM_3F = 288'b0;
  localparam [18431:0] FIRST = {
    INIT_RAM_3F, INIT_RAM_3E, INIT_RAM_3D, INIT_RAM_3C, INIT_RAM_3B, INIT_RAM_3A, INIT_RAM_39, INIT_RAM_38, INIT_RAM_37, INIT_RAM_36,
    INIT_RAM_35, INIT_RAM_34, INIT_RAM_33, INIT_RAM_32, INIT_RAM_31, INIT_RAM_30, INIT_RAM_2F, INIT_RAM_2E, INIT_RAM_2D, INIT_RAM_2C,
    INIT_RAM_2B, INIT_RAM_2A, INIT_RAM_29, INIT_RAM_28, INIT_RAM_27, INIT_RAM_26, INIT_RAM_25, INIT_RAM_24, INIT_RAM_23, INIT_RAM_22,
    INIT_RAM_21, INIT_RAM_20, INIT_RAM_1F, INIT_RAM_1E, INIT_RAM_1D, INIT_RAM_1C, INIT_RAM_1B, INIT_RAM_1A, INIT_RAM_19, INIT_RAM_18,
    INIT_RAM_17, INIT_RAM_16, INIT_RAM_15, INIT_RAM_14, INIT_RAM_13, INIT_RAM_12, INIT_RAM_11, INIT_RAM_10, INIT_RAM_0F, INIT_RAM_0E,
    INIT_RAM_0D, INIT_RAM_0C, INIT_RAM_0B, INIT_RAM_0A, INIT_RAM_09, INIT_RAM_08, INIT_RAM_07, INIT_RAM_06, INIT_RAM_05, INIT_RAM_04,
    INIT_RAM_03, INIT_RAM_02, INIT_RAM_01, INIT_RAM_00
  };
  generate
    if (READ_MODE != 0) SDPX9B_in_a_mode_without_model unsupported ();
  endgenerate
  wire enable_a = CEA & BLKSELA == BLK_SEL_0;
  wire enable_b = CEB & BLKSELB == BLK_SEL_1;
  wire [BIT_WIDTH_0-1:0] mask_a;
  wire [BIT_WIDTH_1-1:0] q_b;
  genvar i;
  generate
    for (i = 0; i < BIT_WIDTH_0; i = i + 1) assign mask_a[i] = BIT_WIDTH_0 >= 18 ? ADA[i / 9] : 1'b1;
  endgenerate
  fairhash_block_ram #(.UNIT(9), .WIDTH_A(BIT_WIDTH_0), .WIDTH_B(BIT_WIDTH_1), .RESET(RESET_MODE), .INIT(FIRST)) ram (
    .clk_a(CLKA), .enable_a(enable_a), .write_a(1'b1), .reset_a(1'b0), .address_a(ADA), .mask_a(mask_a),
    .data_a(DI[BIT_WIDTH_0-1:0]),
    .clk_b(CLKB), .enable_b(enable_b), .write_b(1'b0), .reset_b(RESETB | RESET), .address_b(ADB), .mask_b({BIT_WIDTH_1{1'b0}}),
    .data_b({BIT_WIDTH_1{1'b0}}), .q_b(q_b));
  assign DO = q_b;
endmodule

module DPB (
  input CLKA, CEA, OCEA, RESETA, WREA, CLKB, CEB, OCEB, RESETB, WREB,
  input [13:0] ADA, ADB,
  input [2:0] BLKSELA, BLKSELB,
  input [15:0] DIA, DIB,
  output [15:0] DOA, DOB
);
  parameter READ_MODE0 = 0, READ_MODE1 = 0, WRITE_MODE0 = 0, WRITE_MODE1 = 0;
  parameter BIT_WIDTH_0 = 16, BIT_WIDTH_1 = 16, BLK_SEL_0 = 3'b000, BLK_SEL_1 = 3'b000, RESET_MODE = "SYNC";
  parameter [255:0] INIT_RAM_00 = 256'b0, INIT_RAM_01 = 256'b0, INIT_RAM_02 = 256'b0, INIT_RAM_03 = 256'b0, INIT_RAM_04 = 256'b0, INIT_RAM_05 = 256'b0, INIT_RAM_06 = 256'b0, INIT_RAM_07 = 256'b0;
  parameter [255:0] INIT_RAM_08 = 256'b0, INIT_RAM_09 = 256'b0, INIT_RAM_0A = 256'b0, INIT_RAM_0B = 256'b0, INIT_RAM_0C = 256'b0, INIT_RAM_0D = 256'b0, INIT_RAM_0E = 256'b0, INIT_RAM_0F = 256'b0;
  parameter [255:0] INIT_RAM_10 = 256'b0, INIT_RAM_11 = 256'b0, INIT_RAM_12 = 256'b0, INIT_RAM_13 = 256'b0, INIT_RAM_14 = 256'b0, INIT_RAM_15 = 256'b0, INIT_RAM_16 = 256'b0, INIT_RAM_17 = 256'b0;
  parameter [255:0] INIT_RAM_18 = 256'b0, INIT_RAM_19 = 256'b0, INIT_RAM_1A = 256'b0, INIT_RAM_1B = 256'b0, INIT_RAM_1C = 256'b0, INIT_RAM_1D = 256'b0, INIT_RAM_1E = 256'b0, INIT_RAM_1F = 256'b0;
  parameter [255:0] INIT_RAM_20 = 256'b0, INIT_RAM_21 = 256'b0, INIT_RAM_22 = 256'b0, INIT_RAM_23 = 256'b0, INIT_RAM_24 = 256'b0, INIT_RAM_25 = 256'b0, INIT_RAM_26 = 256'b0, INIT_RAM_27 = 256'b0;
  parameter [255:0] INIT_RAM_28 = 256'b0, INIT_RAM_29 = 256'b0, INIT_RAM_2A = 256'b0, INIT_RAM_2B = 256'b0, INIT_RAM_2C = 256'b0, INIT_RAM_2D = 256'b0, INIT_RAM_2E = 256'b0, INIT_RAM_2F = 256'b0;
  parameter [255:0] INIT_RAM_30 = 256'b0, INIT_RAM_31 = 256'b0, INIT_RAM_32 = 256'b0, INIT_RAM_33 = 256'b0, INIT_RAM_34 = 256'b0, INIT_RAM_35 = 256'b0, INIT_RAM_36 = 256'b0, INIT_RAM_37 = 256'b0;
  parameter [255:0] INIT_RAM_38 = 256'b0, INIT_RAM_39 = 256'b0, INIT_RAM_3A = 256'b0, INIT_RAM_3B = 256'b0, INIT_RAM_3C = 256'b0, INIT_RAM_3D = 256'b0, INIT_RAM_3E = 256'b0, INIT_RAM_3F = 256'b0;
  localparam [16383:0] FIRST = {
    INIT_RAM_3F, INIT_RAM_3E, INIT_RAM_3D, INIT_RAM_3C, INIT_RAM_3B, INIT_RAM_3A, INIT_RAM_39, INIT_RAM_38, INIT_RAM_37, INIT_RAM_36,
    INIT_RAM_35, INIT_RAM_34, INIT_RAM_33, INIT_RAM_32, INIT_RAM_31, INIT_RAM_30, INIT_RAM_2F, INIT_RAM_2E, INIT_RAM_2D, INIT_RAM_2C,
    INIT_RAM_2B, INIT_RAM_2A, INIT_RAM_29, INIT_RAM_28, INIT_RAM_27, INIT_RAM_26, INIT_RAM_25, INIT_RAM_24, INIT_RAM_23, INIT_RAM_22,
    INIT_RAM_21, INIT_RAM_20, INIT_RAM_1F, INIT_RAM_1E, INIT_RAM_1D, INIT_RAM_1C, INIT_RAM_1B, INIT_RAM_1A, INIT_RAM_19, INIT_RAM_18,
    INIT_RAM_17, INIT_RAM_16, INIT_RAM_15, INIT_RAM_14, INIT_RAM_13, INIT_RAM_12, INIT_RAM_11, INIT_RAM_10, INIT_RAM_0F, INIT_RAM_0E,
    INIT_RAM_0D, INIT_RAM_0C, INIT_RAM_0B, INIT_RAM_0A, INIT_RAM_09, INIT_RAM_08, INIT_RAM_07, INIT_RAM_06, INIT_RAM_05, INIT_RAM_04,
    INIT_RAM_03, INIT_RAM_02, INIT_RAM_01, INIT_RAM_00
  };
  generate
    if (READ_MODE0 != 0 || READ_MODE1 != 0) DPB_in_a_mode_without_model unsupported ();
  endgenerate
  wire enable_a = CEA & BLKSELA == BLK_SEL_0;
  wire enable_b = CEB & BLKSELB == BLK_SEL_1;
  wire [BIT_WIDTH_0-1:0] mask_a, q_a;
  wire [BIT_WIDTH_1-1:0] mask_b, q_b;
  genvar i;
  generate
    for (i = 0; i < BIT_WIDTH_0; i = i + 1) assign mask_a[i] = BIT_WIDTH_0 >= 16 ? ADA[i / 8] : 1'b1;
    for (i = 0; i < BIT_WIDTH_1; i = i + 1) assign mask_b[i] = BIT_WIDTH_1 >= 16 ? ADB[i / 8] : 1'b1;
  endgenerate
  fairhash_block_ram #(
    .UNIT(8), .WIDTH_A(BIT_WIDTH_0), .WIDTH_B(BIT_WIDTH_1), .RESET(RESET_MODE), .INIT(FIRST),
    .MODE_A(WRITE_MODE0 == 1 ? "WRITETHROUGH" : WRITE_MODE0 == 2 ? "READBEFOREWRITE" : "NORMAL"),
    .MODE_B(WRITE_MODE1 == 1 ? "WRITETHROUGH" : WRITE_MODE1 == 2 ? "READBEFOREWRITE" : "NORMAL")
  ) ram (
    .clk_a(CLKA), .enable_a(enable_a), .write_a(WREA), .reset_a(RESETA), .address_a(ADA), .mask_a(mask_a),
    .data_a(DIA[BIT_WIDTH_0-1:0]), .q_a(q_a),
    .clk_b(CLKB), .enable_b(enable_b), .write_b(WREB), .reset_b(RESETB), .address_b(ADB), .mask_b(mask_b),
    .data_b(DIB[BIT_WIDTH_1-1:0]), .q_b(q_b));
  assign DOA = q_a;
  assign DOB = q_b;
endmodule

module DPX9B (
  input CLKA, CEA, OCEA, RESETA, WREA, CLKB, CEB, OCEB, RESETB, WREB,
  input [13:0] ADA, ADB,
  input [2:0] BLKSELA, BLKSELB,
  input [17:0] DIA, DIB,
  output [17:0] DOA, DOB
);
  parameter READ_MODE0 = 0, READ_MODE1 = 0, WRITE_MODE0 = 0, WRITE_MODE1 = 0;
  parameter BIT_WIDTH_0 = 18, BIT_WIDTH_1 = 18, BLK_SEL_0 = 3'b000, BLK_SEL_1 = 3'b000, RESET_MODE = "SYNC";
  parameter [287:0] INIT_RAM_00 = 288'b0, INIT_RAM_01 = 288'b0, INIT_RAM_02 = 288'b0, INIT_RAM_03 = 288'b0, INIT_RAM_04 = 288'b0, INIT_RAM_05 = 288'b0, INIT_RAM_06 = 288'b0, INIT_RAM_07 = 288'b0;
  parameter [287:0] INIT_RAM_08 = 288'b0, INIT_RAM_09 = 288'b0, INIT_RAM_0A = 288'b0, INIT_RAM_0B = 288'b0, INIT_RAM_0C = 288'b0, INIT_RAM_0D = 288'b0, INIT_RAM_0E = 288'b0, INIT_RAM_0F = 288'b0;
  parameter [287:0] INIT_RAM_10 = 288'b0, INIT_RAM_11 = 288'b0, INIT_RAM_12 = 288'b0, INIT_RAM_13 = 288'b0, INIT_RAM_14 = 288'b0, INIT_RAM_15 = 288'b0, INIT_RAM_16 = 288'b0, INIT_RAM_17 = 288'b0;
  parameter [287:0] INIT_RAM_18 = 288'b0, INIT_RAM_19 = 288'b0, INIT_RAM_1A = 288'b0, INIT_RAM_1B = 288'b0, INIT_RAM_1C = 288'b0, INIT_RAM_1D = 288'b0, INIT_RAM_1E = 288'b0, INIT_RAM_1F = 288'b0;
  parameter [287:0] INIT_RAM_20 = 288'b0, INIT_RAM_21 = 288'b0, INIT_RAM_22 = 288'b0, INIT_RAM_23 = 288'b0, INIT_RAM_24 = 288'b0, INIT_RAM_25 = 288'b0, INIT_RAM_26 = 288'b0, INIT_RAM_27 = 288'b0;
  parameter [287:0] INIT_RAM_28 = 288'b0, INIT_RAM_29 = 288'b0, INIT_RAM_2A = 288'b0, INIT_RAM_2B = 288'b0, INIT_RAM_2C = 288'b0, INIT_RAM_2D = 288'b0, INIT_RAM_2E = 288'b0, INIT_RAM_2F = 288'b0;
  parameter [287:0] INIT_RAM_30 = 288'b0, INIT_RAM_31 = 288'b0, INIT_RAM_32 = 288'b0, INIT_RAM_33 = 288'b0, INIT_RAM_34 = 288'b0, INIT_RAM_35 = 288'b0, INIT_RAM_36 = 288'b0, INIT_RAM_37 = 288'b0;
  parameter [287:0] INIT_RAM_38 = 288'b0, INIT_RAM_39 = 288'b0, INIT_RAM_3A = 288'b0, INIT_RAM_3B = 288'b0, INIT_RAM_3C = 288'b0, INIT_RAM_3D = 288'b0, INIT_RAM_3E = 288'b0, INIT_RAM_3F = 288'b0;
  localparam [18431:0] FIRST = {
    INIT_RAM_3F, INIT_RAM_3E, INIT_RAM_3D, INIT_RAM_3C, INIT_RAM_3B, INIT_RAM_3A, INIT_RAM_39, INIT_RAM_38, INIT_RAM_37, INIT_RAM_36,
    INIT_RAM_35, INIT_RAM_34, INIT_RAM_33, INIT_RAM_32, INIT_RAM_31, INIT_RAM_30, INIT_RAM_2F, INIT_RAM_2E, INIT_RAM_2D, INIT_RAM_2C,
    INIT_RAM_2B, INIT_RAM_2A, INIT_RAM_29, INIT_RAM_28, INIT_RAM_27, INIT_RAM_26, INIT_RAM_25, INIT_RAM_24, INIT_RAM_23, INIT_RAM_22,
    INIT_RAM_21, INIT_RAM_20, INIT_RAM_1F, INIT_RAM_1E, INIT_RAM_1D, INIT_RAM_1C, INIT_RAM_1B, INIT_RAM_1A, INIT_RAM_19, INIT_RAM_18,
    INIT_RAM_17, INIT_RAM_16, INIT_RAM_15, INIT_RAM_14, INIT_RAM_13, INIT_RAM_12, INIT_RAM_11, INIT_RAM_10, INIT_RAM_0F, INIT_RAM_0E,
    INIT_RAM_0D, INIT_RAM_0C, INIT_RAM_0B, INIT_RAM_0A, INIT_RAM_09, INIT_RAM_08, INIT_RAM_07, INIT_RAM_06, INIT_RAM_05, INIT_RAM_04,
    INIT_RAM_03, INIT_RAM_02, INIT_RAM_01, INIT_RAM_00
  };
  generate
    if (READ_MODE0 != 0 || READ_MODE1 != 0) DPX9B_in_a_mode_without_model unsupported ();
  endgenerate
  wire enable_a = CEA & BLKSELA == BLK_SEL_0;
  wire enable_b = CEB & BLKSELB == BLK_SEL_1;
  wire [BIT_WIDTH_0-1:0] mask_a, q_a;
  wire [BIT_WIDTH_1-1:0] mask_b, q_b;
  genvar i;
  generate
    for (i = 0; i < BIT_WIDTH_0; i = i + 1) assign mask_a[i] = BIT_WIDTH_0 >= 18 ? ADA[i / 9] : 1'b1;
    for (i = 0; i < BIT_WIDTH_1; i = i + 1) assign mask_b[i] = BIT_WIDTH_1 >= 18 ? ADB[i / 9] : 1'b1;
  endgenerate
  fairhash_block_ram #(
    .UNIT(9), .WIDTH_A(BIT_WIDTH_0), .WIDTH_B(BIT_WIDTH_1), .RESET(RESET_MODE), .INIT(FIRST),
    .MODE_A(WRITE_MODE0 == 1 ? "WRITETHROUGH" : WRITE_MODE0 == 2 ? "READBEFOREWRITE" : "NORMAL"),
    .MODE_B(WRITE_MODE1 == 1 ? "WRITETHROUGH" : WRITE_MODE1 == 2 ? "READBEFOREWRITE" : "NORMAL")
  ) ram (
    .clk_a(CLKA), .enable_a(enable_a), .write_a(WREA), .reset_a(RESETA), .address_a(ADA), .mask_a(mask_a),
    .data_a(DIA[BIT_WIDTH_0-1:0]), .q_a(q_a),
    .clk_b(CLKB), .enable_b(enable_b), .write_b(WREB), .reset_b(RESETB), .address_b(ADB), .mask_b(mask_b),
    .data_b(DIB[BIT_WIDTH_1-1:0]), .q_b(q_b));
  assign DOA = q_a;
  assign DOB = q_b;
endmodule
